import { defineConfig } from 'vitest/config';

const TRIGGER = 'test/trigger/**/*.test.mts';

/** With configurations of their own. */
const ELSEWHERE = ['test/compatibility/**', 'test/e2e/**', 'test/headless/**'];

const common = {
	// Nothing is told by how fast a machine is.
	testTimeout: 120_000,
	// n8n prints each failure of a node, and most tests are of failures.
	env: { N8N_LOG_LEVEL: 'silent' },
	silent: 'passed-only' as const,
	// A title names its case in full; the default cuts values after 40 characters.
	chaiConfig: { truncateThreshold: 120 },
};

/** The libraries of n8n name sources that they do not ship; a project does not inherit the level. */
const logLevel = 'error';

export default defineConfig({
	logLevel,
	test: {
		maxWorkers: '100%',
		globalSetup: ['scripts/lib/build.mts'],
		projects: [
			{
				logLevel,
				test: {
					...common,
					name: 'package',
					include: ['test/**/*.test.mts'],
					exclude: [TRIGGER, ...ELSEWHERE],
					// n8n's engine is imported once for each worker, not for each file.
					isolate: false,
					setupFiles: ['test/kit/setup.mts'],
				},
			},
			{ logLevel, test: { ...common, name: 'trigger', include: [TRIGGER] } },
		],
	},
});
