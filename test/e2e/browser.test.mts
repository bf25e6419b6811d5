import type { INodeParameters } from 'n8n-workflow';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { firstWorkflow } from '../../scripts/lib/demo.mts';
import { withCredential } from '../../scripts/lib/examples.mts';
import type { Instance } from '../../scripts/lib/instance.mts';
import { TestedEditor } from './kit/editor.mts';
import { useSharedInstance } from './kit/sharedInstance.mts';
import { chain, packageNode } from '../../scripts/lib/workflows.mts';

/** The editor shows a trigger without the word Trigger. */
const NAMES = [
	'Video Subscription',
	'Video Subscription Access Token',
	'Video Subscription Analytics',
	'Video Subscription Authorization',
	'Video Subscription Browse',
	'Video Subscription Collection',
	'Video Subscription Comment',
	'Video Subscription Customer',
	'Video Subscription Live Event',
	'Video Subscription Pairing Code',
	'Video Subscription Product',
	'Video Subscription Video',
];

let instance: Instance;
let editor: TestedEditor;

beforeAll(async () => {
	instance = await useSharedInstance('browser');
	editor = await TestedEditor.open(instance.api);
});

afterEach(async ({ task }) => {
	if (task.result?.state === 'fail') await editor.picture('failed');
});

afterAll(async () => {
	await editor?.close();
	await instance?.stop();
});

test.for(['light', 'dark'] as const)(
	'typing "video subscription" finds every node with its icon (%s)',
	async (colorScheme) => {
		await editor.page.emulateMedia({ colorScheme });
		await editor.newWorkflow();
		await editor.searchNodes('video subscription');
		await expect.poll(async () => (await editor.foundNodes()).sort()).toEqual(NAMES);
		// An image that failed to load has no width.
		await expect.poll(async () => await editor.imageWidths('item-iterator-item')).not.toContain(0);
		expect((await editor.imageWidths('item-iterator-item')).length).toBeGreaterThanOrEqual(
			NAMES.length,
		);
		await editor.picture(`find-nodes-${colorScheme}`);
	},
);

test('a credential test explains a wrong key and accepts the right one', async () => {
	const { page } = editor;
	await page.emulateMedia({ colorScheme: 'light' });
	await editor.newWorkflow();
	await editor.addNode('Video Subscription Customer', /^Get a customer$/);
	await editor.newCredential();
	await editor.fill('baseUrl', instance.service.url);
	await editor.fill('apiKey', 'a-wrong-key');
	await editor.id('credential-save-button').click();
	await page.getByText('More details').click();
	const reason = page.getByRole('dialog').getByText(/did not accept the API key/);
	expect(await reason.innerText()).toMatch(/check the key/i);
	await editor.picture('credential-wrong-key');

	await editor.fill('apiKey', instance.service.apiKey);
	await editor.id('credential-save-button').click();
	// Recent editors close the dialog of a valid credential; the green line shows when it is opened again.
	const green = editor.id('credentials-config-container-test-success');
	const window = editor.id('credential-edit-dialog');
	const isSaved = async () => (await green.isVisible()) || !(await window.isVisible());
	await expect.poll(isSaved).toBe(true);
	if (!(await window.isVisible())) await editor.id('credential-edit-button').click();
	await green.waitFor();
	await editor.picture('credential-green');
	// Closes the dialog and the node below it.
	await page.keyboard.press('Escape');
	await editor.id('node-parameters').waitFor({ state: 'hidden' });
});

test('a customer is picked from the list by name, and the node runs', async () => {
	const { page } = editor;
	await editor.openNode('Get a customer');
	await editor.id('rlc-mode-selector').first().click();
	await page.getByRole('option', { name: 'From List' }).click();
	await editor.id('rlc-input').first().click();
	await editor.id('rlc-search').fill('sato');
	await page.getByTestId('rlc-item').filter({ hasText: 'Sato' }).first().waitFor();
	expect(await editor.id('rlc-item').first().innerText()).toMatch(/^\S+ Sato \(.+@example\.com\)$/);
	await editor.picture('customer-list');
	await editor.id('rlc-item').first().click();
	await editor.id('node-execute-button').click();
	const output = editor.id('output-panel');
	await output.getByTestId('radio-button-table').click();
	await output.getByText('1 item').waitFor();
	await output.getByText(/sato\.\d+@example\.com/).waitFor({ state: 'attached' });
	await editor.picture('customer-table');
	await editor.closeNode();
});

test('a node of the demo can be stepped after its workflow was executed', async () => {
	const { api, service } = instance;
	const { videoSubscriptionApi } = service.credentials;
	const key = await api.createCredential('Key', 'videoSubscriptionApi', videoSubscriptionApi);
	const [{ id: _, ...workflow }] = firstWorkflow();
	const id = await api.createWorkflow(withCredential(workflow, key));
	await editor.openWorkflow(id);
	await editor.id('execute-workflow-button').click();
	await expect
		.poll(async () => (await api.executions(id)).map(({ status }) => status))
		.toEqual(['success']);
	await editor.openNode('Grant Access');
	const output = editor.id('output-panel');
	await output.getByTestId('radio-button-table').click();
	await output.getByText('created', { exact: true }).first().waitFor();
	await editor.id('node-execute-button').click();
	await output.getByText('unchanged', { exact: true }).first().waitFor();
	expect(await editor.page.getByText('Cannot read properties').count()).toBe(0);
	await editor.picture('demo-stepped');
	await editor.closeNode();
});

test('the next node offers the fields of a customer before anything has run', async () => {
	await editor.newWorkflow();
	await editor.addNode('Video Subscription Customer', /^Get many customers$/);
	await editor.closeNode();
	// n8n names a node after its action when it has a resource.
	expect(await editor.id('canvas-node').allInnerTexts()).toEqual(
		expect.arrayContaining([expect.stringContaining('Get many customers')]),
	);
	await editor.picture('canvas-name');
	await editor.id('canvas-handle-plus').last().click();
	await editor.id('node-creator-search-bar').fill('edit fields');
	await editor.id('node-creator-item-name').filter({ hasText: 'Edit Fields' }).first().click();
	await editor.id('node-parameters').waitFor();
	await editor.picture('output-schema');
	const fields = await editor.id('ndv-input-panel').innerText();
	expect(fields).toContain('Usually outputs the following fields');
	// Fields below the visible area are not rendered.
	for (const field of ['id', 'name', 'href']) expect(fields).toMatch(new RegExp(`^${field}$`, 'm'));
	await editor.closeNode();
});

/** Compares texts in visible order. Screenshots differ between machines by fonts and line breaks. */
const asSeen = (lines: string[]) => `${lines.join('\n')}\n`;

const PANELS = [
	['customer', 'grantAccess', {}],
	['customer', 'revokeAccess', {}],
	['customer', 'getAll', {}],
	['analytics', 'getReport', { type: 'churn', period: 'last' }],
	['video', 'create', {}],
	['video', 'get', {}],
	['product', 'get', {}],
	['collection', 'get', {}],
	['comment', 'get', {}],
	['videoSubscriptionTrigger', 'customerStatusChanged', { events: ['customerStatusChanged'] }],
] satisfies Array<[string, string, INodeParameters]>;

describe('in one workflow with a node for each panel', () => {
	beforeAll(async () => {
		const { api, service } = instance;
		const { videoSubscriptionApi } = service.credentials;
		const key = await api.createCredential('Key', 'videoSubscriptionApi', videoSubscriptionApi);
		// Two rows, so that the editor does not zoom out.
		const nodes = PANELS.map(([type, name, parameters], index) => ({
			...packageNode(
				type,
				`${type} ${name}`,
				{ resource: type, operation: name, ...parameters },
				key,
			),
			position: [(index % 5) * 220, Math.floor(index / 5) * 220] as [number, number],
		}));
		await editor.openWorkflow(await api.createWorkflow({ name: 'Panels', nodes, connections: {} }));
	});

	test.for(PANELS)('the panel of %s %s matches its snapshot', async ([type, name]) => {
		await editor.openNode(`${type} ${name}`);
		await editor.picture(`panel-${type}-${name}`);
		const panel = await editor.panel();
		// The fields that n8n adds above the node's own differ between versions.
		const own = panel.slice(panel.findIndex((line) => /^(Resource|Trigger On)\b/.test(line)));
		// Before the comparison, so that one outdated panel does not hide the nodes from the next tests.
		await editor.closeNode();
		await expect(asSeen(own)).toMatchFileSnapshot(`snapshots/${type}-${name}.txt`);
	});
});

test.for([
	[5, true],
	[1_000, false],
] as const)(
	'a list with the limit %d says that the limit was reached: %s',
	async ([limit, isReached]) => {
		const { api, service } = instance;
		const { videoSubscriptionApi } = service.credentials;
		const key = await api.createCredential('Key', 'videoSubscriptionApi', videoSubscriptionApi);
		const node = packageNode('customer', 'Customers', { operation: 'getAll', limit }, key);
		await editor.openWorkflow(await api.createWorkflow(chain('Limit', node)));
		await editor.openNode('Customers');
		await editor.id('node-execute-button').click();
		const output = editor.id('output-panel');
		await output.getByText(/^\d+ items$/).waitFor();
		const hint = output.getByText(/limit/i);
		await expect.poll(async () => await hint.count()).toBe(isReached ? 1 : 0);
		await editor.picture(`limit-${limit}`);
		await editor.closeNode();
	},
);

test('the editor sends no request that violates the specification', async () => {
	expect(await instance.service.violations()).toEqual([]);
});
