import type { INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { N8N_VERSION } from '../../scripts/lib/n8n.mts';
import type { CredentialReference, Execution } from '../../scripts/lib/n8nApi.mts';
import { PACKAGE_NAME } from '../../scripts/lib/paths.mts';
import { createCredentials, startInstance } from '../../scripts/lib/instance.mts';
import type { Credentials, Instance } from '../../scripts/lib/instance.mts';
import { savedWorkflow, savedWorkflows } from './kit/saved.mts';
import { byId, chain, packageNode, START, triggered } from '../../scripts/lib/workflows.mts';

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
			expect(await api.testCredential(credentials[type], service.credentials[type])).toMatchObject({
				status: 'OK',
			});
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
		const { status, message } = await api.testCredential(
			await api.createCredential('Wrong', type, values),
			values,
		);
		expect(status).toBe('Error');
		// n8n 1 says no more than EAUTH of an OAuth2 client that is refused.
		if (message !== 'EAUTH' || !N8N_VERSION.startsWith('1.')) expect(message).toMatch(/.{30}/);
		expect(message).not.toContain(service.clientSecret);
		expect(message).not.toContain(service.apiKey);
	});
});

/** Ids of the simulated service's seed. */
const [PRODUCT, COLLECTION, VIDEO, CUSTOMER] = [101, 301, 20_001, 1_000_001].map(byId);

const reads: Record<string, INodeParameters> = {
	analytics: { operation: 'getReport', type: 'subscribers' },
	authorization: { operation: 'create', customer: CUSTOMER, video: VIDEO },
	browse: { operation: 'getAll', product: PRODUCT },
	collection: { operation: 'get', collection: COLLECTION },
	comment: { operation: 'getAll', video: VIDEO },
	customer: { operation: 'getAll', limit: 2 },
	liveEvent: { operation: 'getAll', product: PRODUCT },
	product: { operation: 'getAll', limit: 2 },
	video: { operation: 'get', video: VIDEO },
};

const clientOnly: Record<string, INodeParameters> = {
	accessToken: { operation: 'create' },
	pairingCode: { operation: 'create' },
};

async function runAlone(
	type: string,
	parameters: INodeParameters,
	credential: CredentialReference,
) {
	const { api } = instance;
	const node = packageNode(type, type, parameters, credential);
	const id = await api.createWorkflow(chain(`${type} with ${credential.name}`, node));
	return await api.runManually(id, START);
}

function expectRecords({ error, status, output }: Execution, type: string): void {
	expect(error).toBeUndefined();
	expect(status).toBe('success');
	expect(output[type]?.[0]).toMatchObject(expect.any(Object));
}

describe('every node runs', () => {
	test.for(Object.entries(reads))('%s with the API key', async ([type, parameters]) => {
		expectRecords(await runAlone(type, parameters, credentials.videoSubscriptionApi), type);
		expect(await instance.service.violations()).toEqual([]);
	});

	test.for(Object.entries({ ...reads, ...clientOnly }))(
		'%s with OAuth2',
		async ([type, parameters]) => {
			expectRecords(await runAlone(type, parameters, credentials.videoSubscriptionOAuth2Api), type);
			expect(await instance.service.violations()).toEqual([]);
		},
	);

	test('the trigger shows real records when it is tried out', async () => {
		const { api } = instance;
		const parameters = { event: 'customerCreated' };
		const node = packageNode(
			'videoSubscriptionTrigger',
			'Trigger',
			parameters,
			credentials.videoSubscriptionApi,
		);
		const id = await api.createWorkflow(triggered('Try the trigger', node));
		expectRecords(await api.runManually(id, 'Trigger'), 'Trigger');
	});
});

test.for(savedWorkflows)(
	'the saved workflow of the node %s still runs, every parameter used',
	async (name) => {
		const { api, service } = instance;
		await service.control('POST', 'reset');
		const id = await api.createWorkflow(await savedWorkflow(name, service, credentials));
		const { error, status } = await api.runManually(id, START);
		expect(error).toBeUndefined();
		expect(status).toBe('success');
		expect(await service.violations()).toEqual([]);
	},
);

test('n8n knows every node of the package by the name that saved workflows hold', async () => {
	const types = (await instance.api.nodeTypes()).filter((name) =>
		name.startsWith(`${PACKAGE_NAME}.`),
	);
	const expected = [...Object.keys({ ...reads, ...clientOnly }), 'videoSubscriptionTrigger'];
	const plain = types
		.map((name) => name.slice(PACKAGE_NAME.length + 1))
		.filter((name) => !name.endsWith('Tool'));
	expect(plain.sort()).toEqual(expected.sort());
});
