// Executes the examples with other services in a real n8n against the simulated service: with invalid rows, twice, and
// with a service that fails midway. Pinned items replace triggers that cannot be reached here, scripts replace outside
// services.
import { expect, test } from 'vitest';
import { only } from '../../scripts/lib/defined.mts';
import { parsed } from '../../scripts/lib/json.mts';
import { withNodes } from '../../scripts/lib/examples.mts';
import {
	ExampleRuns,
	mailsOf,
	REASON_LENGTH,
	renamed,
	textsOf,
	type NodeChange,
} from './kit/exampleRuns.mts';

/** A subscription product of the simulated service. */
const PRODUCT = 101;

const runs = new ExampleRuns('integrations');

// --- Shop orders

// --- Is this address a subscriber?

const atMost =
	(count: number): NodeChange =>
	(node) => ({
		...node,
		parameters: parsed(JSON.stringify(node.parameters).replace('<= 30', `<= ${count}`)),
	});

test('subscriber-check: the answer is yes or no, and requests are limited', async () => {
	const secret = { name: 'X-Partner', value: 'a long secret' };
	await runs.useCredential('Partner account', 'httpHeaderAuth', secret);
	await runs.add('customers', { email: 'Partner.Yes@example.com', products: [PRODUCT] });
	await runs.add('customers', {
		...{ email: 'partner.left@example.com', products: [PRODUCT], status: 'cancelled' },
	});
	// Twelve instead of thirty, to keep the test short.
	const id = await runs.import('subscriber-check', (workflow) =>
		withNodes(workflow, renamed('Within the Limit?', atMost(12))),
	);
	const ask = async (
		body: unknown,
		headers: Record<string, string> = { 'X-Partner': secret.value },
	) => {
		const answer = await fetch(`${runs.api.url}/webhook/is-subscriber`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', connection: 'close', ...headers },
			body: JSON.stringify(body),
		});
		const text = await answer.text();
		return [answer.status, text] as const;
	};
	const about = async (email: unknown) => await ask({ email });
	await runs.whilePublished(id, async () => {
		expect((await ask({ email: 'partner.yes@example.com' }, {}))[0]).toBe(403);
		expect(await about(' partner.yes@example.com')).toEqual([200, '{"subscriber":true}']);
		expect(await about('partner.left@example.com')).toEqual([200, '{"subscriber":false}']);
		expect(await about('partner.unknown@example.com')).toEqual([200, '{"subscriber":false}']);
		for (const wrong of ['', null, 'a@example.com,b@example.com', { $ne: '' }])
			expect((await about(wrong))[0]).toBe(400);
		await runs.fail({ method: 'GET', path: '/customers' }, 403);
		expect((await about('partner.yes@example.com'))[0]).toBe(503);
		const many = await Promise.all(
			Array.from({ length: 30 }, async () => (await about('partner.yes@example.com'))[0]),
		);
		expect(new Set(many)).toEqual(new Set([200, 429]));
		// A minute may have ended in between.
		expect(many.filter((status) => status === 200).length).toBeLessThanOrEqual(24);
	});
});

// --- Catalog export

test('catalog-export: the file has every video, and Slack lists the next ones to end first', async () => {
	const inDays = (days: number) =>
		new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+/, '');
	const add = async (title: string, timeUnavailable: string | null) =>
		await runs.add('videos', { title, status: 'uploaded', timeUnavailable });
	await add('Ends <Later>', inDays(20));
	await add('=Ends "Soon"', inDays(2.5));
	await add('Ended', inDays(-3));
	await add('Ends Next Year', inDays(200));
	const id = await runs.import('catalog-export');
	const titles: unknown[] = [];
	for (let times = 0; times < 2; times++) {
		const output = await runs.output(id, 'Click to Try');
		const rows = output['Row of the Catalog'] ?? [];
		expect(rows).toContainEqual(expect.objectContaining({ title: '=Ends "Soon"', days_left: '3' }));
		expect(only(mailsOf(output['Email the Catalog'])).text).toContain(`all ${rows.length} videos`);
		titles.push(
			only(textsOf(output['Post Ending Rights'])).replaceAll(/^• [\d-]+ | \(\d+\)$/gm, ''),
		);
	}
	expect(titles[0]).toMatch(/30 days\*\n(.*\n)*=Ends "Soon"\n(.*\n)*Ends &lt;Later>/);
	expect(titles[0]).not.toMatch(/Ended|Next Year/);
	expect(titles[1]).toBe(titles[0]);
	expect(await runs.writes()).toEqual([]);

	await runs.fail({ method: 'GET', path: '/videos' }, 403);
	const failed = await runs.run(id, 'Click to Try');
	expect(failed.error).toMatch(/^Already reported: the catalog could not be read: .{20,}/);
	expect(failed.output['Catalog as a File']).toBeUndefined();
	const [text = ''] = textsOf(failed.output['Report the Failure']);
	expect(text.length).toBeGreaterThan(REASON_LENGTH);
});
