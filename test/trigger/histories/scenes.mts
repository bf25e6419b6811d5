import type { IDataObject } from 'n8n-workflow';

import { isResourceName, RESOURCES } from '../../../nodes/shared/ids/resources.ts';
import { events } from '../../../nodes/VideoSubscriptionTrigger/events/index.ts';
import type { EventType } from '../../../nodes/VideoSubscriptionTrigger/events/types.ts';
import { type Kind, kinds } from '../../../service/contract/index.mts';
import { defined, picked } from '../../kit/defined.mts';
import { type TriggerAccount, PRODUCTS, type AccountRow } from '../account.mts';
import type { AccountChange, MakeScene, Scene, Stage } from './history.mts';

const [OURS, OTHERS] = PRODUCTS;

/** The overlap in seconds: a record created so shortly before the activation may fire when a list shows it later. */
const MARGIN = 600;

/** A record listed up to ten minutes late is due in the next poll, and later perhaps never. */
function dueWhenListed({ ledger, more }: Stage, id: string, late: number): void {
	if (late > MARGIN) ledger.may(id);
	else ledger.due(id, 1 + more());
}

/** Returns the kind of the records that an event is about. */
export function listOfEvent(event: EventType): Kind {
	const { record } = events[event];
	return defined(
		kinds.find((kind) => isResourceName(record) && RESOURCES[record].segment === kind),
	);
}

/** Creates records inside and outside the filters of a list, and moves some across. */
function createdScene(
	event: EventType,
	inside: Partial<AccountRow>,
	outside: Array<Partial<AccountRow>>,
	filters: object,
): MakeScene {
	return (stage): Scene => {
		const { account, ledger, history, beganAt, left } = stage;
		const kind = listOfEvent(event);
		const nameOf = (id: number) => `${event}:${id}`;
		const ours: number[] = [];
		for (let index = 0; index < history.before * 4; index++) {
			const at = account.now - (60 + index * picked([1, 20, 300], history.variant)) * 1000;
			const given = index % 4 === 0 && outside.length > 0 ? picked(outside, index) : inside;
			ours.push(account.add(kind, { ...given, at }));
		}

		const create = ({ count, late }: AccountChange) => {
			for (let index = 0; index < count; index++) {
				const at = account.now - late * 1000;
				const id = account.add(kind, { ...inside, at });
				ours.push(id);
				if (at >= beganAt()) dueWhenListed(stage, nameOf(id), late);
				else if (at >= beganAt() - MARGIN * 1000) ledger.may(nameOf(id));
			}
		};
		const move = (id: number, given: Partial<AccountRow>) => {
			const { at } = account.row(kind, id);
			// A record that enters the filters is found late; one that leaves them is perhaps not found at all.
			if ((at ?? 0) >= beganAt() - MARGIN * 1000) ledger.may(nameOf(id));
			account.change(kind, id, given);
			left();
		};

		return {
			parameters: { events: [event], ...filters },
			change(change) {
				const { kind: what, pick, count } = change;
				if (what < 60 || outside.length === 0) return create(change);
				if (what < 75) {
					for (let index = 0; index < count; index++) account.add(kind, picked(outside, pick));
					return;
				}
				if (ours.length === 0) return;
				move(picked(ours, pick), what < 92 ? picked(outside, pick) : inside);
			},
		};
	};
}

const customerScene = createdScene('customerCreated', {}, [], {});

const liveEventScene = createdScene('liveEventCreated', {}, [{ products: [OTHERS] }], {
	product: OURS,
});

const VIDEO_FILTERS: Array<{ filters: object; outside: Array<Partial<AccountRow>> }> = [
	{ filters: {}, outside: [] },
	{ filters: { query: 'news' }, outside: [{ title: 'Sports' }] },
	{ filters: { plan: ['free', 'public'] }, outside: [{ plans: ['standard'] }] },
];

/** Creates videos inside and outside the filters. */
function videos(stage: Stage, event: string) {
	const { account, ledger, history, beganAt } = stage;
	const ofEvent = VIDEO_FILTERS.filter(
		({ filters }) => event === 'videoPublished' || !('plan' in filters),
	);
	const { filters, outside } = picked(ofEvent, history.variant);
	const inside: Partial<AccountRow> = { title: 'The news', plans: ['free'] };
	const all: number[] = [];
	const nameOf = (id: number) => `${event}:${id}`;
	/** Polls until the trigger has looked up every video that is not on page 1, several in each poll. */
	const pollsToFind = () => 3 + Math.ceil(all.length / 5);
	return {
		all,
		nameOf,
		pollsToFind,
		parameters: { events: [event], filters },
		/** Returns the number of polls until a change of a video is found. */
		soon(id: number) {
			const rank = account.rankOf(id) + outside.length * all.length;
			return rank + 13 < history.quirks.pageSize ? 1 : pollsToFind();
		},
		add(given: Partial<AccountRow>): number {
			const id = account.add('videos', { ...inside, ...given });
			all.push(id);
			return id;
		},
		addOutside(pick: number, given: Partial<AccountRow>) {
			if (outside.length === 0) return;
			account.add('videos', { ...inside, ...given, ...picked(outside, pick) });
		},
		remove(id: number) {
			ledger.may(nameOf(id));
			account.remove('videos', id);
			all.splice(all.indexOf(id), 1);
			stage.left();
		},
		isAfterBegin: (at: number) => at >= beganAt(),
	};
}

const uploadScene: MakeScene = (stage) => {
	const { account, ledger, history, more } = stage;
	const ours = videos(stage, 'uploadCompleted');
	const STATUSES = ['processing', 'uploaded', null, 'transcoding'];
	for (let index = 0; index < history.before * 3; index++) {
		const at = account.now - (60 + index * 60) * 1000;
		ours.add({ at, status: picked(STATUSES, index) });
	}
	return {
		parameters: ours.parameters,
		change({ kind, pick, count, late }) {
			const at = account.now - late * 1000;
			if (kind < 40) {
				for (let index = 0; index < count; index++) {
					if (!ours.isAfterBegin(at)) return;
					const status = picked(STATUSES, pick + index);
					const id = ours.add({ at, status });
					if (status === 'uploaded') dueWhenListed(stage, ours.nameOf(id), late);
				}
				return;
			}
			if (kind < 50) return ours.addOutside(pick, { status: 'uploaded' });
			if (ours.all.length === 0) return;
			const id = picked(ours.all, pick);
			if (kind < 90) {
				if (account.row('videos', id).status === 'uploaded') return;
				const { listedAt, at: createdAt } = account.row('videos', id);
				const isLate = listedAt > (createdAt ?? 0);
				const isTooLate = listedAt - (createdAt ?? 0) > MARGIN * 1000;
				const polls = ours.soon(id) + more();
				account.change('videos', id, { status: 'uploaded' });
				if (isTooLate) ledger.may(ours.nameOf(id));
				else if (isLate) ledger.due(ours.nameOf(id), ours.pollsToFind(), account.now + 600_000);
				else ledger.due(ours.nameOf(id), polls);
				return;
			}
			ours.remove(id);
		},
	};
};

const publishedScene: MakeScene = (stage) => {
	const { account, ledger, history, more } = stage;
	const ours = videos(stage, 'videoPublished');
	const inSeconds = (seconds: number) => account.now + seconds * 1000;
	for (let index = 0; index < history.before * 2; index++) {
		const at = account.now - (60 + index * 60) * 1000;
		const availableFrom = index % 3 === 0 ? inSeconds(30 + index * 50) : null;
		const id = ours.add({ at, availableFrom });
		if (availableFrom !== null) ledger.due(ours.nameOf(id), ours.pollsToFind(), availableFrom);
	}
	/** Whether viewers could watch a video already, so that it never fires again. */
	const isOver = (id: number) => {
		const { availableFrom, at } = account.row('videos', id);
		return availableFrom === null || availableFrom <= account.now || (at ?? 0) > account.now;
	};
	return {
		parameters: ours.parameters,
		change({ kind, pick, count }) {
			if (kind < 50) {
				for (let index = 0; index < count; index++) {
					const ahead = picked([0, 30, 600, 4000], pick + index);
					const availableFrom = ahead === 0 ? null : inSeconds(ahead);
					const id = ours.add({ availableFrom });
					// One poll must find the video before a later one compares its date.
					ledger.due(ours.nameOf(id), ahead === 0 ? 1 + more() : 2 + more(), availableFrom ?? 0);
				}
				return;
			}
			if (kind < 60) return ours.addOutside(pick, {});
			if (ours.all.length === 0) return;
			const id = picked(ours.all, pick);
			if (kind >= 90) return ours.remove(id);
			if (isOver(id)) {
				// The video is withdrawn or postponed after viewers could watch it.
				if (ledger.isDelivered(ours.nameOf(id))) {
					account.change('videos', id, { availableFrom: inSeconds(60) });
				}
				return;
			}
			const availableFrom = inSeconds(picked([0, 60, 1200], pick));
			account.change('videos', id, { availableFrom });
			ledger.due(ours.nameOf(id), ours.pollsToFind(), availableFrom);
		},
	};
};

const commentScene: MakeScene = (stage) => {
	const { account, ledger, history, beganAt, more } = stage;
	const isTight = history.variant % 2 === 1;
	const isChosen = history.variant % 3 === 0;
	const hasWords = history.variant % 4 === 3;
	const requestsPerPoll = isTight ? 5 : 50;
	const watched = Array.from({ length: 3 + (history.before % 6) }, () =>
		account.add('videos', { at: account.now - 86_400_000 }),
	);
	const other = account.add('videos', { at: account.now - 90_000_000 });
	const made: number[] = [];
	const add = (video: number, late: number, parent = 0, title = 'The NEWS!') => {
		const at = account.now - late * 1000;
		const id = account.add('comments', { video, parent, at, title });
		return { id, at, name: `commentCreated:${id}` };
	};
	for (let index = 0; index < history.before; index++) {
		made.push(add(picked(watched, index), 60 + index * 60).id);
	}
	/** Polls until a round has read all pages of videos and of comments. */
	const pollsToFind = () => {
		const pages = 2 * watched.length + made.length / history.quirks.pageSize + 2;
		return isTight ? 2 + 2 * Math.ceil(pages) : 1;
	};
	return {
		parameters: {
			events: ['commentCreated'],
			options: { requestsPerPoll },
			filters: {
				...(isChosen ? { videos: watched } : {}),
				...(hasWords ? { words: 'sports, news' } : {}),
			},
		},
		change({ kind, pick, count, late }) {
			if (kind >= 90) {
				if (isChosen) add(other, 0);
				else if (hasWords) add(picked(watched, pick), 0, 0, 'Newsletter');
				return;
			}
			for (let index = 0; index < count; index++) {
				const parents = made.filter((id) => account.row('comments', id).parent === 0);
				const parent = kind < 30 && parents.length > 0 ? picked(parents, pick + index) : 0;
				const video = parent > 0 ? account.row('comments', parent).video : picked(watched, pick);
				const { id, at, name } = add(video, late, parent);
				made.push(id);
				if (at >= beganAt() && late <= MARGIN) ledger.due(name, pollsToFind() + more());
				else if (at >= beganAt()) ledger.may(name);
				else if (at >= beganAt() - MARGIN * 1000) ledger.may(name);
			}
		},
	};
};

/**
 * Complete polls after which the trigger has noticed a change, including the poll in which it fired. A round takes
 * several polls when responses take seconds.
 */
const noticedAfter = ({ responseMs }: Stage['history']) => (responseMs > 0 ? 40 : 4);

interface LastChanges {
	/** The number of complete polls at the latest change, and at the one before it. */
	changedAt: number;
	before: number;
	/** The name of the latest change in the ledger. */
	name: string;
}

/** The event of a customer who enters or leaves a list. It is promised when the change lasts. */
interface MembershipEvent {
	name: string;
	/** The polls within which it is delivered; undefined when it may be delivered but need not. */
	polls?: number;
}

/** Customers who enter lists and leave them. A change that is reverted at once is not promised. */
interface Membership {
	parameters: Scene['parameters'];
	states: Array<Partial<AccountRow>>;
	/** Returns the list or state in which the lists show a customer. */
	shownAs(row: Partial<AccountRow>): string;
	eventOf(from: string, to: string, id: number, second: number): MembershipEvent | undefined;
}

const secondOf = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** Responses about customers that prove nothing. Only a list with a total can be recognised as incomplete. */
const faultsAboutCustomers = ({ quirks }: Stage['history']): TriggerAccount['faults'] => {
	const { total } = quirks;
	const aboutOne: TriggerAccount['faults'] = [404, 403, 200].map(
		(statusCode) =>
			(response, { path }) =>
				/^\/customers\/\d+$/.test(path) ? { ...response, statusCode, body: {} } : undefined,
	);
	const incomplete: TriggerAccount['faults'][number] = (response, { path, query }) =>
		path === '/customers' && query.email === undefined
			? {
					...response,
					body: { ...(response.body as IDataObject), _links: {}, _embedded: { customers: [] } },
				}
			: undefined;
	return total === 'list' ? [...aboutOne, incomplete, incomplete] : aboutOne;
};

function membershipScene(
	{ account, ledger, history, more }: Stage,
	{ parameters, states, shownAs, eventOf }: Membership,
): Scene {
	const people = new Map<number, LastChanges>();
	/** The second of the last change of membership, by customer and second of a later edit. */
	const edits = new Map<string, number>();
	const noticed = noticedAfter(history);
	const add = (state: Partial<AccountRow>) => {
		const id = account.add('customers', state);
		people.set(id, { changedAt: -noticed, before: -noticed, name: '' });
		return id;
	};
	for (let index = 0; index < history.before; index++) add(picked(states, index));

	const changeOf = (id: number, at: number) => edits.get(`${id} ${secondOf(at)}`) ?? secondOf(at);

	const edit = (id: number) => {
		const { updatedAt } = account.row('customers', id);
		if (secondOf(updatedAt) === secondOf(account.now)) return;
		edits.set(`${id} ${secondOf(account.now)}`, changeOf(id, updatedAt));
		account.change('customers', id, {});
	};

	const move = (id: number, to: Partial<AccountRow>) => {
		const person = defined(people.get(id));
		const row = account.row('customers', id);
		// Not in the second of an edit: the event of the state before would have the time of the one after.
		const isEdited = edits.has(`${id} ${secondOf(account.now)}`);
		if (isEdited || shownAs(row) === shownAs(to)) return;
		const eventAt = (at: number) => eventOf(shownAs(row), shownAs(to), id, at);
		const early = eventAt(changeOf(id, row.updatedAt));
		const event = eventAt(secondOf(account.now));
		account.change('customers', id, to);
		// Records behind the customer may move up to a page that was already read.
		if (more() > 0) ledger.postpone();
		// When the poll read the record before the change and the list after it, the event has the earlier time.
		if (more() > 0 && early) ledger.may(early.name);
		if (person.name !== '') ledger.may(person.name);
		const isSettled = ledger.polls - person.changedAt >= noticed && more() === 0;
		if (event?.polls !== undefined && isSettled) ledger.due(event.name, event.polls);
		else if (event) ledger.may(event.name);
		const changedAt = ledger.polls + more();
		people.set(id, { before: person.changedAt, changedAt, name: event?.name ?? '' });
	};

	return {
		parameters,
		faults: faultsAboutCustomers(history),
		nameOf(item) {
			const { id, occurredAt } = item.json.event as IDataObject;
			const second = changeOf(Number(item.json.id), Date.parse(String(occurredAt)));
			return String(id).replace(/\d+:[0-9a-f]{8}$/, String(second));
		},
		change({ kind, pick, count }) {
			const target = picked(states, pick + count);
			if (kind >= 85 && people.size > 0) return edit(picked([...people.keys()], pick));
			if (kind >= 25 && people.size > 0) return move(picked([...people.keys()], pick), target);
			for (let index = 0; index < count / 3; index++) {
				move(add({ products: [], status: 'enabled' }), picked(states, pick + index));
			}
		},
		crashed() {
			const isForgotten = (polls: number) => polls > ledger.storedPolls - noticed;
			for (const person of people.values()) {
				// After a crash the trigger knows only the changes in the stored state.
				if (!isForgotten(person.changedAt)) continue;
				if (isForgotten(person.before) && person.name !== '') ledger.may(person.name);
				person.changedAt = ledger.polls;
			}
		},
	};
}

const shownAccess = ({ status, products = [] }: Partial<AccountRow>) =>
	status === 'enabled' && products.includes(OURS) ? 'in' : 'out';

/** Customers who have the product, and customers who for different reasons do not have it. */
const ACCESS: Array<Partial<AccountRow>> = [
	{ status: 'enabled', products: [OURS] },
	{ status: 'enabled', products: [] },
	{ status: 'enabled', products: [OURS, OTHERS] },
	{ status: 'cancelled', products: [OURS] },
	{ status: 'enabled', products: [OTHERS] },
	{ status: 'expired', products: [OURS] },
];

function accessScene(event: 'productAdded' | 'productRemoved'): MakeScene {
	const [fires, polls] = event === 'productAdded' ? ['in', 1] : ['out', 2];
	return (stage) =>
		membershipScene(stage, {
			parameters: { events: [event], product: OURS },
			states: ACCESS,
			shownAs: shownAccess,
			eventOf: (_, to, id, second) =>
				to === fires ? { name: `${event}:${id}:${OURS}:${second}`, polls } : undefined,
		});
}

const CHOSEN = [
	['cancelled', 'enabled', 'expired', 'paused'],
	['cancelled', 'paused'],
	['enabled', 'expired'],
];

const statusScene: MakeScene = (stage) => {
	const { variant } = stage.history;
	const chosen = picked(CHOSEN, variant);
	const isOurs = variant % 2 === 0;
	const products = isOurs ? [[OURS], [OTHERS]] : [[OURS]];
	const names = ['enabled', 'cancelled', 'expired', 'enabled', 'paused'];
	return membershipScene(stage, {
		parameters: {
			events: ['customerStatusChanged'],
			filters: { statuses: chosen, ...(isOurs ? { product: OURS } : {}) },
		},
		states: names.flatMap((status) => products.map((some) => ({ status, products: some }))),
		shownAs: ({ status, products: some = [] }) =>
			isOurs && !some.includes(OURS) ? 'elsewhere' : String(status),
		eventOf(from, to, id, second) {
			if (!chosen.includes(to)) return undefined;
			const name = `customerStatusChanged:${id}:${to}:${second}`;
			if (to !== 'enabled') return { name, polls: 1 };
			// An enabled customer who gets the product appears in a list without having left another one.
			return from === 'elsewhere' ? { name } : { name, polls: 2 };
		},
	});
};

const SCENES: Partial<Record<EventType, MakeScene>> = {
	commentCreated: commentScene,
	customerCreated: customerScene,
	customerStatusChanged: statusScene,
	liveEventCreated: liveEventScene,
	productAdded: accessScene('productAdded'),
	productRemoved: accessScene('productRemoved'),
	uploadCompleted: uploadScene,
	videoPublished: publishedScene,
};

/** Returns the scene of an event. An event without filters needs no entry in SCENES. */
export function sceneOf(event: EventType): MakeScene {
	const scene = SCENES[event];
	if (scene === undefined && events[event].filters !== undefined) {
		throw new Error(
			`Say in SCENES of test/trigger/histories/scenes.mts how the records of ${event} appear within its filters and outside of them`,
		);
	}
	return scene ?? createdScene(event, {}, [], {});
}
