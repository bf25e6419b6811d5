import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

const { N8N_URL, SERVICE_PORT, SERVICE_URL } = process.env;

/** Tests that kill n8n or start it in queue mode. */
const OWN_INSTANCE = ['test/e2e/crash.test.mts', 'test/e2e/queue.test.mts'];
/** Tests whose model and mail server another machine cannot reach. */
const LOOPBACK = ['test/e2e/agents.test.mts'];

export default defineConfig({
	// The libraries of n8n refer to source maps that they do not contain.
	logLevel: 'error',
	test: {
		include: ['test/e2e/**/*.test.mts'],
		exclude: [...(N8N_URL ? OWN_INSTANCE : []), ...(SERVICE_PORT || SERVICE_URL ? LOOPBACK : [])],
		globalSetup: ['test/e2e/kit/packAndInstall.mts'],
		// Each start of n8n but the first takes two thirds of the time.
		env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/compiled', import.meta.url)) },
		// Two files run at once, each with its own n8n. A running n8n is shared by all.
		maxWorkers: N8N_URL ? 1 : 2,
		testTimeout: 300_000,
		hookTimeout: 600_000,
	},
});
