import type { IDataObject } from 'n8n-workflow';

import { MOST_PAGES_AT_TOP } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/sortedList.ts';
import type { Change, Scene, Stage, Truth } from '../history.mts';
import { canLeave, pollsToSweep } from './patience.mts';
import { picked } from '../../kit/defined.mts';

interface Fact extends Truth {
	at: number;
	isListed: boolean;
}

/** What appears, and how its list is narrowed. */
export interface Kind {
	event: string;
	add(createdAt: number): number;
	remove(id: number): void;
	/** Out of the narrow list, and perhaps back into it. */
	setListed(id: number, isListed: boolean): void;
	/** Parameters of the one and the other list; whether each is a narrow one. */
	lists: Array<{ parameters: IDataObject; isNarrow: boolean }>;
	/** Whether some list shows everything. */
	hasWholeList: boolean;
	/** Before the trigger begins. */
	prepare?(): void;
}

/** Records appear, late or within one second, leave the list and come back. */
export function created(
	{ now, history, isBeginning, countOf }: Stage,
	{ event, add, remove, setListed, lists, hasWholeList, prepare = () => {} }: Kind,
): Scene {
	const facts = new Map<number, Fact>();
	const hasDepartures = canLeave(history);
	let beganAt = 0;
	let changes = 0;
	const second = () => Math.floor(now() / 1000);
	const list = () => picked(lists, changes);
	const parameters = () => ({
		event,
		...list().parameters,
		options: { batchSize: history.batch },
	});

	const create = (count: number, late: number) => {
		for (let index = 0; index < count; index++) {
			const at = second() - late;
			const id = add(at * 1000);
			facts.set(id, { at, isListed: true, isDue: !isBeginning() && at >= beganAt, most: 1 });
		}
	};
	create(history.before, 0);
	for (let index = 0; index < history.before * 3; index++) create(1, 3600 + index * 60);
	const move = (id: number, fact: Fact, isListed: boolean) => {
		setListed(id, isListed);
		fact.isListed = isListed;
		if (list().isNarrow) fact.isDue = false;
	};
	const early = [...facts].slice(0, hasDepartures ? history.before * 2 : 0);
	for (const [id, fact] of early) move(id, fact, false);

	return {
		parameters: parameters(),
		begin() {
			prepare();
			beganAt = second();
			const inThisSecond = [...facts.values()].filter(({ at }) => at === beganAt).length;
			const { pageSize, ties } = history.quirks;
			// Of more, the ids tell what was there, where they are in order within a second.
			const isBeyondTop = ties === 'mixed' && inThisSecond > MOST_PAGES_AT_TOP * pageSize;
			// What is there now must not come, or not again.
			for (const [id, fact] of facts) {
				fact.isDue = false;
				// Nothing tells that what stands in no list is from before, when its second is not over.
				const isHidden = !hasWholeList && !fact.isListed;
				const isUncertain = (isHidden || isBeyondTop) && fact.at >= beganAt;
				fact.most = countOf(`${event}:${id}`) + (isUncertain ? 1 : 0);
			}
		},
		change({ kind, pick, count, late }: Change) {
			const ids = [...facts.keys()];
			const id = ids[pick % ids.length] ?? 0;
			const fact = facts.get(id);
			if (kind < 70 || !fact || !hasDepartures) return create(kind < 12 ? count * 4 : count, late);
			if (kind < 85) {
				remove(id);
				fact.isDue = false;
				return;
			}
			move(id, fact, late > 0);
		},
		// What hides below known records while as many leave is found by turns.
		quietPolls: () => 3 + pollsToSweep(history, facts.size),
		truths: () => new Map([...facts].map(([id, fact]) => [`${event}:${id}`, fact])),
		changed() {
			changes++;
			return parameters();
		},
	};
}
