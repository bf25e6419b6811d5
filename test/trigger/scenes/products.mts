import { PRODUCTS } from '../account.mts';
import type { Change, Scene, Stage, Truth } from '../history.mts';
import { canLeave } from './patience.mts';

/** A time in which a customer has the product. */
interface Access {
	/** What the event of its beginning may be called: a record that changes again gives another id. */
	ids: string[];
	/** Whether it certainly began after the trigger did, and is to be noticed. */
	isDue: boolean;
	isFromBefore: boolean;
}

interface Person {
	access: Access | undefined;
	/** Ended while the trigger may still know of it. */
	isRemembered: boolean;
	isRemoved: boolean;
}

/** Customers get the product, when they register or much later, and lose it again. */
export function products(stage: Stage): Scene {
	const { account, now, history, isBeginning, countOf, isSettled } = stage;
	const people = new Map<number, Person>();
	const truths = new Map<string, Truth>();
	const hasDepartures = canLeave(history);
	const isTight = history.variant % 4 < 2;
	const [product = 0] = PRODUCTS;
	let hasBegun = false;

	const mayFire = (id: number, access: Access) => {
		const name = `productAdded:${id}:${product}:${Math.floor(now() / 1000)}`;
		if (!hasBegun || access.isFromBefore || access.ids.includes(name)) return;
		access.ids.push(name);
		const truth = truths.get(name) ?? { isDue: false, most: 0 };
		truth.most++;
		truths.set(name, truth);
	};

	const enter = (id: number, person: Person) => {
		const isDue = hasBegun && !isBeginning() && !person.isRemembered;
		person.access = { ids: [], isDue, isFromBefore: !hasBegun };
		mayFire(id, person.access);
	};

	const create = (count: number, hasProduct: boolean) => {
		for (let index = 0; index < count; index++) {
			const id = account.addCustomer(now() - index * 61_000);
			account.setCustomerProduct(id, hasProduct);
			const person: Person = { access: undefined, isRemembered: false, isRemoved: false };
			people.set(id, person);
			if (hasProduct) enter(id, person);
		}
	};

	const touch = (id: number, { access }: Person) => {
		if (access && !access.ids.some(isSettled)) mayFire(id, access);
	};

	const toggle = (id: number, person: Person) => {
		if (person.access && !hasDepartures) return;
		account.setCustomerProduct(id, person.access === undefined);
		if (person.access) {
			// Whether losing it is noticed before it is given again depends on the polls between.
			person.isRemembered = true;
			person.access = undefined;
		} else {
			enter(id, person);
		}
	};

	create(history.before * 2, true);
	create(history.before * 2, false);

	const parameters = () => ({
		event: 'productAdded',
		product,
		options: { batchSize: history.batch, ...(isTight ? { requestsPerPoll: 5 } : {}) },
	});

	return {
		parameters: parameters(),
		begin() {
			hasBegun = true;
			for (const [id, truth] of truths) truth.most = countOf(id);
			for (const person of people.values()) {
				person.isRemembered = false;
				if (person.access) {
					Object.assign(person.access, { ids: [], isDue: false, isFromBefore: true });
				}
			}
		},
		change({ kind, pick, count }: Change) {
			const ids = [...people.keys()];
			const id = ids[(pick + count) % Math.max(1, ids.length)] ?? 0;
			const person = people.get(id);
			if (kind < 30 || !person) return create(Math.ceil(count / 2), kind % 2 === 0);
			if (person.isRemoved) return;
			if (kind < 80) return toggle(id, person);
			if (kind < 90 || !hasDepartures) {
				account.touchCustomer(id);
				return touch(id, person);
			}
			account.removeCustomer(id);
			person.isRemoved = true;
			person.access = undefined;
		},
		quietPolls: () => {
			const pages = Math.ceil(people.size / history.quirks.pageSize) + 2;
			return isTight ? 6 + 3 * pages + people.size : 6 + Math.ceil(people.size / 10);
		},
		truths: () => {
			for (const truth of truths.values()) truth.isDue = false;
			for (const { access } of people.values()) {
				if (!access?.isDue || access.ids.some((id) => countOf(id) > 0)) continue;
				const truth = truths.get(access.ids.at(-1) ?? '');
				if (truth) truth.isDue = true;
			}
			return truths;
		},
		changed: parameters,
	};
}
