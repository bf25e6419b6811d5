import path from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manifest } from '../../scripts/lib/package.mts';
import { PACKAGE_NAME } from '../../scripts/lib/paths.mts';
import { createCredentials } from './kit/credentials.mts';
import type { Instance } from '../../scripts/lib/instance.mts';
import type { Credentials } from './kit/credentials.mts';
import { listNodeTypes, testCredential } from './kit/api.mts';
import { savedWorkflow, savedWorkflows } from './kit/saved.mts';
import { useSharedInstance } from './kit/sharedInstance.mts';
import { MANUAL_START } from '../../scripts/lib/workflows.mts';

let instance: Instance;
let credentials: Credentials;

beforeAll(async () => {
	instance = await useSharedInstance('nodes');
	credentials = await createCredentials(instance);
});

afterAll(async () => await instance?.stop());

beforeEach(async () => await instance.service.forgetRequests());

describe('credentials, as the editor tests them', () => {
	test.for(['videoSubscriptionApi', 'videoSubscriptionOAuth2Api'] as const)(
		'%s is green with the right values',
		async (type) => {
			const { api, service } = instance;
			const { status } = await testCredential(api, credentials[type], service.credentials[type]);
			expect(status).toBe('OK');
		},
	);

	test.for([
		['videoSubscriptionApi', { apiKey: 'wrong' }],
		['videoSubscriptionOAuth2Api', { clientSecret: 'wrong' }],
		['videoSubscriptionApi', { baseUrl: 'http://127.0.0.1:1' }],
		['videoSubscriptionOAuth2Api', { baseUrl: 'https://user@example.com' }],
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
	const types = (await listNodeTypes(instance.api)).filter(
		(name) => name.startsWith(`${PACKAGE_NAME}.`) && !name.endsWith('Tool'),
	);
	const expected = manifest().n8n.nodes.map((file) => {
		const name = path.basename(file, '.node.js');
		return `${PACKAGE_NAME}.${name.charAt(0).toLowerCase()}${name.slice(1)}`;
	});
	expect(types.sort()).toEqual(expected.sort());
});
