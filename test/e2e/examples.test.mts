// Executes examples in a real n8n against the simulated service. Edit Fields nodes replace those that would contact Slack
// or a mail server: n8n evaluates the same expressions in the same place.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ExampleRuns, mailsOf, REASON_LENGTH } from './kit/exampleRuns.mts';
import { defined, only } from '../kit/defined.mts';

const runs = new ExampleRuns('examples');

const tableMailSchema = z.object({ toEmail: z.string(), subject: z.string(), html: z.string() });

test('weekly-churn-report: the mail has the totals and a row for each customer who left', async () => {
	const { service } = runs;
	await runs.add('customers', {
		name: '<b>Bold</b> & Gone',
		email: 'bold@example.com',
		status: 'cancelled',
	});
	const id = await runs.import('weekly-churn-report');

	const output = await runs.output(id, 'Every Monday at 7');
	const queries = (await service.requests()).map(({ query }) =>
		Object.fromEntries(new URLSearchParams(query)),
	);
	expect(queries).toEqual([{ type: 'churn', from: '1-week-ago', per_page: '1000' }]);

	const mail = only(z.array(tableMailSchema).parse(output['Email the Table']));
	const rows = defined(output['Name the Columns']);
	expect(mail.subject).toMatch(/^Customers who left in the week to \d{4}-\d\d-\d\d$/);
	const sums = rows.filter(({ Customer }) => Customer === 'All customers');
	expect(sums.map(({ 'What happened': what, Why }) => `${String(what)}: ${String(Why)}`)).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^Paused: vacation \d+$/),
			expect.stringMatching(/^Canceled: high price \d+$/),
		]),
	);
	expect(mail.html).toContain(` and gave a reason: ${rows.length - sums.length} customers.`);
	expect(mail.html.match(/<tr/g)?.length).toBe(rows.length + 1);
	expect(rows.find(({ Customer }) => String(Customer).includes('Bold'))).toMatchObject({
		Customer: '&lt;b>Bold&lt;/b> &amp; Gone',
		'What happened': 'Canceled',
		When: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
	});
	// Signs of bold text in a message become ones that only look like them.
	expect(mail.html).toContain('∗∗∗@example.com');
	expect(mail.html).not.toMatch(/[a-z0-9]@example\.com/);
});

test('weekly-churn-report: a report that cannot be fetched is announced', async () => {
	await runs.fail({ method: 'GET', path: '/analytics' }, 403);
	const id = await runs.import('weekly-churn-report');
	const { status, output } = await runs.run(id, 'Every Monday at 7');
	expect(status).toBe('error');
	expect(output['Email the Table']).toBeUndefined();
	const { subject, text } = only(mailsOf(output['Report the Failure']));
	expect(subject).toBe("The weekly churn report couldn't be read");
	expect(text.trim().length).toBeGreaterThan(REASON_LENGTH);
});
