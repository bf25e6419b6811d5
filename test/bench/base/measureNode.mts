// Runs in the Node.js of n8n, with n8n's own modules and a package outside of this project: executes one node of it in
// n8n's engine and prints the measurements as JSON. Its standard input is a `Job`, as JSON.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Core from 'n8n-core';
import type * as Flow from 'n8n-workflow';
import { defined } from '../../../scripts/lib/defined.mts';
import { executable } from '../../../scripts/lib/executable.mts';
import { createAdditionalData, type Credential } from '../../kit/additionalData.mts';
import { memoryOf, restartPeak } from '../memory.mts';
import type { Job, Measurement } from './job.mts';

const PACKAGE_NAME = 'n8n-nodes-video-subscription';
const NODE = 'Measured';

const job = JSON.parse(readFileSync(0, 'utf8')) as Job;
const require = createRequire(path.join(job.n8n, 'package.json'));
const core = require('n8n-core') as typeof Core;
const flow = require('n8n-workflow') as typeof Flow;

const loader = new core.PackageDirectoryLoader(job.packageDirectory);
await loader.loadAll();
const credentialTypes = Object.fromEntries(
	Object.entries(loader.credentialTypes).map(([name, { type }]) => [name, type]),
);
const nodeType = executable(
	{ core, flow },
	defined(loader.nodeTypes[job.node], `the node ${job.node}`).type,
);

// As n8n starts it: most of the time of single reads goes into expressions.
await flow.Expression.initExpressionEngine({
	engine: 'vm',
	poolSize: 1,
	maxCodeCacheSize: 1024,
	bridgeTimeout: 5000,
	bridgeMemoryLimit: 128,
});

const credential: Credential = {
	type: 'videoSubscriptionApi',
	id: 'bench',
	data: { baseUrl: job.baseUrl, apiKey: job.apiKey, headerPrefix: 'SVC' },
};
const node: Flow.INode = {
	id: '6f0c4b5e-0000-4000-8000-000000000000',
	name: NODE,
	type: `${PACKAGE_NAME}.${job.node}`,
	typeVersion: 1,
	position: [0, 0],
	parameters: job.parameters,
	credentials: { videoSubscriptionApi: { id: credential.id, name: 'Bench' } },
};

async function execute(): Promise<number> {
	const workflow = new flow.Workflow({
		id: 'workflow',
		nodes: [node],
		connections: {},
		active: false,
		settings: {},
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		},
	});
	const input = job.input.map((json, item) => ({ json: { ...json }, pairedItem: { item } }));
	const execution = new core.WorkflowExecute(
		createAdditionalData({ core, flow, credentialTypes }, credential),
		'manual',
		flow.createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main: [input] }, source: null }] },
		}),
	);
	const { resultData } = (await execution.processRunExecutionData(workflow)).data;
	const error = resultData.error ?? resultData.runData[NODE]?.[0]?.error;
	if (error) throw error;
	return resultData.runData[NODE]?.[0]?.data?.main?.[0]?.length ?? 0;
}

async function measure(): Promise<Measurement> {
	global.gc?.();
	// A pause in which what the execution before left behind can end.
	await sleep(50);
	const before = memoryOf(process.pid).current;
	restartPeak(process.pid);
	const delays = monitorEventLoopDelay({ resolution: 1 });
	delays.enable();
	const cpuBefore = process.cpuUsage();
	const started = performance.now();
	const items = await execute();
	const ms = performance.now() - started;
	const { user, system } = process.cpuUsage(cpuBefore);
	delays.disable();
	return {
		items,
		ms,
		cpuMs: (user + system) / 1000,
		growth: memoryOf(process.pid).peak - before,
		longestTurn: delays.max / 1e6,
	};
}

for (let warmUp = 0; warmUp < job.warmUps; warmUp++) await execute();
const measurements: Measurement[] = [];
for (let repeat = 0; repeat < job.repeats; repeat++) measurements.push(await measure());
process.stdout.write(JSON.stringify(measurements), () => process.exit(0));
