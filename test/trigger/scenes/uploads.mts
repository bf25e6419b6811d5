import type { Change, Scene, Stage, Truth } from '../history.mts';
import { canLeave, pollsToSweep } from './patience.mts';
import { picked } from '../../kit/defined.mts';

interface Fact extends Truth {
	at: number;
	status: string | null;
	/** Whether it appeared without a status. */
	isDormant: boolean;
	/** Whether it became uploaded before the trigger began for the first time. */
	isPast: boolean;
}

const STATUSES = ['processing', 'processing', null, 'transcoding', 'uploaded'];

/** Videos appear in any status, are finished much later, or are deleted. */
export function uploads({ account, now, history, isBeginning, countOf }: Stage): Scene {
	const facts = new Map<number, Fact>();
	const hasDepartures = canLeave(history);
	let beganAt = 0;
	let hasBegun = false;
	let changes = 0;
	const second = () => Math.floor(now() / 1000);

	const finished = (fact: Fact, isCertain: boolean) => {
		fact.status = 'uploaded';
		fact.most = 1;
		fact.isDue = isCertain;
	};

	const create = (count: number, late: number, status: string | null) => {
		for (let index = 0; index < count; index++) {
			const at = second() - late;
			const isDormant = status === null;
			const fact: Fact = { at, status, isDormant, isDue: false, most: 0, isPast: !hasBegun };
			const isCertain = !isBeginning() && hasBegun && at >= beganAt;
			if (status === 'uploaded' && hasBegun) finished(fact, isCertain);
			// One that hides below known ones may be found when it is uploaded, or never.
			else fact.isPast = !isCertain && hasBegun;
			facts.set(account.addVideo(status, at * 1000), fact);
		}
	};
	create(history.before, 0, 'processing');
	for (let index = 0; index < history.before * 2; index++) {
		create(1, 3600 + index * 60, picked(STATUSES, index));
	}
	for (const fact of facts.values()) fact.isPast = false;

	const parameters = (plan: string[]) => ({
		event: 'uploadCompleted',
		filters: plan.length > 0 ? { plan } : {},
		options: { batchSize: history.batch },
	});

	return {
		parameters: parameters([]),
		begin() {
			beganAt = second();
			hasBegun = true;
			// What is uploaded now must not come, or not again.
			for (const [id, fact] of facts) {
				fact.isDue = false;
				fact.most = countOf(`uploadCompleted:${id}`);
			}
		},
		change({ kind, pick, count, late }: Change) {
			const ids = [...facts.keys()];
			const id = ids[pick % ids.length] ?? 0;
			const fact = facts.get(id);
			if (kind < 40 || !fact) {
				return create(kind < 8 ? count * 4 : count, late, picked(STATUSES, pick));
			}
			if (kind < 85) {
				if (fact.status === 'uploaded') return;
				account.setVideoStatus(id, 'uploaded');
				finished(fact, !fact.isPast && !isBeginning());
				return;
			}
			if (!hasDepartures) return;
			account.removeVideo(id);
			fact.isDue = false;
			fact.status = 'uploaded';
		},
		// What hides below known records while as many leave is found by turns, and so is a change of
		// what stands on no page that was read: of those without a status five a poll, of others fifteen.
		quietPolls: () => {
			const dormant = [...facts.values()].filter(({ isDormant }) => isDormant).length;
			const turns = Math.max(Math.ceil(dormant / 5), Math.ceil((facts.size - dormant) / 15));
			return 5 + turns + pollsToSweep(history, facts.size);
		},
		truths: () => new Map([...facts].map(([id, fact]) => [`uploadCompleted:${id}`, fact])),
		// Every video is available to these.
		changed: () => parameters(['standard', changes++ % 2 === 0 ? 'free' : 'public']),
	};
}
