// Executes examples in a real n8n against the simulated service. Edit Fields nodes replace those that would contact Slack
// or a mail server: n8n evaluates the same expressions in the same place.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
	csvFile,
	ExampleRuns,
	fileOnPage,
	mailsOf,
	REASON_LENGTH,
	windowsFile,
} from './kit/exampleRuns.mts';
import { EXAMPLES } from '../../scripts/lib/examples.mts';
import { workbookFile } from './kit/workbook.mts';
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

const DEALS = 200;
const PRODUCT = 101;
/** The invalid rows of the example. */
const WRONG_DEALS = [13, 57, 99, 121, 151, 164];
const BY_STAGE: Record<string, string> = {
	won: 'created',
	lost: 'unchanged',
	negotiation: 'skipped',
};

const dealsSchema = z.array(
	z.object({ row: z.number(), email: z.string().nullable(), stage: z.string() }),
);
const resultsSchema = z.array(
	z.object({
		row: z.number(),
		email: z.string().nullable(),
		result: z.string(),
		reason: z.string(),
	}),
);

test('crm-to-customer-access: won deals grant, lost ones revoke, and each of 200 rows has its result', async () => {
	const { service } = runs;
	await runs.add('customers', { email: 'Deal.2@Example.com', products: [102] });
	await runs.add('customers', { email: 'deal.3@example.com', products: [PRODUCT] });
	await runs.add('customers', { email: 'deal.4@example.com', products: [PRODUCT] });
	await runs.add('customers', { email: 'deal.6@example.com', products: [102] });
	const outcomes: Record<number, string> = { 2: 'granted', 3: 'revoked', 4: 'unchanged' };
	const id = await runs.import('crm-to-customer-access');

	const { status, error, output } = await runs.run(id, 'Click to Try');
	// Six invalid rows end the execution as failed, after everything else.
	expect(status).toBe('error');
	expect(error).toContain('Rows failed.');
	const deals = dealsSchema.parse(output['Deals from the CRM']);
	const results = resultsSchema.parse(output['In the Order of the Rows']);
	expect(results.map(({ row }) => row)).toEqual(
		Array.from({ length: DEALS }, (_deal, index) => index + 1),
	);
	const isWrong = ({ row }: { row: number }) => WRONG_DEALS.includes(row);
	const expected = deals.map((deal) =>
		isWrong(deal) ? 'failed' : (outcomes[deal.row] ?? BY_STAGE[deal.stage]),
	);
	const actual = results.map(({ result }) => result);
	expect(actual.slice(1, -1)).toEqual(expected.slice(1, -1));
	// The first and the last row are one customer.
	expect([actual[0], actual[DEALS - 1]]).toEqual(['created', 'unchanged']);
	for (const { result, reason } of results)
		expect(reason.length > REASON_LENGTH).toBe(result === 'failed');

	const won = deals
		.filter((deal) => deal.stage === 'won' && !isWrong(deal))
		.map(({ email }) => String(email).toLowerCase());
	const holders = await runs.customers(`product=${service.url}/products/${PRODUCT}`);
	const emails = holders
		.map(({ email }) => email.toLowerCase())
		.filter((email) => email.startsWith('deal.'));
	expect(emails.sort()).toEqual([...new Set(won)].sort());

	// In a second run with refused requests their rows fail and no customer changes.
	await runs.service.forgetRequests();
	const refusals = 30;
	await runs.fail({ method: 'GET', path: '/customers' }, 403, { times: refusals });
	const again = await runs.run(id, 'Click to Try');
	const second = resultsSchema.parse(again.output['In the Order of the Rows']);
	const failed = second.filter(({ result }) => result === 'failed');
	// One refusal meets the list of customers, and the first and the last row share one look-up.
	expect(failed).toHaveLength(refusals + WRONG_DEALS.length);
	for (const { reason } of failed) expect(reason.length).toBeGreaterThan(REASON_LENGTH);
	const rest = second.filter((row) => !failed.includes(row)).map(({ result }) => result);
	expect(new Set(rest)).toEqual(new Set(['unchanged', 'skipped']));
	expect(await runs.fulfilled('POST')).toEqual([]);
	expect(await runs.fulfilled('DELETE')).toEqual([]);
});

/** Submits a spreadsheet to the form. */
async function submit(id: string, file: File) {
	const { page, execution } = await runs.submit(id, 'import-customers', file);
	return {
		file: fileOnPage(page),
		results: resultsSchema.parse(execution.output['Result of the Row']),
	};
}

const byRow = (results: z.infer<typeof resultsSchema>) =>
	Object.fromEntries(results.map(({ row, result }) => [row, result]));

test('bulk-import: every row of the spreadsheet has its result, in a spreadsheet that can be imported again', async () => {
	const { api } = runs;
	await runs.add('customers', { email: 'import.bo@example.com', name: 'Bo', products: [101] });
	await runs.add('customers', {
		email: 'import.dmitri@example.com',
		name: 'Dmitri Orlov',
		products: [101],
	});
	const id = await runs.import('bulk-import');
	await api.activate(id);

	const csv = readFileSync(path.join(EXAMPLES, 'customers.csv'), 'utf8');
	const first = await submit(id, csvFile(csv, 'customers.csv'));
	const { 2: ada, 12: adaAgain, ...rest } = byRow(first.results);
	// Rows 2 and 12 are one customer: one creates, the other finds the customer.
	expect([ada, adaAgain].sort()).toEqual(['created', 'unchanged']);
	expect(rest).toEqual({
		3: 'updated',
		4: 'created',
		5: 'granted',
		6: 'failed',
		7: 'created',
		8: 'created',
		9: 'failed',
		10: 'failed',
		11: 'created',
		13: 'failed',
	});
	for (const { result, reason } of first.results)
		expect(reason.length > REASON_LENGTH).toBe(result === 'failed');
	expect(first.file.name).toBe('8 imported, 4 failed.xlsx');
	const held = await runs.customers('query=import.');
	expect(held.map(({ name, email }) => `${email.toLowerCase()} ${name}`).sort()).toEqual([
		'import.ada@example.com Ada Example',
		'import.bo@example.com Bo Šimůnek',
		'import.chloe@example.com Chloé Durand',
		'import.dmitri@example.com Dmitri Orlov',
		'import.emil@example.com Emil Nørgaard',
		'import.fatima@example.com فاطمة حسن',
		'import.hana@example.com Hana 花',
	]);

	const again = await submit(id, first.file);
	expect(again.results.map(({ email, result }) => [email, result])).toEqual(
		first.results.map(({ email, result }) => [email, result === 'failed' ? 'failed' : 'unchanged']),
	);

	// Spreadsheet programs write semicolons in locales with a decimal comma.
	const semicolons = '\uFEFFemail;name;product\r\nimport.ada@example.com;Ada Example;101\r\n';
	const last = await submit(id, csvFile(semicolons, 'Kunden.CSV'));
	expect(byRow(last.results)).toEqual({ 2: 'unchanged' });

	// Of a workbook, the sheet with the columns is read.
	const rows = [
		['email', 'name', 'product'],
		['import.ada@example.com', 'Ada Example', '101'],
	];
	const workbook = workbookFile('March.xlsx', [
		{ name: 'Hidden', rows: [...rows, ['import.nobody@example.com', 'No', '101']], isHidden: true },
		{ name: 'Cover', rows: [['Customers of March']] },
		{ name: 'Ada & Bo', rows },
	]);
	expect(byRow((await submit(id, workbook)).results)).toEqual({ 2: 'unchanged' });
	const cover = workbookFile('Cover.xlsx', [{ name: 'Cover', rows: [['Customers of March']] }]);
	expect((await runs.submit(id, 'import-customers', cover)).page).toMatch(
		/row 1 of the sheet ("|&quot;)Cover\1 has the columns/,
	);

	// Every Windows with Excel sends a CSV file as one of Excel, in Windows-1252 and with semicolons.
	const name = 'José Müller, jr.';
	const windows = windowsFile(
		`email;NAME;Product\r\n;;\r\nimport.jose@example.com;${name};101\r\n${';;\r\n'.repeat(300)}`,
	);
	expect(byRow((await submit(id, windows)).results)).toEqual({ 3: 'created' });
	expect(only(await runs.customers('query=import.jose')).name).toBe(name);
	expect((await runs.submit(id, 'import-customers', windowsFile(''))).page).toContain(
		'The file is empty',
	);
	expect((await runs.submit(id, 'import-customers', windowsFile('Mail;Plan\r\na;b'))).page).toMatch(
		/The column ("|&quot;)product\1 is missing: row 1 has the columns/,
	);

	// A blank cell of a workbook moves no other one, and an error cell is refused.
	const damaged = workbookFile('Damaged.xlsx', [
		{
			name: 'List',
			rows: [
				['email', 'name', 'product'],
				['import.nora@example.com', '#N/A', '101'],
				['import.jose@example.com', '', '101'],
			],
		},
	]);
	expect(byRow((await submit(id, damaged)).results)).toEqual({ 2: 'failed', 3: 'unchanged' });
	expect(await runs.customers('query=import.nora')).toEqual([]);

	// A refused row has a reason and can be imported again from the spreadsheet of results.
	await runs.fail({ method: 'GET', path: '/customers' }, 403);
	const refused = await submit(id, csvFile(semicolons, 'customers.csv'));
	expect(refused.file.name).toBe('0 imported, 1 failed.xlsx');
	expect(only(refused.results).reason).toContain('The service does not allow this');
	expect(byRow((await submit(id, refused.file)).results)).toEqual({ 2: 'unchanged' });
	await api.deactivate(id);
});
