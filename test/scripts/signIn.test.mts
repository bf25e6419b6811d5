import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { keptOwner, startSignInPage } from '../../scripts/lib/signIn.mts';

const TARGET = 'http://localhost:5678/workflow/example';

let page: Awaited<ReturnType<typeof startSignInPage>>;
beforeEach(async () => {
	page = await startSignInPage({ session: 'n8n-auth=secret', target: TARGET, port: 0 });
});
afterEach(() => page.close());

interface Asked {
	method?: string;
	path?: string;
	host?: string;
}

/** What the page answers: its status, cookie and location. */
async function ask({ method = 'GET', path: asked, host }: Asked = {}) {
	const { port, host: own, pathname } = new URL(page.address);
	const options = { method, path: asked ?? pathname, headers: { host: host ?? own } };
	return await new Promise<unknown[]>((resolve, reject) => {
		request({ host: '127.0.0.1', port, ...options }, (response) => {
			response.resume();
			resolve([response.statusCode, response.headers['set-cookie'], response.headers.location]);
		})
			.on('error', reject)
			.end();
	});
}

const REFUSED = [403, undefined, undefined];
const LET_IN = [302, ['n8n-auth=secret; Path=/; HttpOnly; SameSite=Lax'], TARGET];

describe('the sign-in page of npm start', () => {
	it('lets the one in who has its address, once', async () => {
		expect(await ask()).toEqual(LET_IN);
		expect(await ask()).toEqual(REFUSED);
	});

	it.each<[string, Asked]>([
		['the name of another site', { host: 'rebound.example' }],
		['the name of another site with its port', { host: 'rebound.example:5670' }],
		['its number', { host: '127.0.0.1' }],
		['no token', { path: '/' }],
		['another token', { path: `/${'a'.repeat(32)}` }],
		['another method', { method: 'POST' }],
	])('refuses %s, and still lets the right one in', async (_, asked) => {
		expect(await ask(asked)).toEqual(REFUSED);
		expect(await ask()).toEqual(LET_IN);
	});

	it('has another address each time', async () => {
		const other = await startSignInPage({ session: 'a=b', target: TARGET, port: 0 });
		other.close();
		const tokens = [page, other].map(({ address }) => new URL(address).pathname);
		expect(tokens[0]).toMatch(/^\/[\w-]{32}$/);
		expect(tokens[1]).not.toBe(tokens[0]);
	});
});

describe('the owner of the n8n of npm start', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'owner-'));
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	it('has a random password, which is kept for the person alone', () => {
		const file = path.join(folder, 'owner.json');
		const first = keptOwner(file);
		expect(first.isNew).toBe(true);
		expect(first.owner.password).toMatch(/^[\w-]{16}-N8$/);
		expect(keptOwner(file).owner.password).not.toBe(first.owner.password);
		first.keep();
		expect(keptOwner(file)).toMatchObject({ owner: first.owner, isNew: false });
		expect(statSync(file).mode & 0o077).toBe(0);
	});
});
