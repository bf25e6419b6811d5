import type { Availability } from '../account.mts';
import type { Change, Scene, Stage, Truth } from '../history.mts';
import { canLeave, pollsToSweep } from './patience.mts';
import { picked } from '../../kit/defined.mts';

interface Fact extends Truth, Availability {
	status: string | null;
	/** Whether viewers could watch it when it was looked at last, or at some moment since. */
	isPublished: boolean;
	/** Whether it was published before the trigger began. */
	isPast: boolean;
	/** Whether the service tells too little of it to be sure that it must fire. */
	isUncertain: boolean;
	/** Deliveries before the trigger began. */
	before: number;
}

const STATUSES = ['uploaded', 'uploaded', 'uploaded', 'processing', null];

/** Seconds from now at which availability begins, and those that it lasts. */
const BEGINNINGS = [null, 30, 200, -100, 700, 90];
const DURATIONS = [null, null, 400, null, 60];
const LATEST = 700;

const REMOVED = 'removed';

/** Videos are scheduled, rescheduled, finished, withdrawn and deleted. */
export function published({ account, now, history, isBeginning, countOf }: Stage): Scene {
	const facts = new Map<number, Fact>();
	const hasDepartures = canLeave(history);
	let beganAt = 0;
	let hasBegun = false;
	let changes = 0;
	let lookedAt = now();

	/** Takes note of what happened by the passing of time since the last look. */
	const look = () => {
		for (const fact of facts.values()) {
			const { status, from, until } = fact;
			const begin = Math.max(from ?? 0, lookedAt);
			const isNow = status === 'uploaded' && (from ?? 0) <= now() && (until ?? Infinity) > now();
			const wasMeanwhile =
				status === 'uploaded' && begin <= now() && begin < Math.min(until ?? Infinity, now());
			fact.isPublished = isNow || wasMeanwhile;
			if (!hasBegun || fact.isPast) continue;
			if (fact.isPublished) fact.most = fact.before + 1;
			fact.isUncertain ||= fact.isPublished && isBeginning();
			fact.isDue = isNow && !fact.isUncertain;
		}
		lookedAt = now();
	};

	const availability = (pick: number): Availability => {
		const [beginning, duration] = [picked(BEGINNINGS, pick), picked(DURATIONS, pick)];
		const from = beginning === null ? null : now() + beginning * 1000;
		return { from, until: duration === null ? null : (from ?? now()) + duration * 1000 };
	};

	const create = (count: number, late: number, pick: number) => {
		for (let index = 0; index < count; index++) {
			const createdAt = now() - late * 1000;
			const status = picked(STATUSES, pick + index);
			const times = availability(pick + index);
			// One that hides below known ones may be found when it is published, or never.
			const isUncertain = isBeginning() || createdAt < beganAt;
			const fact = { status, ...times, isUncertain, isPublished: false, isPast: false };
			const id = account.addVideo(status, createdAt, times);
			facts.set(id, { ...fact, before: 0, isDue: false, most: 0 });
		}
	};

	const change = ({ kind, pick, count, late }: Change) => {
		const ids = [...facts.keys()];
		const id = ids[pick % ids.length] ?? 0;
		const fact = facts.get(id);
		if (kind < 40 || !fact) return create(kind < 8 ? count * 4 : count, late, pick);
		if (fact.status === REMOVED) return;
		if (kind < 60) {
			fact.status = 'uploaded';
			return account.setVideoStatus(id, fact.status);
		}
		if (kind < 85) {
			const times = availability(pick + count);
			Object.assign(fact, times);
			// The trigger may see the one or the other.
			if (isBeginning()) Object.assign(fact, { isPast: false, isUncertain: true });
			return account.setAvailability(id, times);
		}
		if (!hasDepartures) return;
		account.removeVideo(id);
		fact.status = REMOVED;
	};

	const parameters = (plan: string[]) => ({
		event: 'videoPublished',
		filters: plan.length > 0 ? { plan } : {},
		options: { batchSize: history.batch },
	});

	create(history.before, 0, 0);
	for (let index = 0; index < history.before * 2; index++) create(1, 3600 + index * 60, index);

	return {
		parameters: parameters([]),
		begin() {
			look();
			beganAt = Math.floor(now() / 1000) * 1000;
			hasBegun = true;
			for (const [id, fact] of facts) {
				fact.isDue = false;
				fact.before = fact.most = countOf(`videoPublished:${id}`);
				const { status, from, until } = fact;
				fact.isPast = status === 'uploaded' && (from ?? 0) <= now() && (until ?? Infinity) > now();
				fact.isUncertain = false;
			}
		},
		change(one) {
			look();
			change(one);
			look();
		},
		// What hides below known records while as many leave is found by turns, and so is a change of
		// what stands on no page that was read: of those that are scheduled, five a poll.
		quietPolls: () => {
			const turns = Math.ceil(facts.size / 5) + Math.ceil(LATEST / 60);
			return 5 + turns + pollsToSweep(history, facts.size);
		},
		truths: () => {
			look();
			return new Map([...facts].map(([id, fact]) => [`videoPublished:${id}`, fact]));
		},
		// Every video is available to these.
		changed: () => parameters(['standard', changes++ % 2 === 0 ? 'free' : 'public']),
	};
}
