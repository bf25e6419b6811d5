import nock from 'nock';
import { afterEach, beforeEach, vi } from 'vitest';

// n8n's engine is imported once for many files: what one test changes must not reach the next.
beforeEach(() => {
	nock.disableNetConnect();
	nock.enableNetConnect('127.0.0.1');
});

afterEach(() => {
	nock.cleanAll();
	vi.restoreAllMocks();
	vi.useRealTimers();
});
