// Executes the examples that follow changes, answer tickets and report failures, in a real n8n.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { changed, ExampleRuns, giving, loggedRows, textsOf } from './kit/exampleRuns.mts';
import { defined, only } from '../kit/defined.mts';

const runs = new ExampleRuns('more-examples');

const PRODUCT = 101;

// --- Only what changed

const WATERMARKS = [
	{ name: 'name', type: 'string' },
	{ name: 'changed_until', type: 'string' },
];
const FAILED_ROWS = ['row_key', 'row', 'reason', 'told_on'].map((name) => ({
	name,
	type: 'string',
}));
const HOUR = 'T00:00:00.000Z';
const row = (email: string, member: boolean, changed_at: string) => ({
	...{ email, name: email.split('@')[0], member, changed_at },
});

test('only-what-changed: the next run starts at the newest row, and a failed row is tried again and told once', async () => {
	const leaving = { name: 'Lea', email: 'changed.leaves@example.com', products: [PRODUCT] };
	await runs.add('customers', leaving);
	await runs.api.replaceTable('video_watermarks', WATERMARKS, []);
	await runs.api.replaceTable('video_failed_rows', FAILED_ROWS, []);
	const joins = row('changed.joins@example.com', true, `2026-01-02${HOUR}`);
	const leaves = row(leaving.email, false, `2026-01-03${HOUR}`);
	const wrong = row('changed@@example.com', true, `2026-01-04${HOUR}`);
	const rowsOfRun = async (...rows: object[]) => {
		const source = giving(...rows);
		const id = await runs.import(
			'only-what-changed',
			changed({ 'Changed Rows of the CRM': source }),
		);
		return await runs.run(id, 'Every Hour');
	};
	const sinceOf = (output: Record<string, unknown>) =>
		only(z.array(z.object({ since: z.string() })).parse(output['Changed Since'])).since;

	const { status, output: first } = await rowsOfRun(joins, leaves);
	expect(status).toBe('success');
	expect(await runs.holders(PRODUCT, 'changed.')).toEqual([joins.email]);
	expect(defined(first['Store the Time'])).toHaveLength(1);
	expect(first['Tell the Team'] ?? []).toEqual([]);
	const logged = z
		.array(z.object({ outcome: z.string(), email: z.string(), product: z.string() }))
		.parse(loggedRows(first));
	expect(logged.map(({ outcome, email, product }) => [outcome, email, product]).sort()).toEqual([
		['created', joins.email, '101'],
		['revoked', leaving.email, '101'],
	]);

	const failed = await rowsOfRun(leaves, wrong);
	expect([failed.status, failed.error]).toEqual([
		'error',
		expect.stringMatching(/^Already reported/),
	]);
	expect(sinceOf(failed.output)).toBe('2026-01-02T23:50:00.000Z');
	const text = only(textsOf(failed.output['Tell the Team']));
	expect(text).toContain('*Only what changed*');
	expect(text).toMatch(/:warning: .*changed@@example\.\u200Bcom/);

	// The failed row is tried again, but neither told again nor read again.
	const again = await rowsOfRun({});
	expect(again.status).toBe('success');
	expect(sinceOf(again.output)).toBe('2026-01-03T23:50:00.000Z');
	expect(defined(again.output['Keep Failed Rows'])).toHaveLength(1);
	expect(again.output['Tell the Team'] ?? []).toEqual([]);

	// Its new version, which the CRM has under the same ID, takes its place.
	const mended = { ...row('changed.later@example.com', true, `2026-01-05${HOUR}`), id: 5 };
	await rowsOfRun({ ...mended, email: 'changed@@@example.com' });
	const last = await rowsOfRun(mended);
	expect(await runs.holders(PRODUCT, 'changed.')).toEqual([joins.email, mended.email]);
	expect(defined(last.output['Forget Settled Rows'])).toHaveLength(1);
	expect(last.output['Rows to Decide']).toHaveLength(2);
	expect((await rowsOfRun({})).output['Rows to Decide']).toHaveLength(1);
});

test('only-what-changed: once a week, Slack says what had drifted, and nothing changes', async () => {
	const id = await runs.import('only-what-changed');
	const output = await runs.output(id, 'Every Monday at 6');
	const text = only(textsOf(output['Tell the Team']));
	expect(text).toContain('12 would be created, with access');
	expect(text).toContain('would lose access');
	expect(await runs.writes()).toEqual([]);
});

// --- A ticket comes in

const noteSchema = z.object({
	id: z.coerce.string(),
	updateFields: z.object({ internalNote: z.string() }),
});

test('who-is-this: each ticket gets a note, also from a stranger and without an address', async () => {
	await runs.add('customers', {
		...{ name: '<b>Tia</b>', email: 'tia@example.com', products: [PRODUCT] },
	});
	const tickets = giving(
		{ ticket: 1, email: 'tia@example.com' },
		{ ticket: 2, email: 'stranger@example.com' },
		{ ticket: 3, email: '<img src=x>' },
	);
	const id = await runs.import('who-is-this', changed({ 'Tickets from the Help Desk': tickets }));
	const output = await runs.output(id, 'Click to Try');
	const notes = Object.fromEntries(
		z
			.array(noteSchema)
			.parse(output['Note in the Ticket'])
			.map((note) => [note.id, note.updateFields.internalNote]),
	);
	expect(notes[1]).toMatch(/^<b>May watch: yes<\/b> \(enabled\)<br>Customer: &lt;b>Tia&lt;\/b>, /);
	expect(notes[2]).toMatch(
		/^<b>May watch: no<\/b> \(.{5,}\)<br>Customer: not a customer, stranger@/,
	);
	expect(notes[3]).toMatch(/^<b>May watch: could not be checked<\/b> \(.{10,}&lt;img/);
	expect(await runs.writes()).toEqual([]);
});

// --- All customers in a sheet

test('customers-to-sheet: the sheet gets every customer with the status, whatever it is', async () => {
	await runs.add('customers', { name: '=1+1', email: 'left@example.com', status: 'cancelled' });
	const output = await runs.output(await runs.import('customers-to-sheet'), 'Click to Try');
	const rows = defined(output['Write to the Sheet']);
	expect(rows).toHaveLength((await runs.customers('status=all')).length);
	expect(rows.find(({ email }) => email === 'left@example.com')).toMatchObject({
		...{ name: '=1+1', status: 'cancelled', products: '' },
		...{ id: expect.any(Number), customer_since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
	});
});

test('customers-to-sheet: nothing is written if the list can not be read', async () => {
	await runs.fail({ method: 'GET', path: '/customers' }, 403);
	const { status, output } = await runs.run(
		await runs.import('customers-to-sheet'),
		'Click to Try',
	);
	expect(status).toBe('error');
	expect(output['Write to the Sheet'] ?? []).toEqual([]);
});
