// The benchmarks of `npm run bench`: in one real n8n, beside the alternative.
// `npm run bench -- creations loading` runs only these.
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LOGS } from '../../scripts/lib/paths.mts';
import { stopServers, stopServersOnSignal } from '../../scripts/lib/processes.mts';
import { step } from '../../scripts/lib/progress.mts';
import { LATENCY, startAccount, type BenchAccount } from './account.mts';
import { compareCreations, creationTable } from './creations.mts';
import {
	compareLists,
	comparePeaks,
	compareReads,
	growthTable,
	LARGE,
	LISTED,
	measureGrowth,
	REPEATS,
	SMALL,
} from './lists.mts';
import { compareLoading } from './loading.mts';
import { BenchN8n } from './n8n.mts';
import { defined } from '../kit/defined.mts';
import { comparisonTable } from './report.mts';
import { measureSyncs } from './syncAccess.mts';

/** A real n8n, and accounts of the simulated service by number of customers. */
interface Bench {
	n8n: BenchN8n;
	account: (customers: number) => Promise<BenchAccount>;
}

interface Step {
	/** Shown in the progress output, with the duration. */
	title: string;
	/** Returns tables. */
	run: (bench: Bench) => Promise<string[]>;
}

const STEPS: Record<string, Step> = {
	lists: {
		title: 'Lists (a minute)',
		run: async ({ n8n, account }) => [
			comparisonTable(await compareLists(n8n, await account(LISTED))),
		],
	},
	reads: {
		title: 'Single reads (a minute)',
		run: async ({ n8n, account }) => [
			comparisonTable([await compareReads(n8n, await account(LISTED))]),
		],
	},
	large: {
		title: 'Large lists (two minutes)',
		run: async ({ n8n, account }) => {
			const growth = await measureGrowth(n8n, [
				[SMALL, await account(SMALL)],
				[LISTED, await account(LISTED)],
				[LARGE, await account(LARGE)],
			]);
			return [comparisonTable([comparePeaks(growth)]), growthTable(growth)];
		},
	},
	sync: {
		title: 'Sync Access (two minutes)',
		run: async ({ n8n }) => [await measureSyncs(n8n)],
	},
	creations: {
		title: 'Creations (seven minutes)',
		run: async ({ n8n, account }) => [
			creationTable(await compareCreations(n8n, await account(SMALL))),
		],
	},
	loading: {
		title: 'Loading the nodes (half a minute)',
		run: async ({ n8n }) => [comparisonTable([await compareLoading(n8n)])],
	},
};

function circumstances({ install }: BenchN8n): string {
	const node = execFileSync(path.join(install.nodeBin, 'node'), ['--version'], {
		encoding: 'utf8',
	}).trim();
	const date = new Date().toISOString().slice(0, 10);
	return `Measured on ${date} with n8n ${install.version} on Node.js ${node}, ${availableParallelism()} cores; the simulated service adds ${LATENCY} ms to each answer. Times are those of the nodes, medians of ${REPEATS}. Repeat with \`npm run bench\`.`;
}

/** Runs the named steps and prints their results, also when a later step fails. */
async function measure(n8n: BenchN8n, names: string[]): Promise<void> {
	const tables = [circumstances(n8n)];
	const accounts = new Map<number, Promise<BenchAccount>>();
	const account = async (customers: number) => {
		const started = accounts.get(customers) ?? startAccount(n8n, customers);
		accounts.set(customers, started);
		return await started;
	};
	try {
		for (const name of names) {
			const { title, run } = defined(STEPS[name], `a benchmark "${name}"`);
			await step(title, async () => void tables.push(...(await run({ n8n, account }))));
		}
	} finally {
		console.log(['', ...tables].join('\n\n'));
	}
}

async function main(): Promise<void> {
	const { positionals: named } = parseArgs({ allowPositionals: true });
	const n8n = await step(
		'Packing the package, installing n8n (a minute)',
		async () => await BenchN8n.prepare(),
	);
	try {
		await n8n.restart();
		await measure(n8n, named.length > 0 ? named : Object.keys(STEPS));
	} finally {
		await n8n.remove();
	}
}

if (process.platform !== 'linux') {
	console.error('The benchmarks read the memory of n8n from /proc, which only Linux has.');
	process.exit(1);
}
stopServersOnSignal(() => undefined);
try {
	await main();
} catch (error) {
	console.error(
		'\n',
		error instanceof Error ? [error.message, error.cause].filter(Boolean).join(': ') : error,
		`\nThe logs are in ${LOGS}.`,
	);
	process.exitCode = 1;
} finally {
	await stopServers();
}
