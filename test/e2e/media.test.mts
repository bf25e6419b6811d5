// What only a real n8n shows of the examples about single customers: webhooks, forms with files, executions that are not
// kept, and a server for assistants. What leaves them otherwise is tested in test/examples.
import { expect, test } from 'vitest';
import { z } from 'zod';

import { withStandIns } from '../../scripts/lib/examples.mts';
import { parsed } from '../kit/json.mts';
import { ARRIVAL, ExampleRuns, fileOnPage } from './kit/exampleRuns.mts';

const PRODUCT = 101;
const runs = new ExampleRuns('media');

test('subscriber-check answers a partner with the secret, and n8n keeps no execution', async () => {
	const secret = { name: 'X-Partner', value: 'a long secret' };
	await runs.useCredential('Partner account', 'httpHeaderAuth', secret);
	await runs.add('customers', { email: 'Partner.Yes@example.com', products: [PRODUCT] });
	const id = await runs.import('subscriber-check');
	const ask = async (email: unknown, value = secret.value) => {
		const answer = await fetch(`${runs.api.url}/webhook/is-subscriber`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', connection: 'close', 'X-Partner': value },
			body: JSON.stringify({ email }),
		});
		return [answer.status, await answer.text()];
	};
	await runs.whilePublished(id, async () => {
		expect((await ask('partner.yes@example.com', 'a guess'))[0]).toBe(403);
		expect(await ask(' partner.yes@example.com')).toEqual([200, '{"subscriber":true}']);
		expect(await ask('partner.unknown@example.com')).toEqual([200, '{"subscriber":false}']);
		for (const wrong of ['', null, 'a@example.com,b@example.com', { $ne: '' }])
			expect((await ask(wrong))[0]).toBe(400);
		await runs.fail({ method: 'GET', path: '/customers' }, 403);
		expect((await ask('partner.yes@example.com'))[0]).toBe(503);
	});
	await expect.poll(async () => await runs.api.executions(id), ARRIVAL).toEqual([]);
});

const privacySchema = z.looseObject({
	customer: z.looseObject({ email: z.string() }),
	comments: z.array(z.looseObject({ content: z.string() })),
	couldNotBeRead: z.array(z.string()),
});

test('privacy-request returns a file on the last page of the form', async () => {
	const person = { name: 'Priya Private', email: 'priya@example.com', products: [PRODUCT] };
	const customerId = await runs.add('customers', person);
	const videoId = await runs.add('videos', { title: 'Talked About', status: 'uploaded' });
	const parentId = await runs.add('comments', { videoId, content: 'From somebody else' });
	await runs.add('comments', { videoId, content: 'My reply', customerId, parentId });
	// The test reads the execution, which n8n does not keep otherwise.
	const id = await runs.import('privacy-request', (workflow) => ({
		...withStandIns(workflow),
		settings: { executionOrder: 'v1' },
	}));
	await runs.whilePublished(id, async () => {
		const { page } = await runs.submit(id, 'privacy-request', 'Priya@example.com');
		const file = fileOnPage(page);
		expect(file.name).toBe(`privacy-${customerId}.json`);
		const told = privacySchema.parse(parsed(await file.text()));
		expect(told.customer.email).toBe(person.email);
		expect(told.comments.map(({ content }) => content)).toEqual(['My reply']);
		expect(told.couldNotBeRead).toEqual([]);
		const nobody = await runs.submit(id, 'privacy-request', 'nobody.here@example.com');
		expect(nobody.page).toContain('No file was created');
	});
});

const listSchema = z.object({
	result: z.object({ tools: z.array(z.looseObject({ name: z.string() })) }),
});

test('mcp-assistant: an assistant with the token lists the tools and reads, and others get nothing', async () => {
	await runs.useCredential('Assistant', 'httpBearerAuth', { token: 'a long token' });
	await runs.add('customers', { name: 'Mia <b>', email: 'mia@example.com', products: [PRODUCT] });
	const id = await runs.import('mcp-assistant');
	let session = '';
	const call = async (method: string, params: object, token = 'a long token') => {
		const answer = await fetch(`${runs.api.url}/mcp/video-subscription`, {
			method: 'POST',
			headers: {
				accept: 'application/json, text/event-stream',
				authorization: `Bearer ${token}`,
				connection: 'close',
				'content-type': 'application/json',
				...(session && { 'mcp-session-id': session }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
		});
		session = answer.headers.get('mcp-session-id') ?? session;
		const text = await answer.text();
		const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
		return { status: answer.status, data };
	};
	const begin = {
		protocolVersion: '2025-03-26',
		capabilities: {},
		clientInfo: { name: 'test', version: '1' },
	};
	await runs.whilePublished(id, async () => {
		expect((await call('initialize', begin, 'a guess')).status).toBe(403);
		expect((await call('initialize', begin)).status).toBe(200);
		const { data } = await call('tools/list', {});
		const { result } = listSchema.parse(parsed(data));
		expect(result.tools.map(({ name }) => name).sort()).toEqual([
			'Check_Access',
			'Comments_on_a_Video',
			'Count_Customers',
			'Find_Customer',
			'List_Products',
			'Search_Videos',
			'Subscribers_Report',
		]);
		const found = await call('tools/call', {
			name: 'Find_Customer',
			arguments: { email: 'mia@example.com' },
		});
		expect(found.data).toContain('Mia ‹b›');
		expect(await runs.writes()).toEqual([]);
	});
});
