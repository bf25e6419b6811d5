import { createRequire } from 'node:module';

import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

const QUICK_TESTS = [
	'test/trigger/**/*.test.mts',
	'test/nodes/**/*.test.mts',
	'test/coverage.test.mts',
	'test/requests.test.mts',
];

/**
 * The tests that are played against each mutant: the quick ones of the parts that are mutated. With
 * `MUTATION_TESTS='test/trigger/scan.test.mts test/…'` only those are, which is many times faster.
 */
export default defineConfig({
	logLevel: 'error',
	// As n8n has it; the build for browsers would be transformed again for each mutant.
	resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
	test: {
		include: process.env.MUTATION_TESTS?.split(' ') ?? QUICK_TESTS,
		// Minutes of work for what others notice in seconds.
		testNamePattern: /^(?!.*10,000 items)/,
		exclude: ['test/trigger/costs.test.mts'],
		env: { TRIGGER_RUNS: '10', TRIGGER_SEED: '1' },
		setupFiles: ['test/kit/setup.mts'],
		globalSetup: ['scripts/lib/build.mts'],
		silent: true,
		// n8n's engine is imported once for each mutant, not for each file.
		isolate: false,
		testTimeout: 60_000,
	},
});
