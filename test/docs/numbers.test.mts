// Every number in a page is the code's (scripts/docs/numbers.mts), or a fact below. Those of an example are its own.
import { describe, expect, test } from 'vitest';

import { sentencesIn } from '../../scripts/docs/numbers.mts';
import { exampleNames, readExample } from '../../scripts/lib/examples.mts';
import { numbersIn, strangeNumbers } from '../examples/numbers.mts';
import { FACTS, inOneLine } from './facts.mts';
import { PAGES, proseOf, textOfPage } from './pages.mts';

const ALL_FACTS = Object.values(FACTS).flat();

const REMEDY =
	'Add the sentence to scripts/docs/numbers.mts with the value of the code, or here with the reason why no code has it';

test.each(PAGES.filter((name) => name !== 'examples/README.md'))(
	'every number in %s is one of the code, or a fact with a reason',
	(name) => {
		const page = inOneLine(proseOf(name));
		expect(numbersIn(page, [...sentencesIn(page), ...ALL_FACTS]), REMEDY).toEqual([]);
	},
);

test('every fact stands in a page', () => {
	const text = inOneLine(PAGES.map(proseOf).join('\n'));
	expect(ALL_FACTS.filter((fact) => !text.includes(fact))).toEqual([]);
});

describe('examples/README.md', () => {
	const [head = '', ...sections] = textOfPage('examples/README.md').split(/^(?=## .*\n\n\[)/m);

	test('has no number of its own in what all examples share', () => {
		const titles = exampleNames.map((name) => readExample(name).name);
		expect(numbersIn(head.replaceAll(/\]\(.*?\)/g, ']'), [...titles, ...ALL_FACTS])).toEqual([]);
	});

	test.each(exampleNames)('has no number about %s but its own', (name) => {
		const section = sections.find((one) => one.includes(`](${name}.json)`)) ?? '';
		expect(section).not.toBe('');
		expect(strangeNumbers(name, section.replaceAll(/\]\(.*?\)/g, ']'), ALL_FACTS)).toEqual([]);
	});
});
