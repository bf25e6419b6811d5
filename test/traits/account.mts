import { createRequire } from 'node:module';

import nock from 'nock';
import type { INodeParameters } from 'n8n-workflow';

import type * as ClockModule from '../../nodes/shared/concurrency/clock';
import { apiKeyCredential, oAuth2Credential, runNode, type RunResult } from '../kit/engine.mts';
import {
	startService,
	type RunningService,
	type ServiceOptions,
	type SimulatedService,
} from '../../service/index.mts';
import type { State } from '../../service/state.mts';

const require = createRequire(import.meta.url);
const { clock } = require('../../dist/nodes/shared/concurrency/clock.js') as typeof ClockModule;

/** Deadlines up to this one, in milliseconds, pass by themselves: they bound what takes no time here. */
const SHORT_MS = 1000;

/** The hands of a clock that both sides live by: waiting takes no time, and a held answer all there is. */
class TurnedClock {
	now = Date.parse('2026-03-01T12:00:00Z');

	private deadlines: Array<{ at: number; controller: AbortController }> = [];

	private readonly real = { ...clock };

	/** The hands are put on by themselves: a spy would remember every look at the clock, for all that follows. */
	constructor() {
		clock.now = () => this.now;
		clock.monotonic = () => this.now;
		clock.sleep = async (milliseconds) => {
			this.now += milliseconds;
			await Promise.resolve();
		};
		clock.deadline = (milliseconds) => {
			if (milliseconds <= SHORT_MS) return AbortSignal.timeout(milliseconds);
			const controller = new AbortController();
			this.deadlines.push({ at: this.now + milliseconds, controller });
			return controller.signal;
		};
	}

	putBack(): void {
		Object.assign(clock, this.real);
	}

	/** Lets time pass until every deadline is over. */
	passDeadlines(): void {
		this.now = Math.max(this.now, ...this.deadlines.map(({ at }) => at));
		for (const { controller } of this.deadlines.splice(0)) controller.abort();
	}
}

/** What the account holds, each record as text by its name; without what changes by itself. */
export type Snapshot = ReadonlyMap<string, string>;

const withoutMoments = (record: object): string =>
	JSON.stringify(record, (name, value: unknown) =>
		['createdAt', 'updatedAt', 'finishesAt', 'status', 'seconds', 'hasSource'].includes(name)
			? undefined
			: value,
	);

const snapshotOf = (state: State): Snapshot => {
	const records = {
		customer: state.customers.all({ status: 'all' }, 'oldest'),
		video: [...state.videos.all()].filter(({ deletedAt }) => deletedAt === null),
		collection: [...state.collections.all()],
		comment: [...state.comments.all()],
	};
	const named = Object.entries(records).flatMap(([kind, all]) =>
		all.map((record): [string, string] => [`${kind} ${record.id}`, withoutMoments(record)]),
	);
	return new Map([...named, ['order of collections', String(state.collectionOrder)]]);
};

/** A run of one operation: what it gave, and what it did. */
export interface Run extends RunResult {
	before: Snapshot;
	after: Snapshot;
	/** How many requests it took. */
	requests: number;
	/** How long it took, by the turned clock. */
	milliseconds: number;
	/** Hosts that were asked and are not the service. */
	foreign: string[];
	/** What the requests did against the contract. */
	violations: string[];
}

let accounts = 0;

/** A service with some traits, and a clock that both sides live by. */
export class TraitAccount {
	/** The addresses of the nodes' fields come from here. */
	readonly service: SimulatedService;

	private readonly foreign: string[] = [];

	/** Hears of every request, also of pages that an earlier run asked for and did not need any more. */
	private readonly noteForeign = ({ host = '' }: { host?: string }): void => {
		if (!host.startsWith('127.0.0.1:')) this.foreign.push(host);
	};

	private constructor(
		private readonly running: RunningService,
		private readonly clock: TurnedClock,
	) {
		this.service = running.service;
		nock.emitter.on('no match', this.noteForeign);
	}

	static async open(traits: ServiceOptions): Promise<TraitAccount> {
		const turned = new TurnedClock();
		nock.disableNetConnect();
		nock.enableNetConnect('127.0.0.1');
		const running = await startService({
			customers: 12,
			videos: 9,
			...traits,
			now: () => new Date(turned.now),
			onHeld: () => turned.passDeadlines(),
		});
		return new TraitAccount(running, turned);
	}

	async close(): Promise<void> {
		nock.emitter.removeListener('no match', this.noteForeign);
		await this.running.close();
		this.clock.putBack();
	}

	/** What nobody may see, in every form that is not just as long. */
	get secrets(): string[] {
		const { apiKey, clientSecret } = this.service.settings;
		const base64 = [apiKey, `${apiKey}:`].map((text) => Buffer.from(text).toString('base64url'));
		return [apiKey, clientSecret, ...base64];
	}

	get now(): number {
		return this.clock.now;
	}

	async run(node: string, parameters: INodeParameters, isOAuth2: boolean): Promise<Run> {
		const { service, running } = this;
		const { apiKey, clientId, clientSecret } = service.settings;
		accounts += 1;
		// what is kept for a credential is not shared between runs
		const credential = {
			...(isOAuth2
				? oAuth2Credential(running.url, { clientId, clientSecret })
				: apiKeyCredential(running.url, { apiKey })),
			id: `traits-${accounts}`,
		};
		const start = this.now;
		service.clearLogs();
		const before = snapshotOf(service.state);
		const result = await runNode({
			node,
			parameters: { resource: node, ...parameters },
			credential,
		});
		return {
			...result,
			before,
			after: snapshotOf(service.state),
			requests: service.requests.length,
			milliseconds: this.now - start,
			foreign: this.foreign,
			violations: service.violations.map(
				({ request, problem }) => `${request.method} ${request.path}: ${problem}`,
			),
		};
	}
}
