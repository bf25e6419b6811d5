// Histories of one trigger that hears several events, whose selection changes between polls.
import { picked } from '../../kit/defined.mts';
import {
	EVENT_TYPES,
	type EventType,
} from '../../../nodes/VideoSubscriptionTrigger/events/types.ts';
import type { State } from '../../../nodes/VideoSubscriptionTrigger/state.ts';
import type { Kind } from '../../../service/contract/index.mts';
import { type AccountRow, PRODUCTS } from '../account.mts';
import { eventIdOf } from '../host.mts';
import { parsed } from '../../kit/json.mts';
import type { MakeScene } from './history.mts';

const [OURS] = PRODUCTS;

/** How many customers can change, each once, so that every event of a history has a record of its own. */
const POOL = 40;

/** The events that one cause lets happen. */
interface Cause {
	types: EventType[];
	/** Lets it happen, and returns the record; `undefined` when no record is left. */
	act(late: number): number | undefined;
}

/** Returns the scene of a trigger that begins with some events. With `isFixed` the selection never changes. */
export function severalScene(initial: EventType[], isFixed = false): MakeScene {
	return ({ account, ledger, stored }) => {
		const before = account.now - 86_400_000;
		const pool = (fields: Partial<AccountRow>) =>
			Array.from({ length: POOL }, (_, index) =>
				account.add('customers', { ...fields, at: before + index * 1000 }),
			);
		const video = account.add('videos', { at: before });
		const outside = pool({ products: [] });
		const inside = pool({ products: [OURS] });
		const enabled = pool({ products: [] });
		const change = (customers: number[], fields: Partial<AccountRow>) => () => {
			const id = customers.pop();
			if (id !== undefined) account.change('customers', id, fields);
			return id;
		};
		const add =
			(kind: Kind, fields: Partial<AccountRow> = {}) =>
			(late: number) =>
				account.add(kind, { ...fields, at: account.now - late * 1000 });
		const causes: Cause[] = [
			{ types: ['commentCreated'], act: add('comments', { video }) },
			{ types: ['customerCreated'], act: add('customers', { products: [] }) },
			{ types: ['customerStatusChanged'], act: change(enabled, { status: 'paused' }) },
			{ types: ['liveEventCreated'], act: add('live_events') },
			{ types: ['productAdded'], act: change(outside, { products: [OURS] }) },
			{ types: ['productRemoved'], act: change(inside, { products: [] }) },
			{ types: ['uploadCompleted', 'videoPublished'], act: add('videos') },
		];
		let chosen = initial;
		const savedState = () => parsed<{ state?: State }>(stored()).state;
		const hasSaved = (type: EventType) => savedState()?.settings.events[type] !== undefined;
		/**
		 * When the state was left that n8n had stored when events were added. A crash that puts it back loses the selection, and
		 * so does an older one, which another trigger of the workflow can put back (docs/trigger-operations.md, Limits).
		 */
		let leftBefore: number | undefined;
		let added: EventType[] = [];
		const skipped: string[] = [];
		const expected: Array<{ name: string; type: EventType }> = [];
		const isSaved = () => leftBefore === undefined || (savedState()?.leftAt ?? 0) > leftBefore;
		/** Whether an event begins with this poll: what happens during it may be before or after "from now on". */
		const isBeginning = (type: EventType) => added.includes(type) && !isSaved();
		const parameters = {
			events: chosen as string[],
			product: OURS,
			filters: { statuses: ['paused'] },
		};
		return {
			parameters,
			isUntimed: true,
			nameOf: (item) => eventIdOf(item).split(':').slice(0, 2).join(':'),
			change({ kind, count, late }) {
				const { types, act } = picked(causes, kind);
				// What lists show later than ten minutes may be lost, and what was created before an event began may be told.
				const lateness = late > 500 ? 0 : late;
				for (let number = 0; number < count; number++) {
					const id = act(lateness);
					if (id === undefined) return;
					for (const type of types) {
						const name = `${type}:${id}`;
						if (!chosen.includes(type)) skipped.push(name);
						else if (lateness > 0 || isBeginning(type)) ledger.may(name);
						else {
							ledger.due(name, 400);
							expected.push({ name, type });
						}
					}
				}
			},
			select(pick) {
				if (isFixed) return;
				const size = 1 + (pick % EVENT_TYPES.length);
				const first = pick % 7;
				const rotated = [...EVENT_TYPES.slice(first), ...EVENT_TYPES.slice(0, first)];
				const selection = EVENT_TYPES.filter((type) => rotated.slice(0, size).includes(type));
				// An event of an earlier selection that n8n has not stored yet begins again with a crash, too.
				added = selection.filter((type) => !chosen.includes(type) || !hasSaved(type));
				const removed = chosen.filter((type) => !selection.includes(type));
				for (const { name, type } of expected) if (removed.includes(type)) ledger.may(name);
				chosen = selection;
				parameters.events = [...selection];
				leftBefore = savedState()?.leftAt ?? 0;
			},
			selected(isPublished) {
				// Without a publication, the events begin with the next poll, and what happens until then need not be told.
				if (!isPublished) this.crashed?.();
			},
			crashed() {
				if (isSaved()) return;
				// The trigger has begun with the earlier selection again.
				for (const name of skipped) ledger.may(name);
				for (const { name, type } of expected) {
					const beginsAgain = added.includes(type) || !hasSaved(type);
					if (beginsAgain && !ledger.isDelivered(name)) ledger.may(name);
				}
			},
		};
	};
}

/** Returns the first `count` of all events, from one on. */
export const someEvents = (first: EventType, count: number): EventType[] => {
	const start = EVENT_TYPES.indexOf(first);
	const rotated = [...EVENT_TYPES.slice(start), ...EVENT_TYPES.slice(0, start)];
	return EVENT_TYPES.filter((type) => rotated.slice(0, count).includes(type));
};
