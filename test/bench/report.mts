import { defined } from '../kit/defined.mts';

/** Returns the median; between two numbers in the middle, their mean. */
export function median(numbers: number[]): number {
	const sorted = numbers.toSorted((a, b) => a - b);
	const at = (index: number) => defined(sorted[index], 'a number in the middle');
	return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.ceil((sorted.length - 1) / 2))) / 2;
}

/** Formats a value with its unit. */
type Unit = (value: number) => string;

export const seconds: Unit = (ms) => `${(ms / 1000).toFixed(2)} s`;

export const milliseconds: Unit = (ms) => `${ms.toFixed(0)} ms`;

export const megabytes: Unit = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

/** A line of the table, under the two columns of its section. */
export interface Row {
	what: string;
	cells: [string, string];
	ratio?: string;
	goal?: string;
}

/** The lines of one benchmark: its title stands above them, with the meaning of the two columns. */
export interface Section {
	title: string;
	columns: [string, string];
	rows: Row[];
}

/** The columns of a comparison. */
export const BESIDE: [string, string] = ['this package', 'HTTP Request node'];

const goalOf = (text: string, isMet: boolean): string => `≤ ${text}${isMet ? '' : ', missed'}`;

/** Returns the line of two values; with a goal, the first may be at most so many times the second. */
export function compared(
	what: string,
	[ours, theirs]: [number, number],
	unit: Unit,
	goal?: number,
): Row {
	const ratio = ours / theirs;
	return {
		what,
		cells: [unit(ours), unit(theirs)],
		ratio: ratio.toFixed(2),
		...(goal !== undefined && { goal: goalOf(goal.toFixed(2), ratio <= goal) }),
	};
}

/** Returns the line of two values, each of which may be at most `goal`. */
export const measured = (
	what: string,
	values: [number, number],
	unit: Unit,
	goal?: number,
): Row => ({
	what,
	cells: [unit(values[0]), unit(values[1])],
	...(goal !== undefined && { goal: goalOf(unit(goal), Math.max(...values) <= goal) }),
});

/** Pads columns to equal width, so that the Markdown source is readable. */
function markdownTable(headings: string[], rows: string[][]): string {
	const widths = headings.map((heading, column) =>
		Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (cells: string[]) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join(
		'\n',
	);
}

/** Formats all benchmarks as one table in Markdown. */
export const formatReport = (sections: Section[]): string =>
	markdownTable(
		['', '', '', 'ratio', 'goal'],
		sections.flatMap(({ title, columns, rows }) => [
			[`**${title}**`, ...columns, '', ''],
			...rows.map(({ what, cells, ratio = '', goal = '' }) => [what, ...cells, ratio, goal]),
		]),
	);
