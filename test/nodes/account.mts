import { createRequire } from 'node:module';

import nock from 'nock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { afterEach, beforeEach, expect, vi } from 'vitest';

import { only } from '../kit/defined.mts';
import type * as ClockModule from '../../nodes/shared/concurrency/clock';
import {
	apiKeyCredential,
	oAuth2Credential,
	runNode,
	type RunOptions,
	type RunResult,
} from '../kit/engine.mts';
import {
	startService,
	type RunningService,
	type ServerOptions,
	type SimulatedService,
} from '../../service/index.mts';

const require = createRequire(import.meta.url);
const { clock } = require('../../dist/nodes/shared/concurrency/clock.js') as typeof ClockModule;

/** An account of the simulated service, which starts empty for each test; waiting takes no time. */
export class Account {
	private running!: RunningService;

	/** Milliseconds; the service and the nodes live by it. */
	now = 0;

	/**
	 * @param node the short name of the node whose operations are run
	 * @param defaults parameters of every operation, unless told otherwise
	 */
	constructor(
		private readonly node: string,
		private readonly defaults: INodeParameters = {},
		private readonly options: ServerOptions = {},
	) {
		beforeEach(async () => await this.open());
		afterEach(async () => await this.close());
	}

	/** The waits, in milliseconds. */
	readonly waits: number[] = [];

	/** What happens while somebody waits. */
	whileWaiting: () => void = () => {};

	private async open(): Promise<void> {
		this.now = Date.parse('2026-03-01T12:00:00Z');
		vi.spyOn(clock, 'now').mockImplementation(() => this.now);
		vi.spyOn(clock, 'monotonic').mockImplementation(() => this.now);
		vi.spyOn(clock, 'sleep').mockImplementation(async (milliseconds) => {
			this.now += milliseconds;
			this.waits.push(milliseconds);
			this.whileWaiting();
		});
		this.waits.length = 0;
		this.whileWaiting = () => {};
		nock.enableNetConnect('127.0.0.1');
		const now = () => new Date(this.now);
		this.running = await startService({ port: 0, seed: 'empty', now, ...this.options });
	}

	private async close(): Promise<void> {
		const { violations } = this.service;
		await this.running.close();
		vi.restoreAllMocks();
		expect(violations).toEqual([]);
	}

	get service(): SimulatedService {
		return this.running.service;
	}

	/** What was asked of the service: `GET /customers`. */
	get asked(): string[] {
		return this.service.requests.map(({ method, path }) => `${method} ${path}`);
	}

	get writes(): string[] {
		return this.asked.filter((request) => !request.startsWith('GET'));
	}

	/** All customers, of any status, oldest first. */
	get customers() {
		const { records } = this.service.state.customers.list({ status: 'all' }, 'oldest', 0, 1000);
		return records;
	}

	/** Something that happens at the service just before it answers such a request, once. */
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

	private get credential() {
		const { apiKey, clientId, clientSecret } = this.service.settings;
		return this.node === 'pairingCode'
			? oAuth2Credential(this.running.url, { clientId, clientSecret })
			: apiKeyCredential(this.running.url, { apiKey });
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

	/** Runs an operation on one item and gives the one it becomes. */
	async runOnce(parameters: INodeParameters): Promise<IDataObject> {
		const { error, json } = await this.run(parameters);
		if (error) throw error;
		return only(json);
	}
}
