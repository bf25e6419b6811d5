import type { IDataObject } from 'n8n-workflow';

import { isObject, without } from '../shared/data/json';
import {
	type Cell,
	type Cells,
	flatten,
	isTable,
	isMeasure,
	TEXT_COLUMNS,
	TIMESTAMPS,
	toTyped,
} from './cells';
import { ALL_ROWS, CHURN } from './reportTypes';

/** The envelope around a report. */
const ENVELOPE = ['_links', 'page'];

/** The columns that identify a row, which come first, in this order. */
const FIRST_COLUMNS = ['timestamp', 'kind', 'breakdown', 'reason', ...TEXT_COLUMNS];

/** The columns that Output offers to select; reports may have more. */
export const REPORT_COLUMNS = [
	...FIRST_COLUMNS,
	'by',
	'count',
	'customer_id',
	'finishes',
	'from',
	'occurred_at',
	'plays',
	'product_id',
	'to',
	'type',
	'video_id',
	'visits',
];

/** Midnight in Eastern Standard Time, where days begin. */
const MIDNIGHT = /T00:00:00(-05:00)?$/;

/** Returns one row. A name that another value already has gets a number: `name_2`. */
function toReportRow(cells: Cells): IDataObject {
	const row = new Map<string, Cell>();
	for (const [name, value] of cells) {
		let free = name;
		for (let n = 2; row.has(free) && row.get(free) !== value; n++) free = `${name}_${n}`;
		row.set(free, value);
	}
	return Object.fromEntries(row);
}

/** Splits the cells of an entry into the time of its interval, named `timestamp`, and the rest. */
function splitTimes(cells: Cells): { times: Cells; own: Cells } {
	const isTime = ([name]: Cells[number]) => TIMESTAMPS.includes(name);
	const times = cells.filter(isTime).map(([, value]): Cells[number] => ['timestamp', value]);
	return { times, own: cells.filter((cell) => !isTime(cell)) };
}

/** Returns the rows of one entry of the report: one with its own values, then those of each table in it. */
function rowsOfEntry(entry: IDataObject, head: Cells): IDataObject[] {
	const { times, own: cells } = splitTimes(flatten(entry));
	const own = cells.filter(([, value]) => !isTable(value));
	const start = [...head, ...times];
	const parts = cells.flatMap(([name, table]) =>
		isTable(table)
			? table.map((part) => toReportRow([...start, ['breakdown', name], ...flatten(part)]))
			: [],
	);
	const isNothing = own.length === 0 && (parts.length > 0 || times.length === 0);
	return isNothing ? parts : [toReportRow([...start, ...own]), ...parts];
}

function reportEntries(data: Cell): IDataObject[] {
	const entries: Cell[] = [data ?? []].flat();
	return entries.map((entry) => (isObject(entry) ? entry : { value: entry }));
}

/** Returns a row for each person who gave a reason, and one with the count of each reason. */
function rowsOfReasons(breakdown: string, reasons: IDataObject): Cells[] {
	return flatten(reasons).flatMap(([name, value]): Cells[] => {
		if (!isTable(value)) {
			return [Object.entries({ kind: 'total', breakdown, reason: name, count: value })];
		}
		const kind = Object.entries({ kind: 'customer', breakdown });
		return value.map((customer) => [...kind, ...flatten(customer)]);
	});
}

/**
 * Returns the rows of a churn report: of the `kind` `customer`, who paused or cancelled, and `total`, how many gave a
 * reason. Values of the whole report, such as the number of reasons before it was cut (`reasons_total`), are in each row.
 * Nulls are left out.
 */
function churnRows(entry: IDataObject, head: Cells): IDataObject[] {
	const groups = Object.entries(entry).filter((group): group is [string, IDataObject] =>
		isObject(group[1]),
	);
	if (groups.length === 0) return rowsOfEntry(entry, head);
	const rest = Object.entries(entry).filter(([, value]) => !isObject(value));
	const { times, own } = splitTimes(flatten(Object.fromEntries(rest)));
	return groups
		.flatMap(([name, reasons]) => rowsOfReasons(name, reasons))
		.map((row) =>
			toReportRow([...head, ...times, ...row, ...own].filter(([, value]) => value !== null)),
		);
}

/** Returns the row with each midnight as a day; a report by the hour keeps its hours. */
function withDays(row: IDataObject, by: unknown): IDataObject {
	const days = by === 'hour' ? ['from', 'to'] : ['timestamp', 'from', 'to'];
	const cells = Object.entries(row).map(([name, value]): [string, Cell] => [
		name,
		typeof value === 'string' && days.includes(name) ? value.replace(MIDNIGHT, '') : value,
	]);
	return Object.fromEntries(cells);
}

/** Whether a row is of one of the kinds that the parameter Rows names. Other names are those of breakdowns. */
const KINDS: Record<string, (row: IDataObject) => boolean> = {
	[ALL_ROWS]: () => true,
	both: () => true,
	people: ({ kind }) => kind === 'customer',
	totals: ({ kind, breakdown }) => kind === 'total' || breakdown === undefined,
};

/** Returns the wanted rows. A report of another shape, which has only breakdowns, is returned whole instead of empty. */
function selectRows(rows: IDataObject[], wanted: string): IDataObject[] {
	const isWanted = KINDS[wanted] ?? (({ breakdown }: IDataObject) => breakdown === wanted);
	const selected = rows.filter(isWanted);
	const hasOther = wanted === 'totals' && rows.every(({ kind }) => kind === undefined);
	return selected.length === 0 && hasOther ? rows : selected;
}

/**
 * Returns rows of one kind with the same columns: a cell without a value is null in a column of numbers, otherwise the
 * empty text. Totals and people of a churn report share a table. Breakdowns keep columns of their own.
 */
function alignRows(rows: IDataObject[]): IDataObject[] {
	const kinds = new Set(
		rows.map(({ kind, breakdown }) => (kind === undefined ? breakdown : CHURN)),
	);
	if (kinds.size > 1) return rows;
	const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const valueIn = (row: IDataObject, name: string) => {
		const isText = TEXT_COLUMNS.includes(name) || !(isMeasure(name) || Object.hasOwn(row, name));
		return row[name] ?? (isText ? '' : null);
	};
	return rows.map((row) => Object.fromEntries(columns.map((name) => [name, valueIn(row, name)])));
}

/** Returns the row with its time and its names first, and the columns that all rows share last. */
function arrange(row: IDataObject, shared: string[]): IDataObject {
	const rank = ([name]: [string, Cell]) => {
		if (shared.includes(name)) return FIRST_COLUMNS.length + 1;
		const place = FIRST_COLUMNS.indexOf(name);
		return place < 0 ? FIRST_COLUMNS.length : place;
	};
	return Object.fromEntries(Object.entries(row).sort((a, b) => rank(a) - rank(b)));
}

/**
 * Returns a report as independent rows: each has the `timestamp` of its interval in a time series, and ends with the
 * `type` of the report, `by`, `from` and `to` as far as they are known.
 *
 * The shape of reports is not documented (docs/developers/service.md, Analytics), so one rule serves all types: each entry of the
 * report is a row, and so is each entry of a table in it, with the table's name as its `breakdown`. The name of a nested
 * value is its path joined with `_`: `totals.paid.units` is `totals_paid_units`.
 *
 * @param query the query that was sent: `type`, `by`, `from` and `to`, unless the report has its own `from` and `to`
 * @param wanted the kind of rows to return: a value of the parameter Rows
 * @returns the rows in the report's order: numbers as numbers, days as days, other times as ISO 8601
 */
export function reportRows(
	report: IDataObject,
	query: IDataObject,
	wanted = ALL_ROWS,
): IDataObject[] {
	const { type, by } = query;
	const { data, from = query.from, to = query.to, ...reportValues } = without(report, ENVELOPE);
	const period = Object.entries({ type, by, from, to }).filter(([, value]) => value !== undefined);
	const head = period.map(([name, value]): Cells[number] => [name, toTyped(name, value)]);
	const rowsOf = (entry: IDataObject, start: Cells) =>
		type === CHURN ? churnRows(entry, start) : rowsOfEntry(entry, start);
	const rows =
		data === undefined
			? rowsOf(reportValues, head)
			: reportEntries(data).flatMap((entry) => rowsOf(entry, [...head, ...flatten(reportValues)]));
	const shared = head.map(([name]) => name);
	const aligned = alignRows(selectRows(rows, wanted));
	return aligned.map((row) => arrange(withDays(row, by), shared));
}
