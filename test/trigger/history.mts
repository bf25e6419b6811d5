import * as fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { clock } from '../../nodes/shared/concurrency/concurrency.ts';
import { TriggerAccount, type Failure, type Quirks } from './account.mts';
import { type Ending, eventIdOf, Host } from './host.mts';
import { picked } from '../kit/defined.mts';
import { Ledger } from './ledger.mts';

/** A change in the account; a scene reads the numbers as it likes. */
export interface AccountChange {
	kind: number;
	pick: number;
	count: number;
	/** Seconds by which a record is listed later than it is dated. */
	late: number;
}

type Step =
	| { kind: 'change'; change: AccountChange }
	| { kind: 'poll'; seconds: number; ending: Ending }
	| { kind: 'restart' | 'manual' | 'overlap' }
	| { kind: 'fail'; times: number; failure: Failure }
	| { kind: 'fault'; times: number; pick: number }
	| { kind: 'during'; request: number; change: AccountChange }
	| { kind: 'killDuring'; request: number };

interface History {
	isDurable: boolean;
	quirks: Quirks;
	/** How long the service takes for each answer, in milliseconds, once the trigger has begun. */
	answerMs: number;
	/** What the durable engine gives to one poll after the other, in milliseconds. */
	budgets: number[];
	batch: number;
	/** Records that are there before the trigger begins. */
	before: number;
	variant: number;
	steps: Step[];
}

/** What a scene sees and does. */
export interface Stage {
	account: TriggerAccount;
	ledger: Ledger;
	history: History;
	/** Milliseconds. When the trigger began. */
	beganAt: () => number;
	/** How many polls more a promise takes: a poll that is under way may be past what changes now. */
	more: () => number;
	/** Somebody left a list: while it is read, others move up, and are found by the next full scan. */
	left: () => void;
}

/** One event's side of a history. */
export interface Scene {
	parameters: IDataObject;
	change(change: AccountChange): void;
	/** The process ended, and what was learnt since state was stored last with it. */
	crashed?(): void;
	/** What an item is called in the ledger, where its id does not say it. */
	nameOf?(item: INodeExecutionData): string;
	/** Answers that must not be believed. */
	faults?: TriggerAccount['faults'];
}

export type MakeScene = (stage: Stage) => Scene;

const change: fc.Arbitrary<AccountChange> = fc.record({
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

const poll = fc.record({
	kind: fc.constant('poll' as const),
	seconds: fc.constantFrom(1, 60, 60, 60, 300, 3600),
	ending: fc.constantFrom<Ending[]>('stored', 'stored', 'stored', 'stored', 'stateLost', 'allLost'),
});

const request = fc.integer({ min: 1, max: 5 });

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 10, arbitrary: fc.record({ kind: fc.constant('change' as const), change }) },
	{ weight: 10, arbitrary: poll },
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constantFrom('restart', 'manual', 'overlap' as const) }),
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
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('during' as const), request, change }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('killDuring' as const), request }) },
);

/** The look-ups that prove a departure beside a `total` of hidden customers do not fit into a poll of eight-second responses. */
const hasRoomForProof = ({ quirks, answerMs }: History) =>
	quirks.total !== 'withHidden' || answerMs < 8000;

const histories: fc.Arbitrary<History> = fc
	.record({
		isDurable: fc.boolean(),
		quirks: fc.record({
			pageSize: fc.constantFrom(4, 10, 50),
			total: fc.constantFrom('list', 'page', 'absent', 'withHidden'),
			ties: fc.constantFrom('oldestFirst', 'newestFirst'),
			replies: fc.constantFrom('inside', 'beside'),
		}),
		answerMs: fc.constantFrom(0, 0, 0, 0, 0, 2000, 8000),
		budgets: fc.array(fc.constantFrom(36_000, 45_000, 300_000, 600_000), {
			minLength: 1,
			maxLength: 3,
		}),
		batch: fc.constantFrom(3, 20, 1000),
		before: fc.nat({ max: 30 }),
		variant: fc.nat({ max: 99 }),
		// Without a size of its own, fast-check makes none longer than 13.
		steps: fc.array(step, { minLength: 3, maxLength: 25, size: 'max' }),
	})
	.filter(hasRoomForProof);

/** The clock of this machine is 90 days ahead of the service's. */
const CLOCKS_APART_MS = 90 * 24 * 3_600_000;

/** Quiet polls within which all must come, however slow the service is. */
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

	private during: Array<{ request: number; act: () => void }> = [];

	constructor(
		private readonly history: History,
		makeScene: MakeScene,
	) {
		const { quirks, batch, answerMs, isDurable } = history;
		this.account = new TriggerAccount(quirks);
		this.ledger = new Ledger(batch, answerMs === 0);
		this.scene = makeScene({
			account: this.account,
			ledger: this.ledger,
			history,
			beganAt: () => this.beganAt,
			more: () => (this.isUnderWay ? 1 : 0),
			left: () => {
				if (this.isUnderWay) this.ledger.again(2, this.account.now + 600_000);
			},
		});
		clock.now = () => this.account.now + CLOCKS_APART_MS;
		const options = { batchSize: batch, ...(this.scene.parameters.options as IDataObject) };
		this.host = new Host(this.account, {
			engine: isDurable ? 'durable' : 'classic',
			parameters: { ...this.scene.parameters, options },
		});
		this.host.beforeRequest = (request) => this.beforeRequest(request);
	}

	private beforeRequest(request: number): void {
		if (this.beganAt > 0) this.account.now += this.history.answerMs;
		const [due, later] = [true, false].map((isDue) =>
			this.during.filter((one) => (one.request === request) === isDue),
		);
		this.during = later ?? [];
		for (const { act } of due ?? []) act();
	}

	/** The name of an item: it has one id, which is no other's. */
	private nameOf(item: INodeExecutionData): string {
		const id = eventIdOf(item);
		const name = this.scene.nameOf?.(item) ?? id;
		const [isKnown, other] = [this.ids.get(name) ?? id, this.names.get(id) ?? name];
		if (isKnown !== id) throw new Error(`${name} has two ids: ${isKnown} and ${id}`);
		// Of a customer who changed twice while a repeat was due, nothing tells that it is none.
		const isRepeated = this.host.orphans.flat().some((orphan) => eventIdOf(orphan) === id);
		if (other !== name && !isRepeated) throw new Error(`${name} and ${other} have the id ${id}`);
		this.ids.set(name, id);
		this.names.set(id, name);
		return name;
	}

	/** What was stored since, as it reached the workflow. */
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
		// Comments that a poll could not read come with a later one, and it says so.
		const isUnread = host.warnings.slice(warnings).some((one) => one.includes('cannot be read'));
		if (account.faults.length < faults || isUnread) ledger.again();
		else if (host.isWhole) ledger.endWholePoll(now);
		if (host.stored !== stored) ledger.storedPolls = ledger.polls;
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
				return await this.poll(step.seconds, step.ending);
			case 'restart':
				return host.kill();
			case 'manual':
				account.failures = [];
				account.faults = [];
				await host.manual().catch((error: Error) => {
					if (!error.message.startsWith('There is no')) throw error;
				});
				return;
			case 'overlap':
				// No poll is in the second of another one: n8n's are ten seconds apart and more.
				account.now += 1000;
				await Promise.all(host.isDurable ? [host.poll()] : [host.poll(), host.poll()]);
				return this.check();
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
				this.during.push({ ...step, act: () => host.kill() });
		}
	}

	/** @throws Error when something was lost, late, came twice, or never happened */
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

/** @throws Error when something was lost, late, came twice, or never happened */
async function play(history: History, makeScene: MakeScene): Promise<void> {
	await new Player(history, makeScene).run();
}

/** Histories of each event in the normal test run. */
export const RUNS = Number(process.env.TRIGGER_RUNS ?? 100);

/**
 * Plays random histories.
 *
 * @throws Error with the smallest history that fails, and the seed to repeat it with TRIGGER_SEED
 */
export async function playRandom(makeScene: MakeScene): Promise<void> {
	const seed = Number(process.env.TRIGGER_SEED ?? 1);
	const property = fc.asyncProperty(histories, async (history) => await play(history, makeScene));
	await fc.assert(property, { numRuns: RUNS, seed });
}
