// What the page of the demo refuses. What it shows is tested in a browser by test/e2e/demo.test.mts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPage, type DemoPage } from '../../scripts/demo/page/index.mts';

let page: DemoPage;

beforeAll(async () => {
	page = await startPage();
});

afterAll(async () => await page.stop());

async function post(message: object): Promise<unknown> {
	const body = JSON.stringify({ channel: '#team', ...message });
	const response = await fetch(`${page.url}/api/chat.postMessage`, { method: 'POST', body });
	return await response.json();
}

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
test.each([
	[
		'a section of more than 3,000 characters',
		{ blocks: [section('x'.repeat(3001))] },
		'invalid_blocks',
	],
	['a text of more than 40,000 characters', { text: 'x'.repeat(40_001) }, 'msg_too_long'],
	['nothing', {}, 'no_text'],
])('the page refuses what Slack refuses: %s', async (_what, message, error) => {
	const before = page.messages.length;
	expect(await post(message)).toEqual({ ok: false, error });
	expect(page.messages).toHaveLength(before);
});

test('the page refuses a button that would run a script', async () => {
	const text = { type: 'plain_text', text: 'Approve' };
	const elements = [{ type: 'button', text, url: 'javascript:alert(1)' }];
	expect(await post({ blocks: [{ type: 'actions', elements }] })).toMatchObject({ ok: false });
});
