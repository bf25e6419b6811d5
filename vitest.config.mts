import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config';
import type * as Vitest from 'vitest/node';

// `npx vitest` in a fresh clone: nothing but Node.js can be imported before this.
import './scripts/restartVitest.mjs';
import longestFirst from './test/e2e/kit/longestFirst.mts';
import { OWN_INSTANCE } from './test/e2e/kit/ownInstance.mts';

// Vite looks for the imports of this file before it runs, and warns of one that is not installed yet.
const { BaseSequencer } = (await import(import.meta.resolve('vitest/node'))) as typeof Vitest;

const {
	MUTATION_TESTS,
	N8N_URL,
	SERVICE_PORT,
	SERVICE_URL,
	STRYKER_MUTATOR_WORKER,
	TRAIT_RUNS = '200',
	TRIGGER_RUNS = '20000',
} = process.env;

// The workers inherit it: n8n's engine is compiled once, not in each worker of each run.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.cache/compiled-tests', import.meta.url));

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** More than the longest test takes on two cores at a load of 30: only one that hangs reaches it. */
const SLOWEST_TEST_MS = 5 * MINUTE_MS;

/** Builds the package before the tests. */
const BUILD = ['scripts/lib/build.mts'];
/** Resets what a test has changed in the environment that all tests share. */
const RESET = ['test/kit/setup.mts'];

/** Tests whose model and mail server another machine cannot reach. */
const LOOPBACK = ['test/e2e/{agents,demo}.test.mts'];
/** Needs an n8n that redirects its Slack nodes. */
const DEMO = 'test/e2e/demo.test.mts';

/** The tests of `npm test` that run nodes. */
const NODE_TESTS = ['test/*.test.mts', 'test/{credentials,nodes,trigger}/**/*.test.mts'];
/** Random histories may notice more, but nothing rests on them alone; the others read sources, or take minutes. */
const NOT_FOR_MUTANTS = [
	'test/trigger/{costs,large}.test.mts',
	'test/trigger/histories/**',
	'test/{names,regexes}.test.mts',
];
/**
 * The guards over all operations for one node, which a run of its folder takes in. A run of everything has them at the
 * root of `test`.
 */
const GUARDS_OF_NODES = 'test/{nodes/*,trigger}/guards.test.mts';
const runsEverything = process.argv.slice(3).every((argument) => argument.startsWith('-'));

/** `npm test`. */
const unit: TestProjectInlineConfiguration = {
	extends: true,
	test: {
		name: 'unit',
		include: ['test/**/*.test.mts'],
		exclude: ['test/{compatibility,e2e,headless}/**', ...(runsEverything ? [GUARDS_OF_NODES] : [])],
		maxWorkers: '100%',
		globalSetup: BUILD,
		setupFiles: RESET,
		// n8n's engine is imported once for each worker, not for each file.
		isolate: false,
		testTimeout: SLOWEST_TEST_MS,
		hookTimeout: SLOWEST_TEST_MS,
		// n8n prints each failure of a node, and most tests are of failures.
		env: { N8N_LOG_LEVEL: 'silent' },
		// A title names its case in full; the default cuts values after 40 characters.
		chaiConfig: { truncateThreshold: 120 },
	},
};

/** One n8n without its editor: the first run installs it. */
const headless: TestProjectInlineConfiguration = {
	extends: true,
	test: {
		name: 'headless',
		include: ['test/headless/**/*.test.mts'],
		testTimeout: MINUTE_MS,
		hookTimeout: 15 * MINUTE_MS,
	},
};

/** Workflows that people have saved, read by every minor version of n8n since the oldest promised one. */
const compatibility: TestProjectInlineConfiguration = {
	extends: true,
	test: {
		name: 'compatibility',
		include: ['test/compatibility/**/*.test.mts'],
		globalSetup: ['test/compatibility/install.mts'],
	},
};

/** A real n8n. */
const e2e: TestProjectInlineConfiguration = {
	extends: true,
	test: {
		name: 'e2e',
		include: ['test/e2e/**/*.test.mts'],
		exclude: [
			...(N8N_URL ? [...OWN_INSTANCE, DEMO] : []),
			...(SERVICE_PORT || SERVICE_URL ? LOOPBACK : []),
		],
		globalSetup: ['test/e2e/kit/startShared.mts'],
		// Files run beside each other, but never two in one n8n.
		maxWorkers: N8N_URL ? 1 : 3,
		// A busy machine fails no test.
		testTimeout: 10 * MINUTE_MS,
		hookTimeout: 10 * MINUTE_MS,
		expect: { poll: { timeout: MINUTE_MS } },
	},
};

/** Hours of random histories of the trigger, and of traits for every operation. */
const histories: TestProjectInlineConfiguration = {
	extends: true,
	test: {
		name: 'histories',
		include: ['test/trigger/**/*.test.mts', 'test/traits.property.test.mts'],
		globalSetup: BUILD,
		maxWorkers: '100%',
		env: { TRIGGER_RUNS, TRAIT_RUNS },
		testTimeout: 4 * HOUR_MS,
	},
};

/** What runs against each mutant. `MUTATION_TESTS='test/trigger/scan.test.mts test/…'` is many times faster. */
const mutation: TestProjectInlineConfiguration = {
	extends: true,
	// As n8n has it; the build for browsers would be transformed again for each mutant.
	resolve: {
		alias: { 'n8n-workflow': createRequire(import.meta.url).resolve('n8n-workflow') },
	},
	test: {
		name: 'mutation',
		include: MUTATION_TESTS?.split(' ') ?? NODE_TESTS,
		exclude: [...NOT_FOR_MUTANTS, GUARDS_OF_NODES],
		globalSetup: BUILD,
		setupFiles: RESET,
		// n8n's engine is imported once for each mutant, not for each file.
		isolate: false,
		testTimeout: MINUTE_MS,
	},
};

class LongestFirst extends BaseSequencer {
	override async sort(files: Vitest.TestSpecification[]): Promise<Vitest.TestSpecification[]> {
		return longestFirst(await super.sort(files));
	}
}

const byDefault = STRYKER_MUTATOR_WORKER === undefined ? unit : mutation;
const isNamed = process.argv.some((argument) => argument.startsWith('--project'));

export default {
	// The libraries of n8n refer to source maps that they do not contain.
	logLevel: 'error',
	test: {
		silent: 'passed-only',
		// A title that can't fail promises what nothing checks.
		expect: { requireAssertions: true },
		sequence: { sequencer: LongestFirst },
		// Several projects contain the same files: without `--project`, a file runs once.
		projects: isNamed ? [unit, headless, compatibility, e2e, histories, mutation] : [byDefault],
	},
} satisfies ViteUserConfig;
