import { defineConfig } from 'vitest/config';

const { TRIGGER_RUNS = '20000', TRAIT_RUNS = '200' } = process.env;

/** What needs numbers: hours of random histories of the trigger, and of traits for every operation. */
export default defineConfig({
	// The libraries of n8n name sources that they do not ship.
	logLevel: 'error',
	test: {
		include: ['test/trigger/**/*.test.mts', 'test/traits.property.test.mts'],
		globalSetup: ['scripts/lib/build.mts'],
		maxWorkers: '100%',
		env: { TRIGGER_RUNS, TRAIT_RUNS },
		testTimeout: 14_400_000,
		silent: 'passed-only',
	},
});
