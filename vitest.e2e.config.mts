import { defineConfig } from 'vitest/config';

// Real programs, started for the purpose, and time for n8n to start.
export default defineConfig({
	// The libraries of n8n name sources that they do not ship.
	logLevel: 'error',
	test: {
		include: ['test/e2e/**/*.test.mts'],
		// An n8n that is there already is neither killed nor started in queue mode.
		exclude: process.env.N8N_URL ? ['test/e2e/crash.test.mts', 'test/e2e/queue.test.mts'] : [],
		globalSetup: ['test/e2e/kit/prepare.mts'],
		// Much of it is waiting: two files at once, each with an n8n of its own. One that is there already has one state.
		maxWorkers: process.env.N8N_URL ? 1 : 2,
		testTimeout: 300_000,
		hookTimeout: 600_000,
	},
});
