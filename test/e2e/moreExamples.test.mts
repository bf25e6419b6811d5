// Executes the examples that follow changes, answer tickets and report failures, in a real n8n.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { changed, ExampleRuns, giving } from './kit/exampleRuns.mts';
import { defined } from '../kit/defined.mts';

const runs = new ExampleRuns('more-examples');

const PRODUCT = 101;

// --- Only what changed

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
