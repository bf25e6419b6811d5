// Requests of the editor that only tests need.
import { z } from 'zod';
import type { CredentialReference, N8nApi } from '../../../scripts/lib/n8nApi.mts';

type Data = Record<string, unknown>;

const testResultSchema = z.object({ status: z.enum(['OK', 'Error']), message: z.string() });

/** Returns an address of n8n as it is reached from here: n8n may know itself by another host. */
export function reachable({ url }: N8nApi, address: string): string {
	const { pathname, search } = new URL(address);
	return `${url}${pathname}${search}`;
}

export async function updateCredential(
	api: N8nApi,
	{ id, name, type }: CredentialReference,
	data: Data,
): Promise<void> {
	await api.request('PATCH', `/credentials/${id}`, { name, type, data });
}

/** Tests a credential as the editor does after saving it. */
export async function testCredential(api: N8nApi, credential: CredentialReference, data: Data) {
	const tested = { credentials: { ...credential, data } };
	return testResultSchema.parse(await api.request('POST', '/credentials/test', tested));
}

/** Returns the names of all node types. */
export async function listNodeTypes({ url, session }: N8nApi): Promise<string[]> {
	const response = await fetch(`${url}/types/nodes.json`, { headers: { cookie: session } });
	const types = z.array(z.looseObject({ name: z.string() })).parse(await response.json());
	return types.map(({ name }) => name);
}

/** Pins the output of a node for manual executions. */
export async function pin(api: N8nApi, id: string, node: string, items: object[]): Promise<void> {
	const { versionId } = await api.workflow(id);
	const pinData = { [node]: items.map((json) => ({ json })) };
	await api.request('PATCH', `/workflows/${id}`, { pinData, versionId });
}
