// Runs examples in n8n's engine with the files and rows of people who do this job.
import { describe, expect, test } from 'vitest';

import { workbookFile } from '../e2e/kit/workbook.mts';
import { itemsOf, nodeOf, runCode } from './evaluate.mts';
import {
	uploaded,
	withExample,
	type ExampleExecution,
	type ExampleWorld,
	type WorldOptions,
} from './worlds/world.mts';

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer());

/** Returns the results of a run by their row. */
const byRow = (execution: ExampleExecution): Map<string, string> =>
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
			await withExample('bulk-import', {}, async (run) => {
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
	await withExample('bulk-import', {}, async (run) => {
		const csv = Buffer.from(['email,name,product', ...rows].join('\n'));
		const execution = await run.execute('Spreadsheet Form', uploaded(csv));
		const logged = execution.output('Rows for the Log').map(({ product }) => product);
		expect(logged).toEqual(products.map(() => '101'));
	});
});

test('crm-to-customer-access: a lost deal revokes nobody who has a won deal for the product', async () => {
	const deal = (row: number, email: string, product: string | number, stage: string) => ({
		row,
		email,
		name: 'Ada',
		product,
		stage,
	});
	const rows = [
		deal(1, 'ada@example.com', 101, 'lost'),
		deal(2, ' Ada@example.com', '101.0', 'won'),
		deal(3, 'bo@example.com', 101, 'won'),
		deal(4, 'bo@example.com', 102, 'lost'),
		deal(5, 'cy@example.com', 101, 'lost'),
	];
	await withExample(
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
				2: 'unchanged',
				3: 'unchanged',
				4: 'revoked',
				5: 'revoked',
			});
			expect(run.writes).toHaveLength(2);
			expect(execution.error).toMatch(/^Rows failed/);
		},
	);
});

describe('file-to-video', () => {
	const files = (...names: string[]) => ({
		'Files in the Bucket': names.map((name) => ({ Key: `masters/${name}` })),
	});
	const texts = (run: ExampleWorld) => run.sent.flatMap(({ parameters: { text } }) => text ?? []);

	test('a file that can never become a video is told once a day, and only then ends as failed', async () => {
		await withExample('file-to-video', { rows: files('___.mp4', 'low-tide.mp4') }, async (run) => {
			const first = await run.execute('Every Two Hours');
			expect(texts(run)).toEqual([
				expect.stringContaining('*low tide* is ready'),
				expect.stringMatching(/was not created: .*"Title" is empty/),
			]);
			expect(first.error).toMatch(/^Already reported/);
			const second = await run.execute('Every Two Hours');
			expect(second.error).toBeUndefined();
			expect(texts(run)).toHaveLength(2);
		});
	});

	test('no video is made of a private file whose address could not be signed', async () => {
		const isDown = ({ name }: { name: string }) => name === 'Sign the Day';
		await withExample('file-to-video', { rows: files('a.mp4', 'b.mp4'), isDown }, async (run) => {
			const { error } = await run.execute('Every Two Hours');
			expect(run.writes).toEqual([]);
			expect(texts(run)).toEqual([
				expect.stringMatching(/^:warning: Nothing was created: .*could not be signed: The key/),
			]);
			expect(error).toMatch(/^Already reported/);
		});
	});

	test('a file with an address of its own keeps it', () => {
		const link = 'https://files.example.com/a.mp4?token=1';
		const [out] = runCode('file-to-video', 'Presigned Addresses', {
			'What Goes Where': itemsOf([{ Key: 'a.mp4', source_url: link }]),
			'': itemsOf([{ error: 'Sign the Day has no credential' }]),
		});
		expect(out).toEqual({ Key: 'a.mp4', source_url: link });
	});
});

/** What Slack and mail got: the texts of each message. */
const messages = (run: ExampleWorld) =>
	run.sent.filter(({ parameters: { text, html } }) => text ?? html).map(({ node }) => node.name);

test('number-alert: an execution that could not read the number ends as failed, after it was told', async () => {
	await withExample('number-alert', {}, async (run) => {
		run.service.faults.add({ kind: 'html', status: 503, times: Infinity });
		const { error } = await run.execute('Click to Try');
		expect(messages(run)).toEqual(['Report the Failure']);
		expect(error).toMatch(/^Already reported/);
	});
});

test('weekly-numbers: without Slack, the email and the row still go out, and the execution fails with the reason', async () => {
	const isDown = ({ name }: { name: string }) => /Slack|Post|Report/.test(name);
	await withExample('weekly-numbers', { isDown }, async (run) => {
		const { error } = await run.execute('Every Monday at 8');
		const taken = run.sent.filter(({ isTaken }) => isTaken).map(({ node }) => node.name);
		expect(taken).toEqual(['Email the Numbers', 'Add to the Sheet']);
		expect(error).toMatch(/^Slack did not get everything: The key has expired/);
	});
});

describe('titles and names of strangers in sheets', () => {
	const REVERSED = '\u202Egnp.exe';

	test('weekly-numbers: a title is one line that fits and does not turn the text around', async () => {
		await withExample(
			'weekly-numbers',
			{
				settle: (state) => {
					state.addVideo({ title: `Tide ${REVERSED}\nSecond ${'x'.repeat(4000)}`, plays: 1e9 });
				},
			},
			async (run) => {
				const execution = await run.execute('Every Monday at 8');
				const played = String(execution.output("This Week's Row")[0]?.mostPlayed);
				expect(played).toContain('Tide gnp.exe Second');
				expect(played.length).toBeLessThan(5 * 110);
			},
		);
	});

	test('customers-to-sheet and catalog-export: neither turns the text around nor begins a line', async () => {
		const settle = (state: Parameters<NonNullable<WorldOptions['settle']>>[0]) => {
			state.addCustomer({ email: 'r@example.com', name: `Ada ${REVERSED}\nB` });
			state.addVideo({ title: `Ada ${REVERSED}\nB` });
		};
		await withExample('customers-to-sheet', { settle }, async (run) => {
			const rows = (await run.execute('Click to Try')).output('Row of the Sheet');
			expect(rows.find(({ email }) => email === 'r@example.com')?.name).toBe('Ada gnp.exe B');
		});
		await withExample('catalog-export', { settle }, async (run) => {
			const rows = (await run.execute('Click to Try')).output('Row of the Catalog');
			expect(rows.map(({ title }) => title)).toContain('Ada gnp.exe B');
		});
	});
});

test('catalog-export: of hundreds of rights that end, Slack gets the next ones and the number of the rest', async () => {
	const settle = (state: Parameters<NonNullable<WorldOptions['settle']>>[0]) => {
		for (let index = 1; index <= 120; index += 1)
			state.addVideo({
				title: `Film ${index} ${'&'.repeat(255)}`,
				timeUnavailable: new Date(Date.now() + 9 * 86_400_000).toISOString(),
			});
	};
	await withExample('catalog-export', { settle }, async (run) => {
		await run.execute('Click to Try');
		const [text = ''] = run.sent.flatMap(({ node, parameters }) =>
			node.name === 'Post Ending Rights' ? String(parameters.text) : [],
		);
		expect(text).toMatch(/\n… and \d+ more: the file in the email has all of them\.$/);
		expect(text.split('\n')).toHaveLength(52);
		expect(text.length).toBeLessThan(12_000);
	});
});

test('weekly-churn-report: a long text is cut and long words may break, so that a phone shows all columns', () => {
	const message = `${'x'.repeat(495)}&amp;${'y'.repeat(4000)}`;
	const rows = [{ kind: 'customer', user_email: 'a@b.example', message }];
	const [row] = runCode('weekly-churn-report', 'Name the Columns', { '': itemsOf(rows) });
	expect(row?.Why).toBe(`${'x'.repeat(495)}&amp; …`);
	const { options } = nodeOf('weekly-churn-report', 'Make a Table').parameters;
	expect(JSON.stringify(options)).toMatch(/cellAttributes.*word-break: break-word/);
});

test('several-tiers: a tier that is not in the list is named', async () => {
	const rows = [
		{ email: 'a@example.com', name: 'A', tier: 'Basic\u200B' },
		{ email: 'b@example.com', name: 'B', tier: 'Gold' },
		{ email: 'c@example.com', name: 'C', tier: 101 },
		{ email: 'd@example.com', name: 'D', tier: '' },
	];
	await withExample('several-tiers', { rows: { 'Members and Their Tiers': rows } }, async (run) => {
		await run.execute('Click to Try');
		const text = run.sent.map(({ parameters }) => String(parameters.text)).join('\n');
		expect(text).toContain('1 would be created, with access (a@example.com)');
		expect(text).toMatch(/Row 2: .*"unknown tier Gold"/);
		expect(text).toMatch(/Row 3: .*"unknown tier 101"/);
		expect(text).toMatch(/Row 4: The parameter "Product" is empty/);
	});
});

describe('subscriber-check', () => {
	const pageFor = async (email: unknown) =>
		await withExample('subscriber-check', {}, async (run) => {
			const { error } = await run.execute('Question from a Partner', {
				json: { body: { email } },
			});
			return [error, ...run.sent.map(({ node }) => node.name)];
		});

	test.each([
		'mailto:a@b.co',
		'<a@b.co>',
		'Ada <a@b.co>',
		'a\uFFFD@b.co',
		'a@b.co.',
		'a@-b.co',
		'a@b\u202E.co',
		'a@b.co, b@b.co',
		'a@b',
		'',
		7,
		['a@b.co'],
		{ a: 1 },
		null,
	])(
		'%j is no address: the partner is told so, and not that the service is unavailable',
		async (email) => {
			expect(await pageFor(email)).toEqual([undefined, 'No Email Address']);
		},
	);

	test.each([
		'a@b.co',
		' A.b+c@b.co\u200B',
		"'a@b.co'",
		"o'brien@b.co",
		'a..b@b.co',
		'a@münchen.example',
		'a@xn--mnchen-3ya.example',
		'a@b.xn--p1ai',
		'müller@b.co',
		'a@1.b-c.co',
	])('%j is one', async (email) => {
		expect(await pageFor(email)).toEqual([undefined, 'Yes or No']);
	});
});
