// The tables of pages that nothing writes: outcomes with their previews and numbers, and fields that are the same everywhere.
import { expect, test } from 'vitest';

import { ITEM_COUNTERS, ITEM_OUTCOMES } from '../../nodes/Collection/syncItems/outcomes.ts';
import { ACCESS_OUTCOMES, COUNTERS } from '../../nodes/Customer/access/outcomes.ts';
import type { OutcomeTable } from '../../nodes/shared/run/report.ts';
import { operations, parametersOf } from '../../scripts/lib/descriptions.mts';
import { codesIn, tableRowsOf, textOfPage } from './pages.mts';

const OUTCOMES: OutcomeTable = { ...ACCESS_OUTCOMES, ...ITEM_OUTCOMES };
const results = tableRowsOf('docs/results.md');

/** What the first column of a table there is called. */
const HEADER = /^(Outcome|Reason|Field|Operation)$/;

/** Returns the rows of a table of results.md by the header of its first column. */
function rowsBelow(header: string): string[][] {
	const start = results.findIndex(([first]) => first === header);
	const end = results.findIndex(([first = ''], index) => index > start + 1 && HEADER.test(first));
	return results.slice(start + 2, end === -1 ? undefined : end);
}

test('results.md has each outcome beside that of a dry run', () => {
	const counted = ['withAccess', 'withoutAccess', 'alreadyEnded'];
	const expected = Object.entries(OUTCOMES)
		.filter(([name]) => !counted.includes(name))
		.map(([name, { dry = name }]) => [name, dry]);
	const shown = rowsBelow('Outcome').map(([outcome = '', preview = '']) => [
		...codesIn(outcome),
		...codesIn(preview.replace('the same', outcome)),
	]);
	expect(shown.sort()).toEqual(expected.sort());
});

test.each(Object.entries({ ...COUNTERS, syncItems: ITEM_COUNTERS }))(
	'results.md lists the numbers that %s counts',
	(operation, names) => {
		const title = operations.find(({ option }) => option.value === operation)?.option.name;
		const row = results.filter(([first]) => first === title).at(-1) ?? [];
		expect(codesIn(row[1] ?? '')).toEqual(names);
	},
);

test('results.md explains each reason of Check Access and Revoke Access', () => {
	const reasons = Object.keys(ACCESS_OUTCOMES.withoutAccess.reasons);
	const shown = rowsBelow('Reason').flatMap(([reason = '']) => codesIn(reason));
	expect(shown.sort()).toEqual(['enabled', 'ended', 'unknownCustomer', ...reasons].sort());
});

test('results.md explains the fields of a summary beside its numbers', () => {
	const [, fields = ''] = /Summary output:\*\* (.*)/.exec(textOfPage('docs/operations.md')) ?? [];
	const shown = rowsBelow('Field').flatMap(([field = '']) => codesIn(field));
	expect(shown).toEqual(codesIn(fields).filter((name) => !(name in OUTCOMES)));
});

const common = tableRowsOf('scripts/docs/operations.head.md').slice(2);
const labels = new Map(
	operations
		.flatMap(parametersOf)
		.map(({ field, path }) => [path.at(-1), field.displayName] as const),
);

test.each(common.map(([label = '', names = '']) => [label, names] as const))(
	'operations.md has the fields %s as the panel names them',
	(label, names) => {
		const known = codesIn(names).map((name) => labels.get(name.replace(/^.*\./, '')));
		expect(label.split(', ').slice(0, known.length)).toEqual(known);
	},
);

test('llms.txt calls each page by its title', () => {
	const links = [...textOfPage('scripts/docs/llms.head.md').matchAll(/\[(.+?)\]\((.+?)\):/g)];
	const headingOf = (page: string) => /^# .*/.exec(textOfPage(page))?.[0] ?? '';
	const wrong = links.filter(
		([, title = '', page = '']) =>
			title !== 'README' && !headingOf(page).toLowerCase().includes(title.toLowerCase()),
	);
	expect(links.length).toBeGreaterThan(10);
	expect(wrong.map(([link]) => link)).toEqual([]);
});
