// Makes Excel workbooks.
import { crc32 } from 'node:zlib';

interface Sheet {
	name: string;
	rows: string[][];
	/** Whether people see it. */
	isHidden?: boolean;
}

const escaped = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns the numbers in little-endian order, each as `[value, bytes]`. */
function numbers(...fields: Array<[value: number, bytes: number]>): Buffer {
	return Buffer.concat(
		fields.map(([value, bytes]) => {
			const field = Buffer.alloc(bytes);
			field.writeUIntLE(value, 0, bytes);
			return field;
		}),
	);
}

/** Returns a zip with these parts, which are not compressed. */
function zipOf(parts: Record<string, string>): Uint8Array<ArrayBuffer> {
	const [local, central]: [Buffer[], Buffer[]] = [[], []];
	for (const [name, text] of Object.entries(parts)) {
		const [path, data] = [Buffer.from(name), Buffer.from(text)];
		const offset = Buffer.concat(local).length;
		const common = numbers(
			...([
				[20, 2],
				[0, 2],
				[0, 2],
				[0, 4],
				[crc32(data), 4],
				[data.length, 4],
				[data.length, 4],
				[path.length, 2],
				[0, 2],
			] satisfies Array<[number, number]>),
		);
		local.push(Buffer.from('PK\u0003\u0004'), common, path, data);
		const rest = numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);
		central.push(Buffer.from('PK\u0001\u0002'), numbers([20, 2]), common, rest, path);
	}
	const [files, directory] = [Buffer.concat(local), Buffer.concat(central)];
	const count = Object.keys(parts).length;
	const end = numbers([0, 2], [0, 2], [count, 2], [count, 2], [directory.length, 4]);
	const tail = numbers([files.length, 4], [0, 2]);
	return new Uint8Array(
		Buffer.concat([files, directory, Buffer.from('PK\u0005\u0006'), end, tail]),
	);
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relationships = (...ends: Array<[type: string, target: string]>) =>
	`<Relationships xmlns="${RELATIONS}">${ends
		.map(
			([type, target], index) =>
				`<Relationship Id="r${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
		)
		.join('')}</Relationships>`;

/** A cell as Excel stores it: the error of a formula is a type of its own, and a blank cell is left out. */
function cellXml(text: string, row: number, column: number): string {
	const place = `r="${String.fromCodePoint(65 + column)}${row + 1}"`;
	if (text === '') return '';
	if (/^#[A-Z/0]+[!?A]$/.test(text)) return `<c ${place} t="e"><f>1/0</f><v>${text}</v></c>`;
	return `<c ${place} t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
}

const sheetXml = (rows: string[][]) => {
	const lines = rows.map(
		(cells, row) =>
			`<row r="${row + 1}">${cells.map((text, column) => cellXml(text, row, column)).join('')}</row>`,
	);
	return `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
};

/** Makes an Excel workbook with these sheets. */
export function workbookFile(name: string, sheets: Sheet[]): File {
	const fileOf = (index: number) => `worksheets/sheet${index + 1}.xml`;
	const tags = sheets.map(
		(sheet, index) =>
			`<sheet name="${escaped(sheet.name)}" sheetId="${index + 1}" ${sheet.isHidden ? 'state="hidden" ' : ''}r:id="r${index + 1}"/>`,
	);
	const overrides = sheets.map(
		(_, index) =>
			`<Override PartName="/xl/${fileOf(index)}" ContentType="${TYPES}.worksheet+xml"/>`,
	);
	const parts = {
		'[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${overrides.join('')}</Types>`,
		'_rels/.rels': relationships(['officeDocument', 'xl/workbook.xml']),
		'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${tags.join('')}</sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': relationships(
			...sheets.map((_, index): [string, string] => ['worksheet', fileOf(index)]),
		),
		...Object.fromEntries(sheets.map(({ rows }, index) => [`xl/${fileOf(index)}`, sheetXml(rows)])),
	};
	return new File([zipOf(parts)], name, { type: `${TYPES}.sheet` });
}
