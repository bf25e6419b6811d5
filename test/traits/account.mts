import nock from 'nock';
import type { INodeParameters } from 'n8n-workflow';

import { runNode, type RunResult } from '../kit/engine.mts';
import { OpenAccount } from '../nodes/account.mts';
import type { ServiceOptions, SimulatedService } from '../../service/index.mts';
import type { AccountState } from '../../service/state.mts';

/** Serializes the records of the account by name, without fields that change over time. */
type Snapshot = ReadonlyMap<string, string>;

const withoutMoments = (record: object): string =>
	JSON.stringify(record, (name, value: unknown) =>
		['createdAt', 'updatedAt', 'finishesAt', 'status', 'seconds', 'hasSource'].includes(name)
			? undefined
			: value,
	);

const snapshotOf = (state: AccountState): Snapshot => {
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

/** A run of one operation: its result and its requests. */
export interface TraitRun extends RunResult {
	before: Snapshot;
	after: Snapshot;
	/** The number of requests. */
	requests: number;
	/** Milliseconds by the test clock. */
	milliseconds: number;
	/** Hosts other than the service that received a request. */
	foreign: string[];
	/** Violations of the contract. */
	violations: string[];
}

/** An account of a simulated service with some traits. */
export class TraitAccount {
	private readonly foreign: string[] = [];

	/** Called for every request, including pages that an earlier run had requested ahead. */
	private readonly noteForeign = ({ url }: Request): void => {
		const { host } = new URL(url);
		if (!host.startsWith('127.0.0.1:')) this.foreign.push(host);
	};

	private constructor(private readonly account: OpenAccount) {
		nock.emitter.on('no match', this.noteForeign);
	}

	static async open(traits: ServiceOptions): Promise<TraitAccount> {
		return new TraitAccount(await OpenAccount.open({ customers: 12, videos: 9, ...traits }));
	}

	async close(): Promise<void> {
		nock.emitter.removeListener('no match', this.noteForeign);
		await this.account.close();
	}

	get service(): SimulatedService {
		return this.account.service;
	}

	/** Secrets that must not appear anywhere, in their encoded forms. */
	get secrets(): string[] {
		const { apiKey, clientSecret } = this.service.settings;
		const base64 = [apiKey, `${apiKey}:`].map((text) => Buffer.from(text).toString('base64url'));
		return [apiKey, clientSecret, ...base64];
	}

	async run(node: string, parameters: INodeParameters, isOAuth2: boolean): Promise<TraitRun> {
		const { service, account, foreign } = this;
		const start = account.clock.now;
		service.clearLogs();
		const before = snapshotOf(service.state);
		const result = await runNode({
			node,
			parameters: { resource: node, ...parameters },
			credential: account.credential(isOAuth2),
		});
		return {
			...result,
			before,
			after: snapshotOf(service.state),
			requests: service.requests.length,
			milliseconds: account.clock.now - start,
			foreign,
			violations: service.violations.map(
				({ request, problem }) => `${request.method} ${request.path}: ${problem}`,
			),
		};
	}
}
