// The benchmarks of `npm run bench`: in one real n8n, beside the alternative.
// `npm run bench -- lists nightly` runs only these, and `--small` each of them with few records.
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LOGS } from '../../scripts/lib/paths.mts';
import { stopServers, stopServersOnSignal } from '../../scripts/lib/processes.mts';
import { step } from '../../scripts/lib/progress.mts';
import { LATENCY, startAccount, type BenchAccount } from './account.mts';
import { compareCreations, creationSection } from './creations.mts';
import { EXAMPLE_BENCHMARKS, measureExample } from './examples.mts';
import {
	compareLarge,
	compareLists,
	compareReads,
	LARGE,
	LISTED,
	REPEATS,
	SMALL,
	thousands,
} from './lists.mts';
import { compareLoading } from './loading.mts';
import { BenchN8n } from './n8n.mts';
import { defined } from '../kit/defined.mts';
import { formatReport, type Section } from './report.mts';

/** A real n8n, and accounts of the simulated service by number of customers. */
interface Bench {
	n8n: BenchN8n;
	account: (customers: number) => Promise<BenchAccount>;
}

interface Step {
	/** Shown in the progress output, with the duration. */
	title: string;
	run: (bench: Bench) => Promise<Section[]>;
}

const STEPS: Record<string, Step> = {
	lists: {
		title: 'Lists (a minute)',
		run: async ({ n8n, account }) => [await compareLists(n8n, await account(LISTED))],
	},
	reads: {
		title: 'Single reads (a minute)',
		run: async ({ n8n, account }) => [await compareReads(n8n, await account(LISTED))],
	},
	large: {
		title: 'Large lists (two minutes)',
		run: async ({ n8n, account }) => [await compareLarge(n8n, await account(LARGE))],
	},
	creations: {
		title: 'Creations (seven minutes)',
		run: async ({ n8n, account }) => [
			creationSection(await compareCreations(n8n, await account(SMALL))),
		],
	},
	loading: {
		title: 'Loading the nodes (half a minute)',
		run: async ({ n8n }) => [await compareLoading(n8n)],
	},
	...Object.fromEntries(
		Object.entries(EXAMPLE_BENCHMARKS).map(([name, benchmark]): [string, Step] => [
			name,
			{
				title: `${benchmark.title} with ${thousands(benchmark.rows)} rows, on SQLite and PostgreSQL (minutes)`,
				run: async ({ n8n }) => [await measureExample(n8n, benchmark)],
			},
		]),
	),
};

function circumstances({ install }: BenchN8n): string {
	const node = execFileSync(path.join(install.nodeBin, 'node'), ['--version'], {
		encoding: 'utf8',
	}).trim();
	const date = new Date().toISOString().slice(0, 10);
	return `Measured on ${date} with n8n ${install.version} on Node.js ${node}, ${availableParallelism()} cores; the simulated service adds ${LATENCY} ms to each answer. Times of lists and reads are those of the nodes, medians of ${REPEATS}; the others were measured once. Repeat with \`npm run bench\`.`;
}

/** Runs the named steps and prints their results as one table, also when a later step fails. */
async function measure(n8n: BenchN8n, names: string[]): Promise<void> {
	const sections: Section[] = [];
	const accounts = new Map<number, Promise<BenchAccount>>();
	const account = async (customers: number) => {
		const started = accounts.get(customers) ?? startAccount(n8n, customers);
		accounts.set(customers, started);
		return await started;
	};
	try {
		for (const name of names) {
			const { title, run } = defined(STEPS[name], `a benchmark "${name}"`);
			await step(title, async () => void sections.push(...(await run({ n8n, account }))));
		}
	} finally {
		console.log(`\n${circumstances(n8n)}\n\n${formatReport(sections)}`);
	}
}

async function main(): Promise<void> {
	const { positionals: named } = parseArgs({
		allowPositionals: true,
		options: { small: { type: 'boolean' } },
	});
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
