// Runs examples in n8n's engine with the files and rows of people who do this job.
import { describe, expect, test } from 'vitest';

import { workbookFile } from '../e2e/kit/workbook.mts';
import { TestRun, uploaded, type Execution } from './runs.mts';

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer());

/** Returns the results of a run by their row. */
const byRow = (execution: Execution): Map<string, string> =>
	new Map(
		execution
			.output('Result of the Row')
			.map(({ row, result, reason }) => [
				String(row),
				`${String(result)} ${String(reason)}`.trim(),
			]),
	);

describe('bulk-import: a workbook', () => {
	const CELLS = [
		['email', 'name', 'product'],
		['a@example.com', '#N/A', '101'],
		['b@example.com', 'Bo', '#REF!'],
		['c@example.com', '', '101'],
		['', '', ''],
		['d@example.com', 'Dee', '101'],
	];
	const results = {
		2: expect.stringMatching(/^failed .*"Name" has no value, only "#N\/A"/),
		3: expect.stringMatching(/^failed .*"Product" is not an ID: "#REF!"/),
		4: 'created',
		6: 'created',
	};

	test.each([
		['at the edge', [] as string[]],
		['below and beside blank cells', ['', '']],
	])(
		'an error cell %s is refused as in a CSV file, and a blank one moves no other',
		async (_, before) => {
			const rows = CELLS.map((cells) => [...before, ...cells]);
			const file = workbookFile('a.xlsx', [
				{ name: 'Cover', rows: [['Import']] },
				{ name: 'List', rows },
			]);
			await TestRun.with('bulk-import', {}, async (run) => {
				const execution = await run.execute('Spreadsheet Form', uploaded(await bytesOf(file)));
				expect(Object.fromEntries(byRow(execution))).toEqual(results);
				expect(run.writes).toHaveLength(2);
			});
		},
	);
});

test('bulk-import: the log has the ID of the product, however the file names it', async () => {
	const products = [' 101.0', '101\u200B', 'https://x.example/api/products/101?a=1', '101'];
	const rows = products.map((product, index) => `p${index}@example.com,P,${product}`);
	await TestRun.with('bulk-import', {}, async (run) => {
		const csv = Buffer.from(['email,name,product', ...rows].join('\n'));
		const execution = await run.execute('Spreadsheet Form', uploaded(csv));
		const logged = execution.output('Rows for the Log').map(({ product }) => product);
		expect(logged).toEqual(products.map(() => '101'));
	});
});

test('crm-to-customer-access: a lost deal revokes nobody who has a won deal for the product', async () => {
	const deal = (row: number, email: string, product: unknown, stage: string) => ({
		...{ row, email, name: 'Ada', product, stage },
	});
	const rows = [
		deal(1, 'ada@example.com', 101, 'lost'),
		deal(2, ' Ada@example.com', '101.0', 'won'),
		deal(3, 'bo@example.com', 101, 'won'),
		deal(4, 'bo@example.com', 102, 'lost'),
		deal(5, 'cy@example.com', 101, 'lost'),
	];
	await TestRun.with(
		'crm-to-customer-access',
		{
			rows: { 'Deals from the CRM': rows },
			settle: (state) => {
				for (const email of ['ada@example.com', 'cy@example.com', 'bo@example.com'])
					state.addCustomer({ email, products: [101, 102] });
			},
		},
		async (run) => {
			const execution = await run.execute('Click to Try');
			expect(Object.fromEntries(byRow(execution))).toEqual({
				1: 'failed The customer also has a won deal for this product: remove the deal that no longer counts',
				...{ 2: 'unchanged', 3: 'unchanged', 4: 'revoked', 5: 'revoked' },
			});
			expect(run.writes).toHaveLength(2);
			expect(execution.error).toMatch(/^Rows failed/);
		},
	);
});
