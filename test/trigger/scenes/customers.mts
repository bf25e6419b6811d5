import type { Change, Scene, Stage, Truth } from '../history.mts';

interface Fact {
	at: number;
	isDue: boolean;
	most: number;
}

/** Customers appear, late or within one second, leave the list and come back. */
export function customers({ account, now, history, isBeginning, countOf }: Stage): Scene {
	const facts = new Map<number, Fact>();
	const hasDepartures = history.variant % 2 === 0;
	let beganAt = 0;
	const second = () => Math.floor(now() / 1000);
	let isPaused = false;

	const create = (count: number, late: number) => {
		for (let index = 0; index < count; index++) {
			const at = second() - late;
			const id = account.addCustomer(at * 1000);
			facts.set(id, { at, isDue: !isBeginning() && at >= beganAt, most: 1 });
		}
	};
	create(history.before, 0);
	for (let index = 0; index < history.before * 3; index++) create(1, 3600 + index * 60);

	return {
		parameters: {
			event: 'customerCreated',
			filters: history.variant % 3 === 0 ? { status: 'enabled' } : {},
			options: { batchSize: history.batch },
		},
		begin() {
			beganAt = second();
			// What is there now must not come, or not again.
			for (const [id, fact] of facts) {
				fact.isDue = false;
				fact.most = countOf(`customerCreated:${id}`);
			}
		},
		change({ kind, pick, count, late }: Change) {
			const ids = [...facts.keys()];
			const id = ids[pick % Math.max(1, ids.length)];
			const fact = facts.get(id);
			if (kind < 70 || !fact || !hasDepartures) return create(kind < 12 ? count * 4 : count, late);
			if (kind < 85) {
				account.removeCustomer(id);
				fact.isDue = false;
				return;
			}
			// Out of the list of enabled customers, and perhaps back into it.
			account.setCustomerStatus(id, late > 0 ? 'enabled' : 'cancelled');
			if (history.variant % 3 === 0 || isPaused) fact.isDue = false;
		},
		// What hides below known records while as many leave is found by turns.
		quietPolls: () => {
			const canHide = hasDepartures || !history.quirks.hasTotal;
			return 3 + (canHide ? 2 * Math.ceil(facts.size / history.quirks.pageSize) : 0);
		},
		truths: () =>
			new Map([...facts].map(([id, fact]): [string, Truth] => [`customerCreated:${id}`, fact])),
		changed() {
			isPaused = !isPaused;
			return {
				event: 'customerCreated',
				filters: isPaused ? { status: 'enabled' } : { status: 'all' },
				options: { batchSize: history.batch },
			};
		},
	};
}
