import { defined } from '../kit/defined.mts';

/** Returns the median; between two numbers in the middle, their mean. */
export function median(numbers: number[]): number {
	const sorted = numbers.toSorted((a, b) => a - b);
	const at = (index: number) => defined(sorted[index], 'a number in the middle');
	return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.ceil((sorted.length - 1) / 2))) / 2;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

export const milliseconds = (ms: number): string => `${ms.toFixed(0)} ms`;

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

/** A row of the comparison. */
export interface Comparison {
	what: string;
	ours: number;
	theirs: number;
	/** Formats both values with their unit. */
	unit: (value: number) => string;
	/** The highest `ours / theirs` that meets the goal. */
	goal?: number;
}

/** Pads columns to equal width, so that the Markdown source is readable. */
export function markdownTable(headings: string[], rows: string[][]): string {
	const widths = headings.map((heading, column) =>
		Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (cells: string[]) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join(
		'\n',
	);
}

/** Formats the comparison as Markdown and marks missed goals. */
export function comparisonTable(comparisons: Comparison[]): string {
	const rows = comparisons.map(({ what, ours, theirs, unit, goal }) => {
		const share = ours / theirs;
		const wanted =
			goal === undefined ? '' : `≤ ${goal.toFixed(2)}${share > goal ? ', missed' : ''}`;
		return [what, unit(ours), unit(theirs), share.toFixed(2), wanted];
	});
	return markdownTable(['', 'this package', 'HTTP Request node', 'ratio', 'goal'], rows);
}
