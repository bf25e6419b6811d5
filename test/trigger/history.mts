import * as fc from 'fast-check';
import type { IDataObject, INodeType } from 'n8n-workflow';

import { clock } from '../../nodes/shared/concurrency/clock.ts';
import { LightAccount, SimulatedAccount, type Account, type Quirks } from './account.mts';
import { eventIdOf, Host, type Ending } from './host.mts';

/** What happens in a history, beside the changes in the account that an event brings. */
type HostStep =
	| { kind: 'poll'; ending: Ending }
	| { kind: 'tick'; seconds: number }
	| { kind: 'restart' }
	| { kind: 'manual' }
	| { kind: 'overlap' }
	| { kind: 'change' }
	/** A failure of a request of the next polls: passing, or for as long as it is retried. */
	| {
			kind: 'fault';
			after: number;
			times: number;
			fault: 'status' | 'disconnect' | 'html' | 'notJson';
	  }
	/** The process ends before a request of the next poll. */
	| { kind: 'killDuring'; request: number }
	/** A change in the account before a request of the next poll. */
	| { kind: 'during'; request: number; change: Change };

/** A change in the account; an event reads the numbers as it likes. */
export interface Change {
	kind: number;
	pick: number;
	count: number;
	late: number;
}

type Step = HostStep | { kind: 'change in account'; change: Change };

export interface History {
	isDurable: boolean;
	quirks: Omit<Quirks, 'now'>;
	/** How long the service takes for each answer, once the trigger has begun. */
	answerMs?: number;
	batch: number;
	/** How much is there before the trigger begins. */
	before: number;
	variant: number;
	steps: Step[];
}

/** What must, may and must not fire, for one thing that can happen. */
export interface Truth {
	/** It certainly happened since the trigger began, and can still be found. */
	isDue: boolean;
	/** How often it may be delivered, beside deliveries whose state was lost. */
	most: number;
}

/** One event's side of a history. */
export interface Scene {
	parameters: IDataObject;
	/** Changes the account now; `isDuring` while a poll is under way. */
	change(change: Change): void;
	/** The trigger begins now, or begins afresh: what happened before is past. */
	begin(): void;
	/** Polls without an event after which none is to be expected any more, when answers take no time. */
	quietPolls(): number;
	/** The slowest answers with which everything is found in the durable engine's 36 seconds a poll. */
	slowestAnswerMs?: number;
	/** By event id. */
	truths(): Map<string, Truth>;
	/** The parameters after a change of filters. */
	changed(): IDataObject;
	/** The parameters after a refusal at publishing: what is not there any more is chosen no more. */
	corrected?(): IDataObject;
}

export interface Stage {
	account: Account;
	now: () => number;
	history: History;
	/** Whether the trigger's first poll is under way: what happens now is on either side of it. */
	isBeginning: () => boolean;
	/** How often an event was delivered so far. */
	countOf: (eventId: string) => number;
	/** Whether an event was delivered, and the state with it. */
	isSettled: (eventId: string) => boolean;
}

const change: fc.Arbitrary<Change> = fc.record({
	kind: fc.nat({ max: 99 }),
	pick: fc.nat({ max: 999 }),
	count: fc.integer({ min: 1, max: 12 }),
	late: fc.oneof(
		{ weight: 3, arbitrary: fc.constant(0) },
		{ weight: 1, arbitrary: fc.nat({ max: 90 }) },
	),
});

const ending = fc.oneof(
	{ weight: 8, arbitrary: fc.constant<Ending>('stored') },
	{ weight: 1, arbitrary: fc.constant<Ending>('stateLost') },
	{ weight: 1, arbitrary: fc.constant<Ending>('allLost') },
);

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 10, arbitrary: fc.record({ kind: fc.constant('change in account' as const), change }) },
	{ weight: 8, arbitrary: fc.record({ kind: fc.constant('poll' as const), ending }) },
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constant('tick' as const), seconds: fc.nat({ max: 120 }) }),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('manual' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('overlap' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('change' as const) }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('fault' as const),
			after: fc.nat({ max: 4 }),
			times: fc.constantFrom(1, 2, 3, 6),
			fault: fc.constantFrom(
				'status' as const,
				'disconnect' as const,
				'html' as const,
				'notJson' as const,
			),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('killDuring' as const),
			request: fc.integer({ min: 1, max: 6 }),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('during' as const),
			request: fc.integer({ min: 1, max: 6 }),
			change,
		}),
	},
);

export const histories: fc.Arbitrary<History> = fc.record({
	isDurable: fc.boolean(),
	quirks: fc.record({
		pageSize: fc.constantFrom(4, 10, 50),
		ties: fc.constantFrom('ascending' as const, 'descending' as const, 'mixed' as const),
		isPageMixed: fc.boolean(),
		total: fc.oneof(
			{ weight: 9, arbitrary: fc.constant('all' as const) },
			{
				weight: 3,
				arbitrary: fc.constantFrom(
					'none' as const,
					'page' as const,
					'pages' as const,
					'text' as const,
					'constant' as const,
				),
			},
		),
		defaultOrder: fc.constantFrom('newest' as const, 'oldest' as const, 'mixed' as const),
		undated: fc.constantFrom(
			'first' as const,
			'last' as const,
			'newest' as const,
			'oldest' as const,
		),
		replies: fc.constantFrom('inside' as const, 'beside' as const, 'both' as const),
		commentOrder: fc.constantFrom('newest' as const, 'oldest' as const),
	}),
	answerMs: fc.oneof(
		{ weight: 12, arbitrary: fc.constant(0) },
		{ weight: 1, arbitrary: fc.constantFrom(1000, 3000, 8000) },
	),
	batch: fc.constantFrom(3, 20, 1000),
	before: fc.nat({ max: 9 }),
	variant: fc.nat({ max: 99 }),
	// Without a size of its own, fast-check makes none longer than 13.
	steps: fc.array(step, { minLength: 3, maxLength: 22, size: 'max' }),
});

/** Polls that in the end find everything, when nothing disturbs them any more. */
const LAST_POLLS = 1000;

/** How far the clock of this machine is ahead of that of the service: 90 days. */
const CLOCKS_APART_MS = 90 * 24 * 3_600_000;

/** So many times as many polls it takes where each of them has time for two requests only. */
const SLOWER = 4;

/** And where a poll asks for one record alone, three kinds of them by turns. */
const POLLS_A_RECORD = 3;

class Player {
	private time = Date.UTC(2026, 0, 1, 12);

	private isBeginning = false;

	private readonly during: Array<{ request: number; act: () => void }> = [];

	private readonly account: Account;

	private readonly scene: Scene;

	private readonly host: Host;

	private readonly answerMs: number;

	constructor(
		private readonly history: History,
		makeScene: MakeScene,
		{ isSimulated = false, node }: PlayOptions,
	) {
		const quirks = { ...history.quirks, now: () => this.time };
		this.account = isSimulated ? new SimulatedAccount(quirks) : new LightAccount(quirks);
		this.scene = makeScene({
			account: this.account,
			now: () => this.time,
			history,
			isBeginning: () => this.isBeginning,
			countOf: (eventId) => this.host.delivered.filter((id) => id === eventId).length,
			isSettled: (eventId) =>
				this.host.delivered.filter((id) => id === eventId).length > this.orphansOf(eventId),
		});
		this.answerMs = Math.min(history.answerMs ?? 0, this.scene.slowestAnswerMs ?? Infinity);
		clock.now = () => this.time + CLOCKS_APART_MS;
		this.host = new Host(this.account, {
			...(node && { node }),
			engine: history.isDurable ? 'durable' : 'classic',
			parameters: {},
		});
		this.host.beforeRequest = (request) => {
			if (!this.isBeginning) this.time += this.answerMs;
			for (const one of this.during.filter((waiting) => waiting.request === request)) {
				this.during.splice(this.during.indexOf(one), 1);
				one.act();
			}
		};
	}

	/** A person publishes, again when something was in the way. */
	private async publish(mode: 'activate' | 'update', parameters: IDataObject): Promise<void> {
		const { host, scene } = this;
		let before = JSON.stringify(host.parameters);
		host.parameters = parameters;
		let isAnew = false;
		do {
			// What is corrected is another choice as well, with which the trigger starts afresh.
			isAnew ||= JSON.stringify(host.parameters) !== before;
			before = JSON.stringify(host.parameters);
			this.isBeginning = isAnew;
			if (isAnew) scene.begin();
			await host.activate(mode).catch(() => this.correct());
			// Of a change, the durable engine knows with its next poll only.
			if (isAnew && mode === 'update' && host.isDurable) await host.poll();
		} while (!host.isRunning);
		this.isBeginning = false;
	}

	private correct(): void {
		this.account.faults.clear();
		this.host.parameters = this.scene.corrected?.() ?? this.host.parameters;
	}

	private async play(one: Step): Promise<void> {
		const { host, account, scene } = this;
		switch (one.kind) {
			case 'change in account':
				return scene.change(one.change);
			case 'poll':
				this.time += 1000;
				await host.poll(one.ending);
				return;
			case 'tick':
				this.time += one.seconds * 1000;
				return;
			case 'restart':
				host.kill();
				return;
			case 'manual':
				account.faults.clear();
				await host.manual().catch((error: Error) => {
					if (!error.message.startsWith('There is no')) throw error;
				});
				return;
			case 'overlap':
				await Promise.all(host.isDurable ? [host.poll()] : [host.poll(), host.poll()]);
				return;
			case 'change':
				account.faults.clear();
				return await this.publish('update', scene.changed());
			case 'fault':
				account.faults.add({ after: one.after, times: one.times, kind: one.fault });
				return;
			case 'killDuring':
				this.during.push({ request: one.request, act: () => host.kill() });
				return;
			case 'during':
				this.during.push({ request: one.request, act: () => scene.change(one.change) });
		}
	}

	private settle(): void {
		this.during.length = 0;
		this.account.faults.clear();
	}

	private quietPolls(): number {
		const polls = this.scene.quietPolls();
		if (this.answerMs === 0) return polls;
		return polls * SLOWER + this.scene.truths().size * POLLS_A_RECORD;
	}

	/** @throws Error when something was lost, or delivered more often than it may */
	async run(): Promise<void> {
		const { host, history, scene } = this;
		await this.publish('activate', this.scene.parameters);
		for (const one of history.steps) await this.play(one);
		this.settle();
		for (let polls = 0, quiet = 0; polls < LAST_POLLS && quiet < this.quietPolls(); polls++) {
			this.time += 60_000;
			quiet = (await host.poll()).length > 0 ? 0 : quiet + 1;
		}
		this.check(scene.truths());
	}

	/** How often an event was delivered and the state was lost. */
	private orphansOf(eventId: string): number {
		const orphans = this.host.orphans.flat();
		return orphans.filter((item) => eventIdOf(item) === eventId).length;
	}

	private check(truths: Map<string, Truth>): void {
		const counts = new Map<string, number>();
		for (const id of this.host.delivered) counts.set(id, (counts.get(id) ?? 0) + 1);
		for (const [id, { isDue, most }] of truths) {
			const count = counts.get(id) ?? 0;
			if (isDue && count === 0) throw new Error(`${id} was lost`);
			const allowed = most + this.orphansOf(id);
			if (count > allowed) throw new Error(`${id} came ${count} times, ${allowed} are right`);
		}
		for (const execution of this.host.executions) {
			const moments = execution.map(({ json }) => String((json.event as IDataObject).occurredAt));
			if (moments.join() !== [...moments].sort().join()) throw new Error('Not oldest first');
			if (execution.length > this.history.batch) throw new Error('More than a batch');
		}
		const [unexpected] = [...counts.keys()].filter((id) => !truths.has(id));
		if (unexpected) throw new Error(`${unexpected} never happened`);
		if (this.host.stored.length > 64_000) throw new Error('The state is too large');
		const [violation] = this.account.violations();
		if (violation) throw new Error(violation);
	}
}

type MakeScene = (stage: Stage) => Scene;

export interface PlayOptions {
	/** Which histories: the same ones each time; by default others in each run. */
	seed?: number;
	/** Against the simulated service, in the place of plain data. */
	isSimulated?: boolean;
	/** The node under test. */
	node?: INodeType;
	/** Whether the smallest history that fails is looked for; by default it is. */
	isShrunk?: boolean;
}

/**
 * Plays a history to its end.
 *
 * @throws Error when something was lost, or delivered more often than it may
 */
export async function play(
	one: History,
	makeScene: MakeScene,
	options: PlayOptions = {},
): Promise<void> {
	await new Player(one, makeScene, options).run();
}

/** What the simulated service does where services differ. */
const SIMULATED = { ties: 'descending', isPageMixed: false, total: 'all' } as const;

/** Histories of each event in the normal test run. */
export const RUNS = Number(process.env.TRIGGER_RUNS ?? 2000);

/** How long a slow machine may take for them: two minutes are usual for 2,000. */
export const PATIENCE_MS = 900 * Math.max(2000, RUNS);

/**
 * Plays random histories.
 *
 * @throws Error with the smallest history that fails, and the seed to repeat it with TRIGGER_SEED
 */
export async function playRandom(
	makeScene: MakeScene,
	numRuns: number,
	options: PlayOptions = {},
): Promise<void> {
	const { isSimulated, isShrunk = true } = options;
	const given = options.seed ?? process.env.TRIGGER_SEED;
	await fc.assert(
		fc.asyncProperty(histories, async (history) => {
			const { quirks } = history;
			const played = isSimulated ? { ...history, quirks: { ...quirks, ...SIMULATED } } : history;
			await play(played, makeScene, options);
		}),
		{ numRuns, endOnFailure: !isShrunk, ...(given ? { seed: Number(given) } : {}) },
	);
}
