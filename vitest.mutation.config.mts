import { defineConfig } from 'vitest/config';

/** The tests that are played against each mutant: the quick ones of the parts that are mutated. */
export default defineConfig({
	logLevel: 'error',
	test: {
		include: [
			'test/trigger/**/*.test.mts',
			'test/nodes/shared/**/*.test.mts',
			'test/nodes/Customer/**/*.test.mts',
		],
		// Minutes of work for what others notice in seconds.
		testNamePattern: /^(?!.*10,000 items)/,
		exclude: ['test/trigger/simulated.test.mts', 'test/trigger/bounded.test.mts'],
		env: { TRIGGER_RUNS: '10', TRIGGER_SEED: '1' },
		globalSetup: ['test/kit/build.mts'],
		silent: true,
	},
});
