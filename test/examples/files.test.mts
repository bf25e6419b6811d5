// Runs the Code nodes that read the files of the imports, with files as people's machines save and send them.
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { itemsOf, nodeOf, runCode } from './evaluate.mts';

const IMPORTS = ['bulk-import', 'catalog-import'];
const HEADER = ['email', 'name', 'product'];
const ROWS = [
	['jose@example.com', 'José Müller', '101'],
	['ivo@example.com', 'Novak, Ivo; jr.', '102'],
];

const kindSchema = z.array(
	z.object({ json: z.record(z.string(), z.unknown()), binary: z.looseObject({}).optional() }),
);
const foundSchema = z.object({
	rows: z.array(z.looseObject({ row: z.number(), file: z.record(z.string(), z.unknown()) })),
	error: z.string().optional(),
	from: z.string().optional(),
});

/** Runs the step that looks at the bytes of a file. */
async function kindOf(bytes: Uint8Array, binary: object = { Spreadsheet: {} }) {
	const code = String(nodeOf('bulk-import', 'What Kind of File').parameters.jsCode);
	const helpers = { getBinaryDataBuffer: async () => await Promise.resolve(bytes) };
	const context = { $input: { all: () => [{ json: {}, binary }] }, Buffer, helpers };
	const out: unknown = await runInNewContext(
		`(async function () {\n${code}\n}).call({ helpers })`,
		context,
	);
	return kindSchema.parse(out)[0] ?? { json: {} };
}

/** Returns the items for the sheets of a workbook. @param xml its part `workbook.xml`; of none, nothing could be unpacked */
async function sheetsOf(xml?: string) {
	const code = String(nodeOf('bulk-import', 'Sheets of the Workbook').parameters.jsCode);
	const parts = { part_0: { fileName: 'sheet1.xml' }, part_1: { fileName: 'workbook.xml' } };
	const helpers = {
		getBinaryDataBuffer: async (_: number, name: string) =>
			await Promise.resolve(Buffer.from(name === 'part_1' ? (xml ?? '') : 'other')),
	};
	const $ = () => ({ first: () => ({ json: {}, binary: { file: { fileName: 'a.xlsx' } } }) });
	const $input = { first: () => (xml === undefined ? { json: {} } : { json: {}, binary: parts }) };
	const out: unknown = await runInNewContext(
		`(async function () {\n${code}\n}).call({ helpers })`,
		{ $, $input, Buffer, helpers },
	);
	return kindSchema.parse(out);
}

interface ReadRow {
	json: Record<string, unknown>;
	pairedItem?: { item: number };
}

/** Returns the output of Read Excel for the sheets of a workbook: an item for each row. */
const readOf = (...sheets: unknown[][][]): ReadRow[] =>
	sheets.flatMap((rows, item) => rows.map((row) => ({ json: { row }, pairedItem: { item } })));

/** Returns what is found in the sheets of a workbook. @param read what Read Excel outputs */
function foundInSheets(names: string[], read: ReadRow[], example = 'bulk-import') {
	const rows = runCode(example, 'Rows of the File', {
		'What Kind of File': itemsOf([{}]),
		'Sheets of the Workbook': itemsOf(names.map((sheet) => ({ sheet }))),
		'Read Excel': read,
	});
	const [out] = runCode(example, 'Find the Columns', { '': itemsOf(rows) });
	return foundSchema.parse(out);
}

/** Returns what is found in a file. @param read what Read Excel outputs, for a workbook of one sheet */
async function found(
	bytes: Uint8Array | string,
	read: Array<Record<string, unknown>> = [{}],
	example = 'bulk-import',
) {
	const { json } = await kindOf(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
	const rows = runCode(example, 'Rows of the File', {
		'What Kind of File': itemsOf([json]),
		'Sheets of the Workbook': itemsOf([{ sheet: '' }]),
		'Read Excel': itemsOf(read),
	});
	const out = runCode(example, 'Find the Columns', { '': itemsOf(rows) });
	const { rows: below, error: problem } = foundSchema.parse(out[0]);
	return { rows: below, problem };
}

const csvOf = (separator: string, rows: string[][] = [HEADER, ...ROWS], end = '\r\n') =>
	rows
		.map((cells) =>
			cells.map((cell) => (/[,;\t"\n]/.test(cell) ? `"${cell}"` : cell)).join(separator),
		)
		.join(end) + end;

const EXPECTED = ROWS.map(([email, name, product], index) => ({
	row: index + 2,
	email,
	name,
	product,
}));
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
		['in Windows-1252', latin1(csvOf(';'))],
		['with columns in capitals', csvOf(';').replace('email;name;product', 'EMAIL;Name;Product')],
		['with other spellings', csvOf(',').replace('email,name', ' E-Mail ,Full Name')],
	])('%s', async (_, bytes) => {
		const { rows, problem } = await found(bytes);
		expect(problem).toBeUndefined();
		expect(rows).toMatchObject(EXPECTED);
	});

	test('a sign that only Windows-1252 has', async () => {
		const csv = Buffer.concat([latin1('email,name,product\na@b.example,'), Buffer.from([0x80])]);
		expect((await found(Buffer.concat([csv, latin1(',101\n')]))).rows).toMatchObject([
			{ name: '€' },
		]);
	});

	test('a character that is broken stays for the node to refuse', async () => {
		const csv = Buffer.from('email,name,product\njos\uFFFD@example.com,Ada,101\n');
		expect((await found(csv)).rows).toMatchObject([{ email: 'jos\uFFFD@example.com' }]);
	});

	test('the separator inside a cell, also without quotation marks of the other kind', async () => {
		const csv = 'email;name;product\nada@example.com;Lovelace, Ada;101\nb@example.com;Bo, B;102\n';
		expect((await found(csv)).rows).toMatchObject([{ name: 'Lovelace, Ada' }, { name: 'Bo, B' }]);
	});

	test('blank rows are passed over, in the middle and at the end, and rows keep their number', async () => {
		const csv = `${csvOf(',', [HEADER])}\r\n,,\r\na@example.com,A,101\r\n${',,\r\n'.repeat(300)}`;
		expect((await found(csv)).rows).toMatchObject([{ row: 4, email: 'a@example.com' }]);
	});

	test('a title above the header', async () => {
		const csv = 'Customers of March;;\n;;\nEmail;Name;Product\na@example.com;A;101\n';
		expect((await found(csv)).rows).toMatchObject([{ row: 4, email: 'a@example.com' }]);
	});

	test('every column is kept as the file has it, but not the results of an earlier import', async () => {
		const csv = 'row,Email,Phone,Product,Phone,result,reason\n9,a@example.com,1,101,2,failed,No\n';
		const { rows } = await found(csv);
		expect(rows[0]?.file).toEqual({
			Email: 'a@example.com',
			Phone: '1',
			Product: '101',
			'Phone (5)': '2',
		});
	});

	test('a workbook, with a title row and blank cells', async () => {
		const { json, binary } = await kindOf(Buffer.from('PK\u0003\u0004'));
		// The next step unpacks only what is called a zip.
		expect([json, binary]).toEqual([{}, { file: { fileExtension: 'zip' } }]);
		const read = [
			{ row: ['Customers'] },
			{ row: [] },
			{ row: ['E-Mail', null, 'Product'] },
			{ row: ['a@example.com', null, 101] },
		];
		const { rows } = await found(Buffer.from('PK\u0003\u0004'), read);
		expect(rows).toMatchObject([{ row: 4, email: 'a@example.com', name: '', product: 101 }]);
	});
});

describe('the sheets of a workbook', () => {
	const LIST = [HEADER, ...ROWS];
	const COVER = [['Import of March'], ['Made by', 'Ada']];

	test('those that people see are read, by their names', async () => {
		const xml =
			'<workbook><sheets><sheet name="Notes" sheetId="1" state="hidden" r:id="rId1"/>' +
			'<sheet name="Old" sheetId="2" state="veryHidden" r:id="rId2"/>' +
			'<sheet name="Ada &amp; Bo&#39;s &lt;list&gt;" sheetId="3" r:id="rId3"/><x:sheet name="B" sheetId="4"/></sheets></workbook>';
		const items = await sheetsOf(xml);
		expect(items.map(({ json }) => json.sheet)).toEqual(["Ada & Bo's <list>", 'B']);
		for (const { binary } of items) expect(binary).toEqual({ file: { fileName: 'a.xlsx' } });
	});

	test.each([undefined, '', '<workbook/>'])(
		'of what cannot be unpacked, the first sheet is read: %j',
		async (xml) => {
			expect((await sheetsOf(xml)).map(({ json }) => json)).toEqual([{ sheet: '' }]);
		},
	);

	test.each(IMPORTS)('the first one with the columns and rows is read: %s', (example) => {
		const columns = example === 'bulk-import' ? HEADER : ['key', 'title', 'plans'];
		const list = [columns, ['k1', 'One', '101']];
		const { rows, from } = foundInSheets(
			['Cover', 'Template', 'List'],
			readOf(COVER, [columns], list),
			example,
		);
		expect(rows).toMatchObject([{ row: 2, [String(columns[0])]: 'k1' }]);
		expect(from).toBe(' of the sheet "List"');
	});

	test('others with the columns are named', () => {
		const { rows, from } = foundInSheets(['March', '<b>April', 'x'], readOf(LIST, LIST, COVER));
		expect(rows).toMatchObject(EXPECTED);
		expect(from).toBe(' of the sheet "March". Not read, although the columns are there: "bApril"');
	});

	test('if none has the columns, the sentence names the sheet with most of them', () => {
		const { error } = foundInSheets(
			['Cover', 'List'],
			readOf(COVER, [
				['Email', 'Phone'],
				['a', 1],
			]),
		);
		expect(error).toBe(
			'The column "product" is missing: row 1 of the sheet "List" has the columns "Email", "Phone".',
		);
	});
});

describe('a file that cannot be read gets one sentence', () => {
	test.each<[string, Uint8Array | string, RegExp]>([
		['nothing', '', /is empty/],
		['blanks', ' \r\n\r\n', /is empty/],
		['only a mark', '\uFEFF', /is empty/],
		['only a header', csvOf(',', [HEADER]), /no row below .* row 1/],
		['an open quotation mark', 'email,name,product\na@b.example,"A,101\n', /In row 2, a quotation/],
		['a PDF', '%PDF-1.7', /no spreadsheet/],
		['a web page', '<!DOCTYPE html><html></html>', /no spreadsheet/],
		['JSON', '[{"email": "a"}]', /no spreadsheet/],
		['a row with too many cells', 'email,product\na@b.example,1,2\n', /^Row 2 has more cells/],
	])('%s', async (_, bytes, sentence) => {
		const { rows, problem } = await found(bytes);
		expect(rows).toEqual([]);
		expect(problem).toMatch(sentence);
	});

	test('a missing column, and the columns that are there', async () => {
		const { problem } = await found('Mail;<b>Plan</b>\na@example.com;standard\n');
		expect(problem).toBe(
			'The column "product" is missing: row 1 has the columns "Mail", "bPlan/b".',
		);
		expect((await found('Adresse;Produkt\na;b\n')).problem).toMatch(
			/^The columns "email", "product" are missing: .*"Adresse", "Produkt"/,
		);
	});

	test('a cover sheet', async () => {
		const cover = [{ row: ['Import of March'] }, { row: ['Made by', 'Ada'] }];
		const { problem } = await found(Buffer.from('PK\u0003\u0004'), cover);
		expect(problem).toMatch(
			/"email", "product" are missing: row 2 has the columns "Made by", "Ada"/,
		);
	});

	test.each([
		['an empty workbook', [{}], /is empty: no sheet/],
		['a broken workbook', [{ error: 'Bad' }], /could not be read/],
	])('%s', async (_, read, sentence) => {
		expect((await found(Buffer.from('PK\u0003\u0004'), read)).problem).toMatch(sentence);
	});

	test('a workbook with a password', async () => {
		const bytes = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
		const locked = Buffer.concat([bytes, Buffer.from('EncryptedPackage', 'utf16le')]);
		expect((await kindOf(locked)).json.problem).toMatch(/password/);
	});

	test('no file', async () => {
		expect((await kindOf(Buffer.from(''), {})).json.problem).toMatch(/no file/);
	});
});

test.each(['Unpack the Workbook', 'Read Excel'])('%s is the same in every import', (name) => {
	const written = IMPORTS.map((example) => JSON.stringify(nodeOf(example, name).parameters));
	expect(new Set(written).size).toBe(1);
});

test('bulk-import: failed rows are at the end, each with its columns, whatever the order of the results', () => {
	const of = (row: number) => ({ row, file: { Mail: `${row}`, Phone: 1 } });
	const results = itemsOf([
		{ outcome: 'created', ...of(5) },
		{ error: 'No address', message: 'Enter one', ...of(2) },
		{ outcome: 'unchanged', ...of(3) },
	]);
	// The option adds the fields of the row to what became of it.
	const { options } = nodeOf('bulk-import', 'Create or Update').parameters;
	expect(options).toEqual({ includeInputFields: true });
	expect(runCode('bulk-import', 'Result of the Row', { '': results })).toEqual([
		{ row: 3, Mail: '3', Phone: 1, result: 'unchanged', reason: '' },
		{ row: 5, Mail: '5', Phone: 1, result: 'created', reason: '' },
		{ row: 2, Mail: '2', Phone: 1, result: 'failed', reason: 'No address. Enter one' },
	]);
});

test('catalog-import: the result keeps every column of the file', async () => {
	const { rows } = await found('Key,TITLE,Shelf\nk1,One,7\n', [{}], 'catalog-import');
	const columns = runCode('catalog-import', 'Read the Columns', { '': itemsOf([{ rows }]) });
	const planned = runCode('catalog-import', 'Plan the Rows', {
		'Read the Columns': itemsOf(columns),
		Videos: itemsOf([{}]),
		Collections: itemsOf([{}]),
		'Collections in Use': itemsOf([{}]),
	});
	const before = { 'Plan the Rows': itemsOf(planned), '': itemsOf([{ id: 5 }]) };
	expect(runCode('catalog-import', 'Result of the Row', before)).toEqual([
		{ row: 2, Key: 'k1', TITLE: 'One', Shelf: '7', result: 'created', reason: '' },
	]);
});

describe.each([
	['sheet-access', 'Sync Access', 'email'],
	['sheet-playlist', 'Sync Items', 'video'],
])('%s', (example, _, column) => {
	const list = (...rows: Array<Record<string, unknown>>) =>
		runCode(example, 'Find the Columns', {
			'': itemsOf(runCode(example, 'Rows of the Sheet', { '': itemsOf(rows) })),
		})[0];

	test('takes the column in any spelling, and passes over blank rows', () => {
		const spelling = ` ${column.toUpperCase()} `;
		const rows = [{ [spelling]: 'a' }, { [spelling]: '' }, { [spelling]: 'b', Note: 'x' }];
		expect(list(...rows)).toMatchObject({
			rows: [
				{ row: 2, [column]: 'a' },
				{ row: 4, [column]: 'b' },
			],
		});
		const numbered = rows.map((row, index) => ({ row_number: index * 10 + 5, ...row }));
		expect(list(...numbered)).toMatchObject({ rows: [{ row: 5 }, { row: 25 }] });
	});

	test('says which column is missing, which are there, that there is no row, or why', () => {
		expect(list({ Adresse: 'a' })).toMatchObject({
			error: `The column "${column}" is missing: row 1 has the columns "Adresse".`,
		});
		for (const rows of [[], [{}], [{ [column]: ' ' }]])
			expect(list(...rows)).toMatchObject({ error: expect.stringMatching(/^Stopped: .*no row/) });
		expect(list({ 'What to do': 'x', error: 'The sheet is gone' })).toMatchObject({
			error: 'The sheet is gone',
		});
	});

	test('calls rows by their number in the sheet', () => {
		const before = {
			'Each Row': itemsOf([{ row: 2 }, { row: 4 }]),
			'': itemsOf([
				{ error: 'Row 2: none', message: 'rows 1 and 2 have no usable address' },
				{ error: 'None', message: 'rows 1, 2 and 12 more have none' },
				{ outcome: 'granted' },
			]),
		};
		expect(runCode(example, 'Numbers in the Sheet', before)).toEqual([
			{ error: 'Row 4: none', message: 'rows 2 and 4 have no usable address' },
			{ error: 'None', message: 'rows 2, 4 and 12 more have none' },
			{ outcome: 'granted' },
		]);
	});
});

describe('sheet-access: the column access', () => {
	const list = (...rows: Array<Record<string, unknown>>) => {
		const cells = runCode('sheet-access', 'Rows of the Sheet', { '': itemsOf(rows) });
		const found = runCode('sheet-access', 'Find the Columns', { '': itemsOf(cells) });
		return runCode('sheet-access', 'Who Is in the List', { '': itemsOf(found) })[0];
	};

	test('without it, every row is in the list', () => {
		expect(list({ email: 'a' }, { email: 'b' })).toMatchObject({
			rows: [{ email: 'a' }, { email: 'b' }],
		});
	});

	test('yes is in the list and no is not, in their spellings', () => {
		const cells = ['Yes ', true, '1', 'no', 'FALSE', 0];
		const found = list(...cells.map((Access, n) => ({ email: `${n}`, Access })));
		expect(found).toMatchObject({ rows: [{ email: '0' }, { email: '1' }, { email: '2' }] });
		expect(found?.rows).toHaveLength(3);
	});

	test.each(['access', 'ACCESS ', 'Access?', 'Has_Access', 'has access?', '\u200BAccess'])(
		'the header %j is the column, so that a no is not taken for a row of the list',
		(header) => {
			const rows = ['yes', 'no', 'yes\u200B'].map((cell, n) => ({ email: `${n}`, [header]: cell }));
			expect(list(...rows)?.rows).toMatchObject([{ email: '0' }, { email: '2' }]);
		},
	);

	test.each(['', 'maybe', 'gekündigt', '<b>'])('%j stops the run and is named', (cell) => {
		const stopped = list({ email: 'a', 'Has access': 'yes' }, { email: 'b', 'Has access': cell });
		expect(stopped).toMatchObject({ rows: [], error: expect.stringContaining('row 3: "') });
		expect(String(stopped?.error)).not.toContain('<');
	});

	test('a sheet in which nobody has access is not a list', () => {
		expect(list({ email: 'a', access: 'no' })).toMatchObject({
			error: 'Stopped: no row says yes in the column "access".',
		});
	});
});
