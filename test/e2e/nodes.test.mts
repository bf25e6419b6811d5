import path from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WorkflowDefinition } from '../../scripts/lib/n8nApi.mts';
import { manifest } from '../../scripts/lib/package.mts';
import { PACKAGE_NAME } from '../../scripts/lib/paths.mts';
import { startInstance } from '../../scripts/lib/instance.mts';
import { createCredentials } from './kit/credentials.mts';
import type { Instance } from '../../scripts/lib/instance.mts';
import type { Credentials } from './kit/credentials.mts';
import { listNodeTypes, testCredential } from './kit/api.mts';
import { savedWorkflow, savedWorkflows } from './kit/saved.mts';
import { chain, packageNode, MANUAL_START, triggered } from '../../scripts/lib/workflows.mts';

let instance: Instance;
let credentials: Credentials;

beforeAll(async () => {
	instance = await startInstance('nodes');
	credentials = await createCredentials(instance);
});

afterAll(async () => await instance?.stop());

beforeEach(async () => await instance.service.forgetRequests());

describe('credentials, as the editor tests them', () => {
	test.for(['videoSubscriptionApi', 'videoSubscriptionOAuth2Api'] as const)(
		'%s is green with the right values',
		async (type) => {
			const { api, service } = instance;
			expect(await testCredential(api, credentials[type], service.credentials[type])).toMatchObject(
				{
					status: 'OK',
				},
			);
		},
	);

	test.for([
		['videoSubscriptionApi', { apiKey: 'wrong' }],
		['videoSubscriptionOAuth2Api', { clientSecret: 'wrong' }],
		['videoSubscriptionApi', { baseUrl: 'http://127.0.0.1:1' }],
		['videoSubscriptionApi', { baseUrl: 'ftp://example.com' }],
		['videoSubscriptionApi', { baseUrl: 'https://user@example.com' }],
		['videoSubscriptionOAuth2Api', { baseUrl: 'https://user@example.com' }],
		['videoSubscriptionOAuth2Api', { baseUrl: 'http://example.com' }],
	] as const)('%s with %o says what is wrong, without a secret', async ([type, wrong]) => {
		const { api, service } = instance;
		const values = { ...service.credentials[type], ...wrong };
		const { status, message } = await testCredential(
			api,
			await api.createCredential('Wrong', type, values),
			values,
		);
		expect(status).toBe('Error');
		expect(message).toMatch(/.{30}/);
		expect(message).not.toContain(service.clientSecret);
		expect(message).not.toContain(service.apiKey);
	});
});

/** Executes a workflow and returns the first record of its last node. */
async function firstOf(workflow: WorkflowDefinition, start: string): Promise<unknown> {
	const { api } = instance;
	const { error, output } = await api.runManually(await api.createWorkflow(workflow), start);
	expect(error).toBeUndefined();
	return output[workflow.nodes.at(-1)?.name ?? '']?.[0];
}

test('a node runs with OAuth2', async () => {
	const { videoSubscriptionOAuth2Api: client } = credentials;
	const node = packageNode('product', 'Products', { operation: 'getAll' }, client);
	expect(await firstOf(chain('With OAuth2', node), MANUAL_START)).toHaveProperty('id');
	expect(await instance.service.violations()).toEqual([]);
});

test('a test of the trigger shows real records', async () => {
	const { videoSubscriptionApi: key } = credentials;
	const parameters = { event: 'customerCreated' };
	const node = packageNode('videoSubscriptionTrigger', 'Trigger', parameters, key);
	expect(await firstOf(triggered('Try the trigger', node), 'Trigger')).toHaveProperty('id');
});

test.for(savedWorkflows)(
	'the saved workflow of the node %s still runs, every parameter used',
	async (name) => {
		const { api, service } = instance;
		await service.control('POST', 'reset');
		const id = await api.createWorkflow(await savedWorkflow(name, service, credentials));
		const { error, status } = await api.runManually(id, MANUAL_START);
		expect(error).toBeUndefined();
		expect(status).toBe('success');
		expect(await service.violations()).toEqual([]);
	},
);

test('n8n registers every node under the name in saved workflows', async () => {
	const types = (await listNodeTypes(instance.api)).filter((name) =>
		name.startsWith(`${PACKAGE_NAME}.`),
	);
	const expected = manifest().n8n.nodes.map((file) => path.basename(file, '.node.js'));
	const plain = types
		.map((name) => name.slice(PACKAGE_NAME.length + 1))
		.filter((name) => !name.endsWith('Tool'));
	const lower = expected.map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`);
	expect(plain.sort()).toEqual(lower.sort());
});
