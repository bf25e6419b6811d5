// The examples that take a file, with files as people's machines save and send them.
import { describe, expect, test } from 'vitest';

import { readExample } from '../../scripts/lib/examples.mts';
import { defined, only } from '../kit/defined.mts';
import { textsIn } from './worlds/sent.mts';
import { uploaded, withExample } from './worlds/world.mts';
import { stopHeadline } from '../nodes/runTexts.mts';
import { GRANTS } from '../../nodes/Customer/access/limits.ts';

const HEADER = ['email', 'name', 'product'];
const ROWS = [
	['jose@example.com', 'José Müller', '101'],
	['ivo@example.com', 'Novak, Ivo; jr.', '102'],
];

/** What became of an upload. */
interface Upload {
	/** The text of the last page. */
	page: string;
	/** The file that comes back. */
	file: string;
	/** The customers whom the account has then, without those of before. */
	customers: string[];
}

/** Imports a file of customers. */
const upload = async (bytes: Uint8Array | string): Promise<Upload> =>
	await withExample('bulk-import', { seed: 'empty' }, async (world) => {
		const { error } = await world.execute('Spreadsheet Form', uploaded(Buffer.from(bytes)));
		expect(error).toBeUndefined();
		const page = only(world.sent);
		const customers = [...world.service.state.customers.all({ status: 'all' }, 'oldest')];
		return {
			page: textsIn(page)
				.map(([, text]) => text)
				.join('\n'),
			file: page.files[0]?.bytes.toString('utf8') ?? '',
			customers: customers.map(({ email, name }) => `${email} ${name ?? ''}`.trim()),
		};
	});

const csvOf = (separator: string, rows: string[][] = [HEADER, ...ROWS], end = '\r\n') =>
	rows
		.map((cells) =>
			cells.map((cell) => (/[,;\t"\n]/.test(cell) ? `"${cell}"` : cell)).join(separator),
		)
		.join(end) + end;

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('a file is read right', () => {
	test.each<[string, Uint8Array | string]>([
		['with commas', csvOf(',')],
		['with semicolons', csvOf(';')],
		['with tabs', csvOf('\t')],
		['with the line ends of Linux', csvOf(',', undefined, '\n')],
		['with the line ends of an old Mac', csvOf(';', undefined, '\r')],
		['with sep=', `sep=;\r\n${csvOf(';')}`],
		['with a mark', `\uFEFF${csvOf(';')}`],
		['in UTF-16 with a mark', Buffer.from(`\uFEFF${csvOf('\t')}`, 'utf16le')],
		['in UTF-16 without a mark', Buffer.from(csvOf('\t'), 'utf16le')],
		['in UTF-16 of the other order', utf16be(`\uFEFF${csvOf('\t')}`)],
		['with columns in capitals', csvOf(';').replace('email;name;product', 'EMAIL;Name;Product')],
		['with other spellings', csvOf(',').replace('email,name', ' E-Mail ,Full Name')],
		['with a title above the header', `Customers of March;;\n;;\n${csvOf(';')}`],
		['with blank rows', `\r\n${csvOf(',')}${',,\r\n'.repeat(300)}`],
	])('%s', async (_, bytes) => {
		const { customers } = await upload(bytes);
		expect(customers).toEqual(ROWS.map(([email, name]) => `${email} ${name}`));
	});

	test('the separator inside a cell, also without quotation marks of the other kind', async () => {
		const csv = 'email;name;product\nada@example.com;Lovelace, Ada;101\nb@example.com;Bo, B;102\n';
		const { customers } = await upload(csv);
		expect(customers).toEqual(['ada@example.com Lovelace, Ada', 'b@example.com Bo, B']);
	});
});

describe('a file that cannot be read gets one sentence, and nothing is imported', () => {
	const LARGE = `${csvOf(',')}${'x@example.com,X,101\n'.repeat(600_000)}`;
	const WIDE = `${HEADER.join(',')}${',c'.repeat(600)}\n`;
	const ROW = 'a@example.com,A,101\n';
	const NOT_UTF8 = /isn't saved as UTF-8. In Excel, choose Save As, and "CSV UTF-8/;
	test.each<[string, Uint8Array | string, RegExp]>([
		['nothing', '', /is empty/],
		['blanks', ' \r\n\r\n', /is empty/],
		['only a mark', '\uFEFF', /is empty/],
		['only a header', csvOf(',', [HEADER]), /no row below .* row 1/],
		['an open quotation mark', 'email,name,product\na@b.example,"A,101\n', /In row 2, a quotation/],
		['a PDF', '%PDF-1.7', /PDF/],
		['a web page', '<!DOCTYPE html><html></html>', /no CSV file/],
		['JSON', '[{"email": "a"}]', /no CSV file/],
		['Windows-1252', latin1(csvOf(';')), NOT_UTF8],
		['Windows-1250', Buffer.from(csvOf(',').replace('José', 'Wójcik-Łoś'), 'latin1'), NOT_UTF8],
		['UTF-8 behind Windows-1252', Buffer.concat([latin1(csvOf(',')), Buffer.from('é')]), NOT_UTF8],
		['UTF-8 that is cut in a letter', Buffer.from(`${csvOf(',')}é`).subarray(0, -1), NOT_UTF8],
		['UTF-16 that is cut in a letter', utf16be(`\uFEFF${csvOf('\t')}`).subarray(0, -1), NOT_UTF8],
		['ISO-2022-JP', 'email,name,product\na@b.example,\x1b$B2VL>\x1b(B,101\n', NOT_UTF8],
		['UTF-8 that was read as Latin-1', csvOf(',').replace('é', 'Ã©'), NOT_UTF8],
		['Windows-1252 that was read as Latin-1', csvOf(',').replace('é', '\x92'), NOT_UTF8],
		['letters that another program has lost', csvOf(',').replace('é', '\uFFFD'), NOT_UTF8],
		[
			'a quotation mark behind a backslash',
			'email,name,product\na@b.example,"A \\"B\\" C",101\n',
			/In row 2, a quotation mark closes/,
		],
		['a row with too many cells', 'email,product\na@b.example,1,2\n', /Row 2 has more cells/],
		['a workbook', Buffer.from('PK\u0003\u0004'), /workbook.*CSV UTF-8/],
		['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), /workbook.*CSV UTF-8/],
		['a large file', LARGE, /larger than 10 MB/],
		['a wide file', WIDE + ROW, /Row 1 has more than 500 cells/],
		['a row that never ends', csvOf(',') + ','.repeat(9_000_000), /Row 4 has more than 500 cells/],
		[
			'a missing column',
			'Mail;<b>Plan</b>\na@example.com;standard\n',
			/The column "Product" is missing. Row 1 has the columns "Mail", "bPlan\/b"\./,
		],
		[
			'missing columns',
			'Adresse;Produkt\na;b\n',
			/The column "Email", "Product" is missing.*"Adresse", "Produkt"/,
		],
		[
			'two columns of one name',
			'email,name,E-Mail,product\nada@example.com,Ada,boss@example.com,101\n',
			/the same name: "email", "E-Mail"/,
		],
		[
			'two columns for one thing',
			'email,mail,product\nada@example.com,boss@example.com,101\n',
			/Only one of these columns.*"email", "mail"/,
		],
		[
			'a name in two columns',
			'Email Address,First Name,Last Name,product\nmia@example.org,Mia,Berg,101\n',
			/Only one of these columns.*"First Name", "Last Name"/,
		],
		[
			'the name of an order beside that of its customer',
			'Name,Email,Billing Name,product\n#2044,mia@example.org,Mia Berg,101\n',
			/Only one of these columns.*"Name", "Billing Name"/,
		],
	])('%s', async (_, bytes, sentence) => {
		const { page, customers, file } = await upload(bytes);
		expect(page).toMatch(/^Nothing was imported/);
		expect(page).toMatch(sentence);
		expect([customers, file]).toEqual([[], '']);
	});

	test('no file', async () => {
		await withExample('bulk-import', {}, async (world) => {
			await world.execute('Spreadsheet Form');
			expect(JSON.stringify(only(world.sent).parameters)).toMatch(/There is no file/);
		});
	});
});

describe('the file that comes back', () => {
	const CSV =
		'E-Mail;Phone;id;Product\njose@example.com;é1;A-1;101\nhalf@;2;A-2;101\n"q@example.com";"a;b";;#N/A\n';

	test('has every column of the file, with an outcome in each row, the error of those that failed, and opens right in Excel', async () => {
		const { page, file } = await upload(CSV);
		expect(page).toMatch(/2 of 3 rows failed/);
		const [header, ...rows] = file.trimEnd().split('\n');
		expect(header).toBe('\uFEFFoutcome,id,product_name,Email,Phone,input_id,Product,error');
		expect(rows).toEqual([
			expect.stringMatching(/^created,\d+,Harbor Stream,jose@example\.com,é1,A-1,101,$/),
			expect.stringMatching(/^failed,,,half@,2,A-2,101,.*half@/),
			expect.stringMatching(/^failed,,,q@example\.com,a;b,,#N\/A,.*Product.*#N\/A/),
		]);
	});

	test('speaks to a person with a CSV file and a form, not to one with a node', async () => {
		const { file } = await upload(
			`${CSV}x@example.com;;;999999\n;;;101\n${'\t'}@example.com;;;101\n`,
		);
		expect(file).not.toMatch(/expression|option|dry run|HTTP/i);
	});

	test('can be uploaded again: what was imported stays as it is', async () => {
		await withExample('bulk-import', { seed: 'empty' }, async (world) => {
			await world.execute('Spreadsheet Form', uploaded(Buffer.from(CSV)));
			const { length } = world.writes;
			const { bytes } = defined(world.sent[0]?.files[0], 'a file');
			await world.execute('Spreadsheet Form', uploaded(bytes));
			expect(world.writes).toHaveLength(length);
			const again = defined(world.sent[1]?.files[0], 'a file').bytes.toString('utf8');
			expect(again).toBe(bytes.toString('utf8').replace('created', 'unchanged'));
		});
	});

	test('a file with more new customers than allowed creates none, and says which limit stopped it', async () => {
		const rows = Array.from({ length: 1001 }, (_, index) => `p${index}@example.com,P,101\n`);
		const { page, customers, file } = await upload(`email,name,product\n${rows.join('')}`);
		expect(page).toMatch(/1001 of 1001 rows failed.*"Stopped", nothing was imported: ask/s);
		expect(file).toContain(`,"${stopHeadline(GRANTS, { count: 1001, allowed: '1000' })}"\n`);
		expect(customers).toEqual([]);
	});
});

test('only Create or Update evaluates expressions for each of thousands of rows, which keep n8n busy', () => {
	const { nodes } = readExample('bulk-import');
	const evaluating = nodes.filter(({ parameters }) => JSON.stringify(parameters).includes('"='));
	// A page evaluates its texts once.
	const names = evaluating.filter(({ type }) => !type.endsWith('.form')).map(({ name }) => name);
	expect(names).toEqual(['Create or Update']);
});

test('the step that reads a file is the same in every import', () => {
	const codes = ['bulk-import', 'catalog-import'].map(
		(example) =>
			readExample(example).nodes.find(({ name }) => name === 'Read the File')?.parameters.jsCode,
	);
	expect(codes[0]).toBeDefined();
	expect(codes[1]).toBe(codes[0]);
});
