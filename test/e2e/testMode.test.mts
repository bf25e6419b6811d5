import type { INode } from 'n8n-workflow';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../scripts/lib/instance.mts';
import type { CredentialReference } from '../../scripts/lib/n8nApi.mts';
import {
	builtInNode,
	byId,
	chain,
	MANUAL_START,
	packageNode,
	sequence,
} from '../../scripts/lib/workflows.mts';
import { defined } from '../kit/defined.mts';
import { useSharedInstance } from './kit/sharedInstance.mts';

/** Test mode in a real n8n: which executions it takes for a try, and which for those of a published workflow. */

const REFUSED = 'The credential is in test mode';
const NODE = 'Create';

let instance: Instance;
let credential: CredentialReference;

beforeAll(async () => {
	instance = await useSharedInstance('test-mode');
	const { api, service } = instance;
	const values = { ...service.credentials.videoSubscriptionApi, testMode: true };
	credential = await api.createCredential('API key (test mode)', 'videoSubscriptionApi', values);
});

afterAll(async () => await instance?.stop());

beforeEach(async () => await instance.service.forgetRequests());

const create = () =>
	packageNode(
		'customer',
		NODE,
		{ resource: 'customer', operation: 'create', email: 'ada@example.org', product: byId(101) },
		credential,
	);

const webhook = (name: string): INode => ({
	...builtInNode('Webhook', 'webhook', 2, { path: name, responseMode: 'lastNode' }),
	webhookId: name,
});

/** Runs a published workflow by its webhook, and returns its execution. */
async function runPublished(name: string, ...nodes: INode[]) {
	const { api } = instance;
	const id = await api.createWorkflow(sequence(name, webhook(name), ...nodes));
	await api.activate(id);
	await fetch(`${api.url}/webhook/${name}`);
	const [execution] = await api.executions(id);
	return await api.finished(id, defined(execution).id);
}

async function runManually(name: string, ...nodes: INode[]) {
	const { api } = instance;
	const id = await api.createWorkflow(chain(name, ...nodes));
	return await api.runManually(id, MANUAL_START);
}

/** Returns a node that calls a published sub-workflow that creates a customer. */
async function subWorkflow(name: string): Promise<INode> {
	const { api } = instance;
	const trigger = builtInNode('Called', 'executeWorkflowTrigger', 1, {});
	const id = await api.createWorkflow(sequence(name, trigger, create()));
	await api.activate(id);
	return builtInNode('Call', 'executeWorkflow', 1.2, {
		workflowId: { __rl: true, mode: 'id', value: id },
	});
}

const writes = async () =>
	(await instance.service.requests()).filter(({ method }) => method !== 'GET');

describe('with a credential in test mode', () => {
	test('Execute workflow shows what would be created', async () => {
		const { output, status } = await runManually('tried', create());
		expect(status).toBe('success');
		expect(output[NODE]?.[0]).toMatchObject({ testMode: true, email: 'ada@example.org' });
		expect(await writes()).toEqual([]);
	});

	test('a published workflow fails', async () => {
		const { status, error } = await runPublished('published', create());
		expect(status).toBe('error');
		expect(error).toContain(REFUSED);
		expect(await writes()).toEqual([]);
	});

	test('a sub-workflow is tried with the workflow that calls it', async () => {
		const { output, status } = await runManually('tries-another', await subWorkflow('called'));
		expect(status).toBe('success');
		expect(output.Call?.[0]).toMatchObject({ testMode: true });
		expect(await writes()).toEqual([]);
	});

	test('a sub-workflow of a published workflow fails', async () => {
		const { status, error } = await runPublished('calls', await subWorkflow('called-too'));
		expect(status).toBe('error');
		expect(error).toContain(REFUSED);
		expect(await writes()).toEqual([]);
	});
});
