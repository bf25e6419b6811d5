import { createRequire } from 'node:module';
import tls from 'node:tls';

import nock from 'nock';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

import { isClockReal, putClockBack } from './time.mts';

/**
 * The keys of all https requests, which no test encrypts: nock answers them. n8n has an agent for each request, and Node.js
 * would read the certificates of all authorities for each.
 */
const secureContext = tls.createSecureContext();
tls.createSecureContext = () => secureContext;

interface Luxon {
	IANAZone: { prototype: { readonly name: string; offset: (ts: number) => number } };
}
const require = createRequire(createRequire(import.meta.url).resolve('n8n-workflow'));
const { IANAZone } = require('luxon') as Luxon;
const offsetOf = IANAZone.prototype.offset;
const QUARTER_MS = 15 * 60_000;
const offsets = new Map<string, number>();

/** n8n asks for the time in the zone of the workflow with each expression. No zone changes its offset within a quarter. */
IANAZone.prototype.offset = function offset(ts) {
	const key = `${this.name} ${Math.floor(ts / QUARTER_MS)}`;
	const cached = offsets.get(key) ?? offsetOf.call(this, ts);
	offsets.set(key, cached);
	return cached;
};

interface Engine {
	Expression: { initializeGlobalContext: (data: object) => void };
	LoggerProxy: { init: (logger: unknown) => void };
}
const { Expression, LoggerProxy } = createRequire(import.meta.url)('n8n-workflow') as Engine;
const globals = {};
Expression.initializeGlobalContext(globals);

/** n8n writes sixty names into what each expression sees, which takes up to a fifth of the time of a test. */
Expression.initializeGlobalContext = (data) => {
	Object.setPrototypeOf(data, globals);
};

/** n8n asks the system for it with each expression. */
Object.defineProperty(process, 'ppid', { value: process.ppid });

/** n8n's logger finds out who calls it, also where it prints nothing. Without one, n8n's engine logs nothing. */
LoggerProxy.init = () => {};

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

// Time that stands still in the next file would fail it only there, and only in this order of files.
afterAll(() => {
	const wasReal = isClockReal();
	putClockBack();
	expect(wasReal, 'a test has replaced the clock and not put it back').toBe(true);
});
