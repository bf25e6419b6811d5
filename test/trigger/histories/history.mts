import * as fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { expect } from 'vitest';

import { clock } from '../../../nodes/shared/concurrency/clock.ts';
import { TriggerAccount, type Failure, type Quirks } from '../account.mts';
import { type Ending, type Engine, ENGINES, eventIdOf, Host, type Together } from '../host.mts';
import { picked } from '../../kit/defined.mts';
import { Ledger } from './ledger.mts';

/** A change in the account. Each scene interprets the numbers in its own way. */
export interface AccountChange {
	kind: number;
	pick: number;
	count: number;
	/** Seconds between the creation date of a record and its first appearance in lists. */
	late: number;
}

type Step =
	| { kind: 'change'; change: AccountChange }
	| { kind: 'poll'; seconds: number; ending: Ending }
	| { kind: 'restart' | 'manual' | 'republish' | 'registerAgain' | 'otherLoads' | 'otherSaves' }
	| { kind: 'together'; together: Together }
	| { kind: 'fail'; times: number; failure: Failure }
	| { kind: 'fault'; times: number; pick: number }
	| { kind: 'during'; request: number; change: AccountChange }
	| { kind: 'killDuring'; request: number }
	| { kind: 'select'; pick: number };

interface History {
	engine: Engine;
	quirks: Quirks;
	/** Milliseconds that the service takes for each response after the activation. */
	responseMs: number;
	/** The time budgets of consecutive polls in the durable engine, in milliseconds. */
	budgets: number[];
	/** The option Events per Execution; undefined where it is not added. */
	batch: number | undefined;
	/** How many records exist before the activation. */
	before: number;
	variant: number;
	steps: Step[];
}

/** What a scene has access to. */
export interface Stage {
	account: TriggerAccount;
	ledger: Ledger;
	history: History;
	/** Returns the time of the activation, in milliseconds. */
	beganAt: () => number;
	/** Returns how many polls a deadline is longer: a running poll may have read past the change already. */
	more: () => number;
	/** Returns what n8n has stored of the trigger. */
	stored: () => string;
	/** Records that a list lost a record: the records behind it move up during a scan, and the next full scan finds them. */
	left: () => void;
}

/** How a history plays for one event type. */
export interface Scene {
	parameters: IDataObject;
	change(change: AccountChange): void;
	/** Called when the process ended and lost what it had learnt since the state was stored last. */
	crashed?(): void;
	/** Returns the name of an item in the ledger. Without it, the event ID is the name. */
	nameOf?(item: INodeExecutionData): string;
	/** Wrong responses that the trigger must not trust. */
	faults?: TriggerAccount['faults'];
	/** Chooses other events, if the scene has several. Called before the workflow is published with them. */
	select?(pick: number): void;
	/** Called after that, with whether the workflow is published. */
	selected?(isPublished: boolean): void;
	/** Whether only lost events fail a history, and not late ones. */
	isUntimed?: boolean;
}

export type MakeScene = (stage: Stage) => Scene;

const anyChange: fc.Arbitrary<AccountChange> = fc.record({
	kind: fc.nat({ max: 99 }),
	pick: fc.nat({ max: 999 }),
	count: fc.integer({ min: 1, max: 12 }),
	late: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(0) },
		{ weight: 1, arbitrary: fc.nat({ max: 100 }) },
		{ weight: 1, arbitrary: fc.integer({ min: 130, max: 3000 }) },
		{ weight: 1, arbitrary: fc.integer({ min: 3601, max: 20_000 }) },
	),
});

const anyPoll = fc.record({
	kind: fc.constant('poll' as const),
	seconds: fc.constantFrom(1, 60, 60, 60, 300, 3600),
	ending: fc.constantFrom<Ending[]>(
		...Array<Ending>(8).fill('stored'),
		'stateLost',
		'allLost',
		'discarded',
	),
});

const anyRequest = fc.integer({ min: 1, max: 5 });

const anyStep: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 10, arbitrary: fc.record({ kind: fc.constant('change' as const), change: anyChange }) },
	{ weight: 10, arbitrary: anyPoll },
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constantFrom('restart', 'manual', 'republish', 'registerAgain' as const),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constantFrom('otherLoads', 'otherSaves' as const) }),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('together' as const),
			together: fc.constantFrom<Together[]>('atOnce', 'inTurn'),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('fail' as const),
			times: fc.constantFrom(1, 2, 3, 6),
			failure: fc.constantFrom<Failure[]>(500, 429, 'disconnect'),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('fault' as const),
			times: fc.constantFrom(1, 2, 3),
			pick: fc.nat({ max: 9 }),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('during' as const),
			request: anyRequest,
			change: anyChange,
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant('killDuring' as const), request: anyRequest }),
	},
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constant('select' as const), pick: fc.nat({ max: 999 }) }),
	},
);

const anyHistory: fc.Arbitrary<History> = fc.record({
	engine: fc.constantFrom(...ENGINES),
	quirks: fc.record({
		pageSize: fc.constantFrom(4, 10, 50),
		total: fc.constantFrom('list', 'page', 'absent', 'withHidden'),
		ties: fc.constantFrom('oldestFirst', 'newestFirst'),
		replies: fc.constantFrom('inside', 'beside'),
	}),
	// Where each response takes eight seconds, the time of a poll runs out while publishing reads: docs/trigger-operations.md, Limits.
	responseMs: fc.constantFrom(0, 0, 0, 0, 0, 2000),
	budgets: fc.array(fc.constantFrom(36_000, 45_000, 299_000, 600_000), {
		minLength: 1,
		maxLength: 3,
	}),
	batch: fc.constantFrom(1, 3, 10, undefined),
	before: fc.nat({ max: 30 }),
	variant: fc.nat({ max: 99 }),
	// Without `size`, fast-check generates no more than 13 steps.
	steps: fc.array(anyStep, { minLength: 3, maxLength: 25, size: 'max' }),
});

/** How far the clock of this machine is ahead of the service's: 90 days. */
const CLOCKS_APART_MS = 90 * 24 * 3_600_000;

/** Polls without changes in which every open event must be delivered, also by a slow service. */
const LAST_POLLS = 400;

class Player {
	private readonly account: TriggerAccount;

	private readonly ledger: Ledger;

	private readonly host: Host;

	private readonly scene: Scene;

	private beganAt = 0;

	private isUnderWay = false;

	private delivered = 0;

	private readonly ids = new Map<string, string>();

	private readonly names = new Map<string, string>();

	private during: Array<{ request: number; act: () => unknown }> = [];

	constructor(
		private readonly history: History,
		makeScene: MakeScene,
	) {
		const { quirks, batch, responseMs, engine } = history;
		this.account = new TriggerAccount(quirks);
		this.ledger = new Ledger(batch ?? 1000);
		this.scene = makeScene({
			account: this.account,
			ledger: this.ledger,
			history,
			beganAt: () => this.beganAt,
			stored: () => this.host.stored,
			more: () => (this.isUnderWay ? 1 : 0),
			left: () => {
				if (this.isUnderWay) this.ledger.again(2, this.account.now + 600_000);
			},
		});
		this.ledger.isTimed = responseMs === 0 && this.scene.isUntimed !== true;
		clock.now = () => this.account.now + CLOCKS_APART_MS;
		const { parameters } = this.scene;
		this.host = new Host(this.account, { engine, parameters, maxEvents: batch });
		this.host.beforeRequest = (request) => this.beforeRequest(request);
	}

	private beforeRequest(request: number): void {
		if (this.beganAt > 0) this.account.now += this.history.responseMs;
		const [due, later] = [true, false].map((isDue) =>
			this.during.filter((one) => (one.request === request) === isDue),
		);
		this.during = later ?? [];
		for (const { act } of due ?? []) act();
	}

	/**
	 * Whether n8n has put the state back to before an event of a record and another one, and lost what the process knew. Only
	 * the latest of them may be found again, with the number of the first one (docs/trigger-operations.md, Limits).
	 */
	private isNumberedAnew({ json }: INodeExecutionData, ids: string[]): boolean {
		const orphans = this.host.orphans.flat().filter((orphan) => orphan.json.id === json.id);
		const lost = new Set(orphans.map(eventIdOf));
		return lost.size > 1 && ids.some((id) => lost.has(id));
	}

	/** Returns the name of an item, and asserts that name and event ID belong to each other only. */
	private nameOf(item: INodeExecutionData): string {
		const id = eventIdOf(item);
		const name = this.scene.nameOf?.(item) ?? id;
		const [isKnown, other] = [this.ids.get(name) ?? id, this.names.get(id) ?? name];
		if (isKnown !== id && !this.isNumberedAnew(item, [isKnown, id]))
			throw new Error(`${name} has two ids: ${isKnown} and ${id}`);
		// A customer who changed twice before a repeated delivery cannot be distinguished from a repeat.
		const isRepeated = this.host.orphans.flat().some((orphan) => eventIdOf(orphan) === id);
		if (other !== name && !isRepeated) throw new Error(`${name} and ${other} have the id ${id}`);
		this.ids.set(name, id);
		this.names.set(id, name);
		return name;
	}

	/** Checks the executions and the state that were stored since the last check. */
	private check(): void {
		const orphans = new Map<string, number>();
		for (const name of this.host.orphans.flat().map((item) => this.nameOf(item))) {
			orphans.set(name, (orphans.get(name) ?? 0) + 1);
		}
		for (const items of this.host.executions.slice(this.delivered)) {
			const names = items.map((item) => this.nameOf(item));
			this.ledger.deliver(names, orphans);
			const moments = items.map(({ json }) => String((json.event as IDataObject).occurredAt));
			if (moments.join() !== [...moments].sort().join()) throw new Error('Not oldest first');
		}
		this.delivered = this.host.executions.length;
		if (this.host.stored.length > 64_000) throw new Error('The state is too large');
	}

	private async poll(seconds: number, ending: Ending): Promise<void> {
		const { host, account, ledger } = this;
		account.now += seconds * 1000;
		const { now } = account;
		const { stored } = host;
		const faults = account.faults.length;
		const warnings = host.warnings.length;
		this.isUnderWay = true;
		host.budgetMs = this.history.budgets[ledger.polls % this.history.budgets.length];
		await host.poll(ending);
		this.isUnderWay = false;
		this.check();
		// A poll that could not read the comments on a video logs a warning and leaves them to a later poll.
		const isUnread = host.warnings.slice(warnings).some((one) => one.includes("can't be read"));
		if (account.faults.length < faults || isUnread) ledger.again();
		else if (host.isWhole) ledger.endWholePoll(now);
		if (host.stored !== stored) ledger.storedPolls = ledger.polls;
	}

	/**
	 * Whether n8n has saved a state. With durable cursors it saves none before the first poll, and a crash can lose what
	 * happened since publishing (docs/trigger-operations.md), so the process ends only later.
	 */
	private get canCrash(): boolean {
		return this.host.stored !== '{}';
	}

	private crashed(): void {
		this.ledger.again();
		this.scene.crashed?.();
	}

	private async play(step: Step): Promise<void> {
		const wasRunning = this.host.isRunning;
		await this.act(step);
		if (wasRunning && !this.host.isRunning) this.crashed();
	}

	private async act(step: Step): Promise<void> {
		const { host, account } = this;
		switch (step.kind) {
			case 'change':
				return this.scene.change(step.change);
			case 'poll':
				return await this.poll(step.seconds, this.canCrash ? step.ending : 'stored');
			case 'restart':
				if (this.canCrash) host.kill();
				return;
			case 'manual':
				account.failures = [];
				account.faults = [];
				await host.manual().catch((error: Error) => {
					if (!error.message.startsWith('There is no')) throw error;
				});
				return;
			case 'republish':
			case 'registerAgain':
				if (!host.isRunning) return;
				account.now += 1000;
				// A refusal ends the registration. n8n tries again, which here the next poll does.
				await host[step.kind]().catch(() => {});
				return this.check();
			case 'select':
				return await this.select(step.pick);
			case 'otherLoads':
			case 'otherSaves':
				return host[step.kind]();
			case 'together':
				account.now += 1000;
				await host.pollTogether(step.together);
				return this.check();
			default:
				return this.disturb(step);
		}
	}

	/** Publishes the workflow with other events, where the scene has several. */
	private async select(pick: number): Promise<void> {
		const { host, account, scene } = this;
		if (!host.isRunning || !scene.select) return;
		account.failures = [];
		account.faults = [];
		account.now += 1000;
		scene.select(pick);
		host.parameters = scene.parameters;
		await host.republish().catch(() => {});
		scene.selected?.(host.isRunning);
		this.check();
	}

	/** Prepares what goes wrong, or happens, during later polls. */
	private disturb(step: Step): void {
		const { host, account } = this;
		switch (step.kind) {
			case 'fail':
				account.failures.push(...new Array<Failure>(step.times).fill(step.failure));
				return;
			case 'fault': {
				const { faults = [] } = this.scene;
				if (faults.length > 0)
					account.faults.push(
						...Array.from({ length: step.times }, () => picked(faults, step.pick)),
					);
				return;
			}
			case 'during':
				this.during.push({ ...step, act: () => this.scene.change(step.change) });
				return;
			case 'killDuring':
				this.during.push({ ...step, act: () => this.canCrash && host.kill() });
		}
	}

	/** @throws Error when an event was lost, late, delivered twice, or never happened */
	async run(): Promise<void> {
		const { account, ledger } = this;
		await this.host.activate();
		this.beganAt = account.now;
		for (const step of this.history.steps) await this.play(step);
		this.during = [];
		account.failures = [];
		account.faults = [];
		ledger.again();
		for (let polls = 0; polls < LAST_POLLS && !(ledger.isSettled && polls > 12); polls++) {
			await this.poll(60, 'stored');
		}
		if (ledger.lost.length > 0) throw new Error(`${ledger.lost.join(', ')} were lost`);
	}
}

/** @throws Error when an event was lost, late, delivered twice, or never happened */
async function playHistory(history: History, makeScene: MakeScene): Promise<void> {
	await new Player(history, makeScene).run();
}

/** How many histories of each event are played: few in `npm test`, always the same; CI plays more, and others. */
export const RUNS = Number(process.env.TRIGGER_RUNS ?? 15);

/** Maximum smaller histories that are tried after a failure: one with a lost event takes seconds. */
const MAX_SMALLER = 12;

/**
 * Plays random histories.
 *
 * @throws Error with a small history that fails and the seed that repeats it as TRIGGER_SEED
 */
export async function playRandom(makeScene: MakeScene): Promise<void> {
	const seed = Number(process.env.TRIGGER_SEED ?? 1);
	let hasFailed = false;
	let smaller = 0;
	const property = fc.asyncProperty(anyHistory, async (history) => {
		// Those beyond the maximum count as played.
		if (hasFailed && smaller++ >= MAX_SMALLER) return;
		await playHistory(history, makeScene).catch((error: unknown) => {
			hasFailed = true;
			throw error;
		});
	});
	const failure = await fc.asyncDefaultReportMessage(
		await fc.check(property, { numRuns: RUNS, seed, includeErrorInReport: true }),
	);
	expect(failure, failure).toBeUndefined();
}
