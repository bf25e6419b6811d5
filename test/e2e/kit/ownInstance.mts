/** Tests that kill n8n or start it in queue mode. The others share one n8n for each worker. */
export const OWN_INSTANCE = ['test/e2e/crash.test.mts', 'test/e2e/queue.test.mts'];
