// Passes the 10,001st event through an example. n8n's Remove Duplicates refuses it, and every later one.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readExample, withNodes, withStandIns } from '../../scripts/lib/examples.mts';
import type { WorkflowDefinition } from '../../scripts/lib/n8nApi.mts';
import { parsed } from '../kit/json.mts';
import { changed, ExampleRuns, mailsOf, refusing } from './kit/exampleRuns.mts';

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

/** Returns what gives workflows a table of their own, which they share. */
const renamingTable = (name: string) => {
	const table = `t${Date.now()}_${name}`;
	return (workflow: WorkflowDefinition) =>
		parsed<WorkflowDefinition>(JSON.stringify(workflow).replaceAll('video_seen_welcomes', table));
};

test('product-welcome: after 10,000 customers, the next one gets an email, and no earlier one a second', async () => {
	const columns = ['event_id', 'item', 'state'].map((name) => ({ name, type: 'string' }));
	const rows = Array.from({ length: EVENTS }, (_, index) => ({
		...{ event_id: `${index + 1} 101`, item: '', state: 'done' },
	}));
	const table = await runs.api.replaceTable('video_seen_welcomes', columns, rows.slice(0, BATCH));
	for (let start = BATCH; start < EVENTS; start += BATCH)
		await runs.api.insertRows(table, rows.slice(start, start + BATCH));

	const id = await runs.api.createWorkflow(withStandIns(readExample('product-welcome')));
	const items = [event(1), event(EVENTS), event(EVENTS + 1)];
	const output = await runs.output(id, 'Access Begins', ...items);
	const addresses = mailsOf(output['Welcome Them']).map(({ toEmail }) => toEmail);
	expect(addresses).toEqual([`customer.${EVENTS + 1}@example.com`]);

	const again = await runs.output(id, 'Access Begins', ...items);
	expect(again['Welcome Them'] ?? []).toEqual([]);
});

test('product-welcome: if the emails stop midway, the next run sends the rest, and nobody gets a second one', async () => {
	const stopped = refusing(`$json.id === 20`, 'Stopped');
	const stopping = (workflow: WorkflowDefinition) =>
		withNodes(changed({ 'Welcome Them': stopped })(workflow), ({ onError, ...node }) =>
			// Without it, a refusal ends the execution in the middle of the loop.
			node.name === 'Welcome Them' ? node : { ...node, ...(onError && { onError }) },
		);
	const withOwnTable = renamingTable('stopped');
	const items = Array.from({ length: 40 }, (_, index) => event(index));
	const broken = await runs.import('product-welcome', (workflow) =>
		stopping(withOwnTable(workflow)),
	);
	const first = await runs.run(broken, 'Access Begins', ...items);
	expect(first.status).toBe('error');
	const sent = (records: unknown) => z.array(z.object({ id: z.number() })).parse(records ?? []);
	expect(sent(first.output['Welcome Them'])).toHaveLength(20);

	const id = await runs.import('product-welcome', (workflow) =>
		withStandIns(withOwnTable(workflow)),
	);
	const rest = mailsOf((await runs.output(id, 'Access Begins', ...items))['Welcome Them']);
	// The one that was on its way is lost.
	expect(rest.map(({ toEmail }) => toEmail)).toEqual(items.slice(21).map(({ email }) => email));
	const again = await runs.output(id, 'Access Begins', ...items);
	expect(again['Welcome Them'] ?? []).toEqual([]);
});

test('product-welcome: an address whose email failed is tried again at the next run', async () => {
	const refused = changed({ 'Welcome Them': refusing(`$json.id === 7`, 'There is no mailbox') });
	const withOwnTable = renamingTable('retried');
	const failing = await runs.import('product-welcome', (workflow) =>
		refused(withOwnTable(workflow)),
	);
	const { error } = await runs.run(failing, 'Access Begins', event(6), event(7), event(8));
	expect(error).toMatch(/^customer\.7@example\.com was not welcomed: There is no mailbox/);
	const id = await runs.import('product-welcome', (workflow) =>
		withStandIns(withOwnTable(workflow)),
	);
	const output = await runs.output(id, 'Access Begins', event(9));
	expect(mailsOf(output['Welcome Them']).map(({ toEmail }) => toEmail)).toEqual([
		...['customer.7@example.com', 'customer.9@example.com'],
	]);
});
