import { createRequire } from 'node:module';

import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

/** The tests of `npm test` that run nodes. */
const TESTS = ['test/*.test.mts', 'test/{credentials,nodes,trigger}/**/*.test.mts'];

/** Random histories may notice more, but nothing rests on them alone; the others read sources, or take minutes. */
const LEFT_OUT = [
	'test/trigger/{costs,histories,large}.test.mts',
	'test/{importClosures,names,regexes}.test.mts',
];

/**
 * The tests that run against each mutant. With `MUTATION_TESTS='test/trigger/scan.test.mts test/…'` only those run, which
 * is many times faster.
 */
export default defineConfig({
	logLevel: 'error',
	// As n8n has it; the build for browsers would be transformed again for each mutant.
	resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
	test: {
		include: process.env.MUTATION_TESTS?.split(' ') ?? TESTS,
		exclude: LEFT_OUT,
		setupFiles: ['test/kit/setup.mts'],
		globalSetup: ['scripts/lib/build.mts'],
		silent: true,
		// n8n's engine is imported once for each mutant, not for each file.
		isolate: false,
		testTimeout: 60_000,
	},
});
