import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { WorkflowDefinition } from '../../../scripts/lib/n8nApi.mts';
import { ROOT } from '../../../scripts/lib/paths.mts';
import type { ServiceProcess } from '../../../scripts/lib/service.mts';
import type { Credentials } from './credentials.mts';
import { parsed } from '../../kit/json.mts';

const FOLDER = path.join(ROOT, 'test', 'workflows');
/** A seeded customer whose tokens and pairing the saved workflows use. */
const CUSTOMER = 1_000_003;

const codeSchema = z.object({ code: z.string() });
const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

/** The saved workflows, one for each node, which use every parameter. */
export const savedWorkflows = readdirSync(FOLDER).map((file) => path.basename(file, '.json'));

async function pairedCode(service: ServiceProcess): Promise<string> {
	const { clientId: client_id, clientSecret: client_secret } = service;
	const { code } = codeSchema.parse(
		await service.post('/oauth/codes', { client_id, client_secret }),
	);
	await service.control('POST', `pair/${code}`, { customerId: CUSTOMER });
	return code;
}

/** Reads a saved workflow and fills in credentials, tokens and a pairing code. */
export async function savedWorkflow(
	name: string,
	service: ServiceProcess,
	credentials: Credentials,
): Promise<WorkflowDefinition> {
	const { clientId, clientSecret } = service;
	const address = `/oauth/codes/${await pairedCode(service)}?client_id=${clientId}&client_secret=${clientSecret}`;
	const tokens = tokensSchema.parse(await service.read(address));
	const text = readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')
		.replaceAll('CUSTOMER_ACCESS_TOKEN', tokens.access_token)
		.replaceAll('CUSTOMER_REFRESH_TOKEN', tokens.refresh_token)
		.replaceAll('PAIRED_CODE', await pairedCode(service))
		.replaceAll(
			/"id": "(videoSubscriptionApi|videoSubscriptionOAuth2Api)"/g,
			(_, type: keyof Credentials) => `"id": "${credentials[type].id}"`,
		);
	return parsed(text);
}
