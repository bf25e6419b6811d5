/** The three ways in which n8n 2.41 runs polls, by the variables that turn them on. */
export const SCHEDULERS = {
	'in-memory': {},
	// n8n saves the state of a poll only together with events.
	'durable-polls': {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	},
	durable: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
		N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	},
} satisfies Record<string, NodeJS.ProcessEnv>;

export type Scheduler = keyof typeof SCHEDULERS;

/** The schedulers to test: those named by `N8N_SCHEDULER`, all by default. A running n8n is tested with its own. */
export const testedSchedulers = (Object.keys(SCHEDULERS) as Scheduler[]).filter(
	(scheduler) =>
		scheduler === (process.env.N8N_SCHEDULER ?? (process.env.N8N_URL ? 'in-memory' : scheduler)),
);
