import { afterEach, describe, expect, it } from 'vitest';

import {
	startService,
	type FaultKind,
	type RunningService,
	type ServerOptions,
} from '../../service/index.mts';

let running: RunningService | undefined;
const begin = async (options: ServerOptions = {}): Promise<RunningService> => {
	running = await startService(options);
	return running;
};
afterEach(async () => {
	await running?.close();
	running = undefined;
});

const authorization = ({ service }: RunningService) =>
	`Basic ${Buffer.from(`${service.settings.apiKey}:`).toString('base64')}`;
const call = async (at: RunningService, path: string, init: RequestInit = {}) =>
	await fetch(`${at.url}${path}`, { ...init, headers: { authorization: authorization(at) } });

describe('the server', () => {
	it('responds at the address with which its hrefs begin', async () => {
		const at = await begin();
		const response = await call(
			at,
			'/products/101?href=' + encodeURIComponent(`${at.url}/products/101`),
		);
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({
			_links: { self: { href: `${at.url}/products/101` } },
		});
		expect((await call(at, '/videos/20001', { method: 'DELETE' })).status).toBe(204);
		expect(at.service.violations).toEqual([]);
	});

	it('serves a base address with a path, and takes a PUT without a body', async () => {
		const at = await begin({ publicUrl: 'http://127.0.0.1:1/api' });
		const local = { ...at, url: `http://127.0.0.1:${at.port}/api` };
		expect((await call(local, '/videos/20001', { method: 'PUT' })).status).toBe(200);
		expect(at.service.violations).toEqual([]);
	});

	it.each<[FaultKind, string]>([
		['disconnect', 'SocketError'],
		['disconnectAfter', 'SocketError'],
		['cutBody', 'SocketError'],
		['malformed', 'HTTPParserError'],
	])('sends a broken response for the fault %s', async (kind, name) => {
		const at = await begin();
		at.service.faults.add({ kind });
		const text = call(at, '/products').then(async (response) => await response.text());
		await expect(text).rejects.toMatchObject({ cause: { name } });
		expect((await call(at, '/products')).status).toBe(200);
	});

	it.each<[FaultKind, number, number]>([
		['timeout', 0, 10],
		['drip', 1, 1500],
	])('holds the connection for the fault %s', async (kind, bytes, afterMs) => {
		const abort = new AbortController();
		let received = 0;
		const at = await begin({ onHeld: () => setTimeout(() => abort.abort(), afterMs) });
		at.service.faults.add({ kind });
		const held = call(at, '/products', { signal: abort.signal }).then(async ({ body }) => {
			for await (const part of body ?? []) received += part ? 1 : 0;
		});
		await expect(held).rejects.toThrow('aborted');
		expect(received).toBe(bytes);
	});
});

describe('the control API', () => {
	it('is served only with the option control', async () => {
		const at = await begin();
		expect((await fetch(`${at.url}/__control/requests`)).status).toBe(404);
	});
});
