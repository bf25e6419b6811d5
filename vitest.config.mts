import { defineConfig } from 'vitest/config';

export default defineConfig({
	// The libraries of n8n name sources that they do not ship.
	logLevel: 'error',
	test: {
		include: ['test/**/*.test.mts'],
		// With configurations of their own.
		exclude: ['test/compatibility/**', 'test/e2e/**', 'test/headless/**'],
		maxWorkers: '100%',
		globalSetup: ['scripts/lib/build.mts'],
		setupFiles: ['test/kit/setup.mts'],
		// n8n's engine is imported once for each worker, not for each file.
		isolate: false,
		// Nothing is told by how fast a machine is.
		testTimeout: 120_000,
		// n8n prints each failure of a node, and most tests are of failures.
		env: { N8N_LOG_LEVEL: 'silent' },
		silent: 'passed-only',
		// A title names its case in full; the default cuts values after 40 characters.
		chaiConfig: { truncateThreshold: 120 },
	},
});
