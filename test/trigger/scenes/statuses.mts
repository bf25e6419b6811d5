import type { Change, Scene, Stage, Truth } from '../history.mts';
import { canLeave } from './patience.mts';
import { picked } from '../../kit/defined.mts';

/** A stay of a customer in the list of a status, or among those who are enabled. */
interface Stay {
	status: string;
	/** What the event of its beginning may be called: a record that changes again gives another id. */
	ids: string[];
	/** Whether the trigger must fire for its beginning. */
	isDue: boolean;
	/** Whether it began before the trigger did. */
	isFromBefore: boolean;
	/** Whether the trigger certainly has not known the customer in this list when it began. */
	isClean: boolean;
}

interface Person {
	stays: Stay[];
	/** What the trigger may know from before, by status; since it began. */
	past: Stay[];
	isRemoved: boolean;
}

const STATUSES = ['cancelled', 'enabled', 'paused', 'expired', 'enabled', 'refunded', 'disabled'];

const CHOICES = [
	['cancelled', 'disabled', 'enabled', 'expired', 'paused', 'refunded'],
	['cancelled', 'paused'],
	['enabled', 'expired'],
	['cancelled'],
];

/** Customers come and go between the statuses, some of them with several at once. */
export function statuses(stage: Stage): Scene {
	const { account, now, history, isBeginning, countOf, isSettled } = stage;
	const people = new Map<number, Person>();
	const truths = new Map<string, Truth>();
	const hasDepartures = canLeave(history);
	const isTight = history.variant % 4 < 2;
	let choice = history.variant % CHOICES.length;
	let hasBegun = false;
	const second = () => Math.floor(now() / 1000);
	const isChosen = (status: string) => picked(CHOICES, choice).includes(status);
	const event = (id: number, status: string) => `customerStatusChanged:${id}:${status}:${second()}`;

	const mayFire = (stay: Stay, id: number) => {
		const name = event(id, stay.status);
		if (!isChosen(stay.status) || !hasBegun || stay.ids.includes(name)) return;
		stay.ids.push(name);
		const truth = truths.get(name) ?? { isDue: false, most: 0 };
		truth.most++;
		truths.set(name, truth);
	};

	/** Whether the trigger certainly knows of a stay, in a state that outlives the process. */
	const isKnown = ({ ids, isFromBefore }: Stay) => isFromBefore || ids.some(isSettled);

	/** Whether leaving the list was certainly noticed since this stay ended. */
	const isForgotten = ({ past, stays }: Person, stay: Stay) =>
		[...past, ...stays]
			.filter(({ status }) => status === 'enabled')
			.some((one) => !one.isFromBefore && past.indexOf(one) > past.indexOf(stay) && isKnown(one));

	const enter = (id: number, person: Person, status: string, isDue: boolean) => {
		const isClean = person.past
			.filter((stay) => stay.status === status)
			.every((stay) => isForgotten(person, stay));
		const stay = { status, ids: [], isDue: isDue && !isBeginning(), isFromBefore: false, isClean };
		person.stays.push(stay);
		mayFire(stay, id);
	};

	const leave = (person: Person, status: string) => {
		const stay = person.stays.find((one) => one.status === status);
		if (!stay) return;
		person.stays.splice(person.stays.indexOf(stay), 1);
		person.past.push(stay);
		stay.isDue = false;
	};

	const create = (count: number, pick: number) => {
		for (let index = 0; index < count; index++) {
			const status = picked(STATUSES, pick + index);
			const others = (pick + index) % 5 === 0 && status !== 'expired' ? ['expired'] : [];
			const id = account.addCustomer(now(), [status, ...others]);
			const person: Person = { stays: [], past: [], isRemoved: false };
			people.set(id, person);
			const held = account.holdsSeveral ? [status, ...others] : [status];
			for (const one of held) enter(id, person, one, one !== 'enabled');
		}
	};

	const move = (id: number, person: Person, pick: number) => {
		const [from] = person.stays;
		const status = picked(STATUSES, pick);
		if (!from || person.stays.some((stay) => stay.status === status)) return;
		account.setCustomerStatus(id, status);
		const wasKnown = isKnown(from) && !person.past.some(({ ids }) => ids.length === 0);
		leave(person, from.status);
		const others = person.stays.splice(0);
		enter(id, person, status, status !== 'enabled' || wasKnown);
		person.stays.push(...others);
		touch(id, person);
	};

	/** The record changed: what was not found yet is found under another id. */
	const touch = (id: number, person: Person) => {
		for (const stay of person.stays) {
			if (!stay.isFromBefore && !stay.ids.some(isSettled)) mayFire(stay, id);
		}
	};

	const change = ({ kind, pick, count }: Change) => {
		const ids = [...people.keys()];
		const id = ids[(pick + count) % ids.length] ?? 0;
		const person = people.get(id);
		if (kind < 20 || !person) return create(Math.ceil(count / 2), pick);
		if (person.isRemoved) return;
		if (kind < 82) return move(id, person, pick);
		if (kind < 90 || !hasDepartures) {
			account.touchCustomer(id);
			return touch(id, person);
		}
		account.removeCustomer(id);
		person.isRemoved = true;
		for (const { status } of [...person.stays]) leave(person, status);
	};

	create(history.before * 4, history.variant);

	const parameters = () => ({
		event: 'customerStatusChanged',
		statuses: CHOICES[choice],
		options: { batchSize: history.batch, ...(isTight ? { requestsPerPoll: 15 } : {}) },
	});

	/** Of the ids that a beginning may have, the last one must come unless another one did. */
	const isMissing = ({ ids, status, isDue, isClean }: Stay) =>
		isDue &&
		(isClean || status === 'enabled') &&
		ids.length > 0 &&
		ids.every((id) => countOf(id) === 0);

	return {
		parameters: parameters(),
		begin() {
			hasBegun = true;
			for (const [id, truth] of truths) truth.most = countOf(id);
			for (const person of people.values()) {
				person.past = [];
				for (const stay of person.stays) {
					Object.assign(stay, { ids: [], isDue: false, isFromBefore: true });
				}
			}
		},
		change,
		// Whoever is known in three lists takes seven requests.
		slowestAnswerMs: 3000,
		// With fifteen requests, three pages a poll, and one customer who is missed.
		quietPolls: () => {
			const pages = Math.ceil(people.size / history.quirks.pageSize) + 5;
			return isTight ? 5 + 3 * Math.ceil(pages / 2) + people.size : 5 + Math.ceil(people.size / 5);
		},
		truths: () => {
			for (const truth of truths.values()) truth.isDue = false;
			for (const { stays } of people.values()) {
				for (const stay of stays.filter(isMissing)) {
					const truth = truths.get(stay.ids.at(-1) ?? '');
					if (truth) truth.isDue = true;
				}
			}
			return truths;
		},
		changed() {
			choice = (choice + 1) % CHOICES.length;
			return parameters();
		},
	};
}
