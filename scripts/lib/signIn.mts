import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { z } from 'zod';

import type { Owner } from './n8nApi.mts';

const ownerSchema = z.object({ email: z.string(), password: z.string() });

/**
 * The owner of an n8n that belongs to one person on one computer: made up the first time, with a random
 * password, and kept in a file that only that person can read.
 *
 * @returns the owner, and what is to be called once n8n knows them
 */
export function keptOwner(file: string): { owner: Owner; isNew: boolean; keep: () => void } {
	if (existsSync(file)) {
		const owner = ownerSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
		return { owner, isNew: false, keep: () => {} };
	}
	// n8n wants a capital letter and a digit
	const password = `${randomBytes(12).toString('base64url')}-N8`;
	const owner = { email: 'demo@example.com', password };
	const keep = () => writeFileSync(file, JSON.stringify(owner), { mode: 0o600 });
	return { owner, isNew: true, keep };
}

export interface Entrance {
	/** The cookie of a session, `name=value`. */
	session: string;
	/** Where the browser goes on to. */
	target: string;
	/** On loopback; 0 for any that is free. */
	port: number;
}

const REFUSED =
	'This link is not valid, or has been used. Sign in with the address and password.\n';

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (given: string, token: string): boolean =>
	timingSafeEqual(hashOf(given), hashOf(token));

/**
 * Serves a page that hands a session to the browser, so that nobody has to sign in. It is opened once, by
 * whoever knows its address, and answers to no other host name: a page elsewhere on the web can neither
 * guess it nor reach it by a name of its own.
 *
 * @returns the address of the page, and how to stop serving it
 */
export async function startSignInPage({ session, target, port }: Entrance) {
	const token = randomBytes(24).toString('base64url');
	let isOpen = true;
	let host = '';
	const isEntitled = ({ method, url = '/', headers }: IncomingMessage): boolean =>
		isOpen && method === 'GET' && headers.host?.toLowerCase() === host && isSame(url, `/${token}`);

	const page = createServer((request, response) => {
		const common = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
		if (!isEntitled(request)) {
			response.writeHead(403, { ...common, 'content-type': 'text/plain; charset=utf-8' });
			return void response.end(REFUSED);
		}
		isOpen = false;
		response.writeHead(302, {
			...common,
			'set-cookie': `${session}; Path=/; HttpOnly; SameSite=Lax`,
			location: target,
		});
		response.end();
	});
	page.listen(port, '127.0.0.1');
	await once(page, 'listening');
	const { port: listening } = page.address() as AddressInfo;
	host = `localhost:${listening}`;
	return { address: `http://${host}/${token}`, close: () => void page.close() };
}
