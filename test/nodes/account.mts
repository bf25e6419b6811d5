import { randomUUID } from 'node:crypto';

import nock from 'nock';
import type { IDataObject, INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { afterEach, beforeEach, expect, vi } from 'vitest';

import { only } from '../kit/defined.mts';
import {
	apiKeyCredential,
	oAuth2Credential,
	runNode,
	runNodeOnInputs,
	searchList,
	type Credential,
	type RunOptions,
	type RunResult,
} from '../kit/engine.mts';
import { TurnedClock } from '../kit/time.mts';
import { openService } from '../kit/service.mts';
import type { Fault } from '../../service/faults.mts';
import type {
	RunningService,
	ServerOptions,
	SimulatedRequest,
	SimulatedService,
} from '../../service/index.mts';

/** Differs from the default of the credential's field, so that an ignored prefix fails. */
export const HEADER_PREFIX = 'Acme';

/** A running account of the simulated service, and the clock that it shares with the nodes. */
export class OpenAccount {
	private constructor(
		private readonly running: RunningService,
		readonly clock: TurnedClock,
	) {}

	static async open(options: ServerOptions): Promise<OpenAccount> {
		const clock = new TurnedClock();
		nock.disableNetConnect();
		nock.enableNetConnect('127.0.0.1');
		const now = () => new Date(clock.now);
		const onHeld = () => clock.passDeadlines();
		return new OpenAccount(
			await openService({ headerPrefix: HEADER_PREFIX, ...options, now, onHeld }),
			clock,
		);
	}

	async close(): Promise<void> {
		await this.running.close();
		this.clock.putBack();
	}

	get service(): SimulatedService {
		return this.running.service;
	}

	/** Returns a new credential, so that nothing kept by credential is shared, also with another file of tests. */
	credential(isOAuth2: boolean): Credential {
		const { apiKey, clientId, clientSecret, headerPrefix } = this.service.settings;
		const { url } = this.running;
		const credential = isOAuth2
			? oAuth2Credential(url, { clientId, clientSecret, headerPrefix })
			: apiKeyCredential(url, { apiKey, headerPrefix });
		return { ...credential, id: `account ${randomUUID()}` };
	}
}

interface OnTheWay {
	query?: (query: string) => string;
	body?: (body: string, request: SimulatedRequest) => string;
}

/** An account that is empty at the start of each test. Waiting takes no time. */
export class Account {
	private open!: OpenAccount;

	/** The credential of all runs of a test. */
	credential!: Credential;

	/**
	 * @param node the short name of the node whose operations are run
	 * @param defaults parameters of every run, which a run may override
	 */
	constructor(
		private readonly node: string,
		private readonly defaults: INodeParameters = {},
		private readonly options: ServerOptions = {},
	) {
		const isOAuth2 = node === 'pairingCode' || defaults.authentication === 'oAuth2';
		beforeEach(async () => {
			// The service listens on this machine: a connection past nock takes three quarters of the time.
			nock.restore();
			this.open = await OpenAccount.open({ seed: 'empty', ...this.options });
			this.credential = this.open.credential(isOAuth2);
		});
		afterEach(async () => {
			const { violations } = this.service;
			await this.open.close();
			if (!nock.isActive()) nock.activate();
			expect(violations).toEqual([]);
		});
	}

	get clock(): TurnedClock {
		return this.open.clock;
	}

	get service(): SimulatedService {
		return this.open.service;
	}

	/** The requests so far: `GET /customers`. */
	get asked(): string[] {
		return this.service.requests.map(({ method, path }) => `${method} ${path}`);
	}

	get writes(): string[] {
		return this.asked.filter((request) => !request.startsWith('GET'));
	}

	/** All customers, of any status, oldest first. */
	get customers() {
		return this.service.state.customers.all({ status: 'all' }, 'oldest');
	}

	/** Calls `happens` once, just before the service handles a request with this method. */
	before(method: string, happens: () => void): void {
		const handle = this.service.handle.bind(this.service);
		const spy = vi.spyOn(this.service, 'handle').mockImplementation((request) => {
			if (request.method === method) {
				spy.mockRestore();
				happens();
			}
			return handle(request);
		});
	}

	/** Lets the next requests of a method fail, each by one of the faults. */
	fail(method: string, ...faults: Fault[]): void {
		for (const fault of faults) this.service.faults.add({ match: { method }, ...fault });
	}

	/** Changes the queries that reach the service, and the bodies of its responses. */
	onTheWay({ query = String, body = String }: OnTheWay): void {
		const { service } = this;
		const handle = service.handle.bind(service);
		service.handle = (request) => {
			const answer = handle({ ...request, query: query(String(request.query ?? '')) });
			return { ...answer, body: body(answer.body, request) };
		};
	}

	/** Runs an operation on items. */
	async run(parameters: INodeParameters, options: Partial<RunOptions> = {}): Promise<RunResult> {
		return await runNode({
			node: this.node,
			parameters: { ...this.defaults, ...parameters },
			credential: this.credential,
			...options,
		});
	}

	/** Runs an operation once for each of several inputs, in one execution. */
	async runOnInputs(
		parameters: INodeParameters,
		inputs: IDataObject[][],
		settings: Pick<Parameters<typeof runNodeOnInputs>[0], 'onError'> = {},
	): Promise<RunResult[]> {
		const { node, credential, defaults } = this;
		return await runNodeOnInputs(
			{ node, parameters: { ...defaults, ...parameters }, credential, ...settings },
			inputs,
		);
	}

	/** Runs an operation on one item and returns its only output item; throws its error. */
	async runOnce(parameters: INodeParameters): Promise<IDataObject> {
		const { error, json } = await this.run(parameters);
		if (error) throw error;
		return only(json);
	}

	/** Returns the first page of a searchable list, as the editor requests it. */
	async search(method: string): Promise<INodeListSearchResult> {
		const { node, credential, defaults: parameters } = this;
		return await searchList({ node, method, parameters, credential });
	}
}
