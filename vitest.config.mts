import { defineConfig } from 'vitest/config';

export default defineConfig({
	// The libraries of n8n name sources that they do not ship.
	logLevel: 'error',
	test: {
		include: ['test/**/*.test.mts'],
		exclude: ['test/compatibility/**', 'test/e2e/**', 'test/headless/**'],
		maxWorkers: '100%',
		// Nothing is told by how fast a machine is.
		testTimeout: 120_000,
		globalSetup: ['test/kit/build.mts'],
		// n8n prints each failure of a node; only those of failed tests are of use.
		silent: 'passed-only',
	},
});
