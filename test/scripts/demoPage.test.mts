// The page of the demo, without a browser: what it makes of Slack's mrkdwn and blocks, and of mails. In a browser, it is
// tested by test/e2e/demo.test.mts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { html } from 'hono/html';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPage, type DemoPage } from '../../scripts/demo/page/index.mts';
import { renderMrkdwn } from '../../scripts/demo/page/mrkdwn.mts';
import { EXAMPLES, exampleNames } from '../../scripts/lib/examples.mts';

const rendered = async (text: string) => String(await html`${renderMrkdwn(text)}`);

test.each([
	['bold, italic and struck', '*a b* _c_ ~d~', '<b>a b</b> <i>c</i> <s>d</s>'],
	['marks inside words', 'a*b*c 2*3*4 snake_case_name', 'a*b*c 2*3*4 snake_case_name'],
	['Slack’s three entities', 'Fish &amp; &lt;Chips&gt;', 'Fish &amp; &lt;Chips&gt;'],
	['other entities as they are', '&quot;', '&amp;quot;'],
	['twice escaped entities', '&amp;lt;', '&amp;lt;'],
	['code', '`*a* &lt;`', '<code>*a* &lt;</code>'],
	['a block of code', '```a\n*b*```', '<pre>a\n*b*</pre>'],
	['a quotation', 'a\n> b *c*\n> d\ne', 'a\n<blockquote>b <b>c</b>\nd</blockquote>e'],
	['an escaped quotation', '&gt; b', '<blockquote>b</blockquote>'],
	['a group', '<!channel> &lt;!channel>', '<b class="mention">@channel</b> &lt;!channel&gt;'],
	['a channel', '<#C012AB|general>', '<b class="mention">#general</b>'],
	[
		'unknown names of emoji',
		':nothing: 10:30:15',
		'<span title=":nothing:">:nothing:</span> 10:30:15',
	],
])('mrkdwn shows %s', async (_what, text, expected) => {
	expect(await rendered(text)).toBe(expected);
});

test('mrkdwn links only to web pages and mail addresses', async () => {
	const link = '<a href="https://a.example/?b=1&amp;c=2" target="_blank" rel="noreferrer">d</a>';
	expect(await rendered('<https://a.example/?b=1&amp;c=2|d>')).toBe(link);
	expect(await rendered('https://a.example/?b=1&amp;c=2')).toBe(
		link.replace('>d<', '>https://a.example/?b=1&amp;c=2<'),
	);
	for (const text of ['<javascript:alert(1)|d>', '<data:text/html,x|d>', '<b onclick=alert(1)>'])
		expect(await rendered(text)).not.toMatch(/<(?!span)/);
	expect(await rendered('<https://a.example/"onclick="alert(1)|d>')).not.toContain('"onclick');
});

test('mrkdwn has a picture for every emoji of the examples', async () => {
	for (const name of exampleNames) {
		const text = readFileSync(path.join(EXAMPLES, `${name}.json`), 'utf8');
		for (const [emoji] of text.matchAll(/:[a-z][a-z0-9_]+:(?=[ *'`])/g))
			expect([name, emoji, await rendered(emoji)]).not.toContainEqual(
				expect.stringContaining(`>${emoji}<`),
			);
	}
});

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

/** Reads the entries that the page gets, oldest first, until one contains a text. */
async function entries(text: string): Promise<string> {
	const controller = new AbortController();
	const { body } = await fetch(`${page.url}/entries`, { signal: controller.signal });
	let received = '';
	for await (const chunk of body ?? []) {
		received += Buffer.from(chunk).toString();
		if (received.includes(text)) break;
	}
	controller.abort();
	return received;
}

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
const point = { label: 'Monday', value: 1 };
const chart = (categories: string[]) => ({
	type: 'data_visualization',
	title: 'Numbers',
	chart: { type: 'bar', series: [{ name: 'New', data: [point] }], axis_config: { categories } },
});

test.each([
	[
		'a section of more than 3,000 characters',
		{ blocks: [section('x'.repeat(3001))] },
		'invalid_blocks',
	],
	[
		'a chart of 21 categories',
		{ blocks: [chart(Array<string>(21).fill('Monday'))] },
		'invalid_blocks',
	],
	['three charts', { blocks: Array(3).fill(chart(['Monday'])) }, 'invalid_blocks'],
	['a text of more than 40,000 characters', { text: 'x'.repeat(40_001) }, 'msg_too_long'],
	['nothing', {}, 'no_text'],
])('the page refuses what Slack refuses: %s', async (_what, message, error) => {
	const before = page.messages.length;
	expect(await post(message)).toEqual({ ok: false, error });
	expect(page.messages).toHaveLength(before);
});

test('the page shows blocks with their text, buttons and charts', async () => {
	const url = 'http://localhost:5678/webhook-waiting/1?approved=true&signature=a';
	const button = { type: 'button', text: { type: 'plain_text', text: 'Approve' }, url };
	const blocks = [
		section('*Hello*'),
		chart(['Monday']),
		{ type: 'actions', elements: [button] },
		{ type: 'table' },
	];
	expect(await post({ blocks })).toMatchObject({ ok: true, channel: '#team' });
	const shown = await entries('Approve');
	expect(shown).toContain('<b>Hello</b>');
	expect(shown).toContain(`href="${url.replace('&', '&amp;')}" target="_blank">Approve</a>`);
	expect(shown).toContain('&quot;labels&quot;:[&quot;Monday&quot;]');
	expect(shown).toContain('does not draw a table block');
});

test('the page refuses a button that would run a script', async () => {
	const text = { type: 'plain_text', text: 'Approve' };
	const elements = [{ type: 'button', text, url: 'javascript:alert(1)' }];
	expect(await post({ blocks: [{ type: 'actions', elements }] })).toMatchObject({ ok: false });
});

test('the page escapes what strangers wrote', async () => {
	const hostile = '<img src=x onerror=alert(1)>"\'';
	await post({ channel: hostile, username: hostile, text: hostile });
	page.addMail({
		from: hostile,
		to: hostile,
		subject: `last ${hostile}`,
		html: hostile,
		attachments: [{ name: hostile, content: Buffer.from('a') }],
	});
	const shown = await entries('last');
	expect(shown).not.toContain('<img');
	expect(shown).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test('a mail cannot run scripts, send forms or load anything, and its attachments are saved as files', async () => {
	page.addMail({
		from: 'a@example.com',
		to: 'b@example.com',
		subject: 'Policies',
		html: '<b>Hello</b>',
		attachments: [{ name: 'page ü.html', content: Buffer.from('<script>alert(1)</script>') }],
	});
	const address = /src="(\/mails\/[^"]+)"(?![^]*src="\/mails)/.exec(await entries('Policies'))?.[1];
	const mail = await fetch(page.url + String(address));
	expect(await mail.text()).toContain('<b>Hello</b>');
	const policy = String(mail.headers.get('content-security-policy'));
	expect(policy).toContain("default-src 'none'");
	expect(policy).toContain("form-action 'none'");
	expect(policy).toMatch(/sandbox (?!.*allow-(scripts|forms|top))/);

	const { headers } = await fetch(`${page.url}${String(address)}/0`);
	expect(headers.get('content-disposition')).toBe(
		"attachment; filename*=UTF-8''page%20%C3%BC.html",
	);
	expect(headers.get('content-type')).toBe('application/octet-stream');
	expect((await fetch(`${page.url}/mails/none`)).status).toBe(404);
	expect((await fetch(page.url)).headers.get('content-security-policy')).toContain(
		"default-src 'self'",
	);
});
