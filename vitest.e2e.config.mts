import { defineConfig } from 'vitest/config';

// Real programs, started for the purpose: one file after the other, and time for n8n to start.
export default defineConfig({
	// The libraries of n8n name sources that they do not ship.
	logLevel: 'error',
	test: {
		include: ['test/e2e/**/*.test.mts'],
		// An n8n that is there already is neither killed nor started in queue mode.
		exclude: process.env.N8N_URL ? ['test/e2e/crash.test.mts', 'test/e2e/queue.test.mts'] : [],
		fileParallelism: false,
		testTimeout: 300_000,
		hookTimeout: 600_000,
	},
});
