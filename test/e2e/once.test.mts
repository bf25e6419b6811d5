// Passes the 10,001st event through an example. n8n's Remove Duplicates refuses it, and every later one.
import { expect, test } from 'vitest';
import { ExampleRuns, mailsOf } from './kit/exampleRuns.mts';

const runs = new ExampleRuns('once');

/** The history of Remove Duplicates (n8n 2.41). */
const EVENTS = 10_000;
/** Rows that n8n inserts with one request. */
const BATCH = 1000;

const event = (id: number) => ({
	id,
	email: `customer.${id}@example.com`,
	name: `Customer ${id}`,
	product_id: 101,
	product_name: 'Tides',
	event: { id: `product-added-${id}` },
});

test('product-welcome: after 10,000 customers, the next one gets an email, and no earlier one a second', async () => {
	const columns = [{ name: 'person', type: 'string' }];
	const rows = Array.from({ length: EVENTS }, (_, index) => ({ person: `${index + 1} 101` }));
	const table = await runs.api.replaceTable('video_welcomed', columns, rows.slice(0, BATCH));
	for (let start = BATCH; start < EVENTS; start += BATCH)
		await runs.api.insertRows(table, rows.slice(start, start + BATCH));

	const id = await runs.import('product-welcome');
	const items = [event(1), event(EVENTS), event(EVENTS + 1)];
	const output = await runs.output(id, 'Access Begins', ...items);
	const addresses = mailsOf(output['Welcome Them']).map(({ toEmail }) => toEmail);
	expect(addresses).toEqual([`customer.${EVENTS + 1}@example.com`]);

	const again = await runs.output(id, 'Access Begins', ...items);
	expect(again['Welcome Them'] ?? []).toEqual([]);
});
