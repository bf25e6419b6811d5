import nock from 'nock';
import { afterEach, beforeEach, vi } from 'vitest';

// n8n's engine is imported once for all files, so every test restores what it changed.
beforeEach(() => {
	nock.disableNetConnect();
	nock.enableNetConnect('127.0.0.1');
});

afterEach(() => {
	nock.cleanAll();
	vi.restoreAllMocks();
	vi.useRealTimers();
});
