import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'flatted';
import { z } from 'zod';
import { installN8n, installPackage, startN8n } from '../../scripts/lib/n8n.mts';
import type { N8nInstall, RunningN8n } from '../../scripts/lib/n8n.mts';
import { N8nApi, OWN_CONNECTION, type WorkflowDefinition } from '../../scripts/lib/n8nApi.mts';
import { packPackage, type PackedPackage } from '../../scripts/lib/package.mts';
import { PACKAGE_NAME } from '../../scripts/lib/paths.mts';
import type { ServiceProcess } from '../../scripts/lib/service.mts';
import { memoryOf, peakOfChildren, processorTimeOf, restartPeak } from './memory.mts';
import { withPulses, type Pulse } from './responsiveness.mts';
import { calledWorkflow } from './workflows.mts';
import type { Setting, Task } from './workflows.mts';

const OWNER = { email: 'bench@example.com', password: 'Benchmarks-1' };

const nodeRunSchema = z.looseObject({
	startTime: z.number(),
	executionTime: z.number(),
	data: z.looseObject({ main: z.array(z.array(z.unknown()).nullable()) }).optional(),
});
const executionSchema = z.looseObject({
	data: z.looseObject({ status: z.string(), data: z.string() }),
});
const runDataSchema = z.looseObject({
	resultData: z.looseObject({ runData: z.record(z.string(), z.array(nodeRunSchema)) }),
});

const nodeRunOf = (
	node: string,
	{ startTime, executionTime, data }: z.infer<typeof nodeRunSchema>,
): NodeRun => ({
	node,
	startTime,
	executionTime,
	items: (data?.main ?? []).map((output) => output?.length ?? 0),
});

/** A published workflow to measure. */
interface Measurement {
	/** The workflow's id. */
	id: string;
	/** The path of its webhook. */
	webhook: string;
	/** The names of the measured nodes, in order. */
	measured: string[];
}

export interface Run {
	/** n8n's execution status; `success` on success. */
	status: string;
	/** n8n's execution time of the measured nodes, in milliseconds. */
	ms: number;
	/** The number of items of the last measured node. */
	items: number;
	/** Peak memory of the n8n process during the execution and its saving, in bytes. */
	peak: number;
}

/** What one node did in an execution. */
export interface NodeRun {
	node: string;
	/** When it started, in milliseconds since the epoch. */
	startTime: number;
	/** In milliseconds. */
	executionTime: number;
	/** The number of items of each output. */
	items: number[];
}

/** A saved execution. */
export interface SavedExecution {
	status: string;
	/** What n8n has saved, in bytes. */
	size: number;
	/** In the order in which they started. */
	nodeRuns: NodeRun[];
}

/** What was seen of an n8n from outside while it worked. */
export interface Observation {
	/** Requests that others sent meanwhile. */
	pulses: Pulse[];
	/** The time of the processor that the n8n process took, in milliseconds. */
	processorMs: number;
	/** Peak memory of the n8n process, in bytes. */
	peak: number;
	/** Peak memory of its task runner, which executes Code nodes, in bytes. */
	peakOfRunner: number;
}

/** A real n8n with its own database and the packed package installed as a user installs it. */
export class BenchN8n {
	private running?: { n8n: RunningN8n; api: N8nApi };

	private hasOwner = false;

	private readonly userFolder = mkdtempSync(path.join(tmpdir(), 'bench-'));

	private constructor(
		readonly install: N8nInstall,
		private readonly packed: PackedPackage,
		private readonly logName: string,
		private readonly env: NodeJS.ProcessEnv = {},
	) {
		installPackage(this.userFolder, packed);
	}

	/** Builds, packs and installs; does not start n8n. */
	static async prepare(): Promise<BenchN8n> {
		return new BenchN8n(await installN8n(), await packPackage(), 'bench-n8n');
	}

	/** Returns another, independent instance, not started. @param env further variables for it */
	another(env?: NodeJS.ProcessEnv): BenchN8n {
		return new BenchN8n(this.install, this.packed, `${this.logName}-other`, env);
	}

	/** The folder that the package is installed in. */
	get packageDirectory(): string {
		return path.join(this.userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);
	}

	/** Restarts the process on the same data. */
	async restart(): Promise<void> {
		await this.running?.n8n.server.stop();
		const { install, userFolder, logName, env } = this;
		const n8n = await startN8n({ install, userFolder, logName, env });
		const api = new N8nApi(n8n.url);
		await (this.hasOwner ? api.signIn(OWNER) : api.setUpOwner(OWNER));
		this.hasOwner = true;
		this.running = { n8n, api };
	}

	private get current() {
		if (!this.running) throw new Error('n8n has not been started.');
		return this.running;
	}

	get api(): N8nApi {
		return this.current.api;
	}

	/** Creates the credentials for a simulated service: the package's, and the HTTP Request node's. */
	async settingsFor(service: ServiceProcess): Promise<Record<'ours' | 'theirs', Setting>> {
		const { api } = this.current;
		const { url: baseUrl, apiKey, credentials } = service;
		const basic = { user: apiKey, password: '' };
		return {
			ours: {
				baseUrl,
				credential: await api.createCredential(
					'API key',
					'videoSubscriptionApi',
					credentials.videoSubscriptionApi,
				),
			},
			theirs: { baseUrl, credential: await api.createCredential('Basic', 'httpBasicAuth', basic) },
		};
	}

	/** Saves and publishes a workflow with default settings. */
	async publish(name: string, task: Task): Promise<Measurement> {
		const { api } = this.current;
		const webhook = randomUUID();
		const id = await api.createWorkflow(calledWorkflow(name, webhook, task));
		await api.activate(id);
		return { id, webhook, measured: task.nodes.map((node) => node.name) };
	}

	/** Saves and publishes a whole workflow. @returns its ID */
	async publishWhole(workflow: WorkflowDefinition): Promise<string> {
		const id = await this.api.createWorkflow(workflow);
		await this.api.activate(id);
		return id;
	}

	/** Watches n8n from outside while it works. */
	async observe(work: () => Promise<void>): Promise<Observation> {
		const { url, server } = this.current.n8n;
		const { pid } = server;
		restartPeak(pid);
		const before = processorTimeOf(pid);
		const pulses = await withPulses(url, work);
		const processorMs = processorTimeOf(pid) - before;
		return { pulses, processorMs, peak: memoryOf(pid).peak, peakOfRunner: peakOfChildren(pid) };
	}

	/** Runs a workflow once in production mode and waits for its end. */
	async run({ id, webhook, measured }: Measurement): Promise<Run> {
		const { n8n, api } = this.current;
		const { peak } = await this.observe(async () => {
			await (await fetch(`${n8n.url}/webhook/${webhook}`, { headers: OWN_CONNECTION })).text();
		});
		const last = (await api.executions(id)).at(-1);
		if (!last)
			throw new Error(`n8n has not executed workflow ${id}; its log is ${n8n.server.log}.`);
		const { status, nodeRuns } = await this.execution(last.id);
		const runs = nodeRuns.filter(({ node }) => measured.includes(node));
		return {
			status,
			ms: runs.reduce((sum, { executionTime }) => sum + executionTime, 0),
			items: runs.at(-1)?.items[0] ?? 0,
			peak,
		};
	}

	/** Reads a saved execution. */
	async execution(id: string): Promise<SavedExecution> {
		const { n8n, api } = this.current;
		const answer = await fetch(`${n8n.url}/rest/executions/${id}`, {
			headers: { ...OWN_CONNECTION, cookie: api.session },
		});
		const { status, data } = executionSchema.parse(await answer.json()).data;
		const content: unknown = parse(data);
		const { runData } = runDataSchema.parse(content).resultData;
		const nodeRuns = Object.entries(runData)
			.flatMap(([node, runs]) => runs.map((run) => nodeRunOf(node, run)))
			.sort((a, b) => a.startTime - b.startTime);
		return { status, size: Buffer.byteLength(data), nodeRuns };
	}

	async remove(): Promise<void> {
		await this.running?.n8n.server.stop();
		rmSync(this.userFolder, { recursive: true, force: true });
	}
}
