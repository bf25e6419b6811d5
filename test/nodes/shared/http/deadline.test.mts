import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import type * as ClockModule from '../../../../nodes/shared/concurrency/clock';
import { built } from '../../../kit/built.mts';
import {
	apiKeyCredential,
	oAuth2Credential,
	runNode,
	type Credential,
} from '../../../kit/engine.mts';

const { clock } = built<typeof ClockModule>('shared/concurrency/clock');

/** A deadline of a minute takes this long here. */
const SHORT_MS = 60;

let close = () => {};
beforeAll(() => nock.enableNetConnect('127.0.0.1'));
afterEach(() => {
	close();
	vi.restoreAllMocks();
});

let credentials = 0;

/** A service that begins its answers and then says a letter now and then, for ever. */
async function dripping() {
	const open = new Set<ServerResponse>();
	const server = createServer((request, response) => {
		if (request.url === '/oauth/token') {
			response.writeHead(200, { 'content-type': 'application/json' });
			return response.end(JSON.stringify({ access_token: 'token', token_type: 'bearer' }));
		}
		open.add(response);
		response.writeHead(200, { 'content-type': 'application/json' });
		const drip = setInterval(() => response.write(' '), 20);
		return response.on('close', () => {
			clearInterval(drip);
			open.delete(response);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	close = () => {
		server.closeAllConnections();
		server.close();
	};
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, open };
}

/** Deadlines come soon, and nobody waits between attempts. */
function hurry(): number[] {
	const deadlines: number[] = [];
	vi.spyOn(clock, 'deadline').mockImplementation((milliseconds) => {
		deadlines.push(milliseconds);
		return AbortSignal.timeout(Math.min(SHORT_MS, milliseconds));
	});
	let now = 0;
	vi.spyOn(clock, 'monotonic').mockImplementation(() => now);
	vi.spyOn(clock, 'sleep').mockImplementation(async (milliseconds) => {
		now += milliseconds;
		await Promise.resolve();
	});
	return deadlines;
}

async function run(credential: Credential, node: string, parameters: INodeParameters) {
	const authentication = credential.type === 'videoSubscriptionApi' ? 'apiKey' : 'oAuth2';
	return await runNode({
		node,
		parameters: { resource: node, authentication, ...parameters },
		credential: { ...credential, id: `drip-${++credentials}` },
	});
}

describe.each([
	['an API key', apiKeyCredential],
	['OAuth2', oAuth2Credential],
])('with %s, an answer that drips', (_, credentialFor) => {
	it('ends by its deadline, and so does the connection', async () => {
		const { url, open } = await dripping();
		const deadlines = hurry();
		const { error } = await run(credentialFor(url), 'product', { operation: 'get', product: 5 });
		expect(error?.message).toBe('The service did not answer in time');
		expect(deadlines).toContain(60_000);
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(open.size).toBe(0);
	});

	it('to a write is told as what may have happened', async () => {
		const { url } = await dripping();
		hurry();
		const { error } = await run(credentialFor(url), 'video', { operation: 'delete', video: 5 });
		expect(error?.description).toContain('It may have been done all the same');
	});

	it('ends by the time-out that the person sets', async () => {
		const { url } = await dripping();
		const deadlines = hurry();
		const requestOptions = { timeout: 200 };
		await run(credentialFor(url), 'product', { operation: 'get', product: 5, requestOptions });
		expect(deadlines).toContain(200);
		expect(deadlines).not.toContain(60_000);
	});
});

it('many answers that drip block nobody else for longer', async () => {
	const { url } = await dripping();
	hurry();
	const credential = { ...apiKeyCredential(url), id: 'drip-many' };
	const parameters = { resource: 'product', operation: 'get', product: 5 };
	const runs = Array.from({ length: 45 }, async () => {
		return await runNode({ node: 'product', parameters, credential });
	});
	for (const { error } of await Promise.all(runs)) expect(error).toBeDefined();
}, 30_000);
