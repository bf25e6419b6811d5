import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parsed } from '../lib/json.mts';
import type { N8nApi, Owner } from '../lib/n8nApi.mts';

const ownerSchema = z.object({ email: z.string(), password: z.string() });

/**
 * Signs in as the owner, whose account is created on the first start. Its random password is kept in a file that only
 * this user can read.
 */
export async function signIn(
	api: Pick<N8nApi, 'setUpOwner' | 'signIn'>,
	userFolder: string,
): Promise<Owner> {
	const file = path.join(userFolder, 'owner.json');
	if (existsSync(file)) {
		const owner = ownerSchema.parse(parsed(readFileSync(file, 'utf8')));
		await api.signIn(owner);
		return owner;
	}
	// n8n requires a capital letter and a digit.
	const password = `${randomBytes(12).toString('base64url')}-N8`;
	const owner = { email: 'demo@example.com', password };
	await api.setUpOwner(owner);
	writeFileSync(file, JSON.stringify(owner), { mode: 0o600 });
	return owner;
}
