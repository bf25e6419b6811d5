import type { INodeType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	choicesOf,
	type DescribedOperation,
	parametersIn,
	urlsOf,
} from '../../scripts/lib/descriptions.mts';

/** Words that a label writes small, unless they begin it. */
const SMALL_WORDS = [
	'a',
	'an',
	'and',
	'as',
	'by',
	'for',
	'from',
	'if',
	'in',
	'of',
	'on',
	'or',
	'per',
	'the',
	'to',
];

/** The most characters of a hint, by n8n's newer lint. */
const MAX_HINT = 120;

const isTitleCase = (label: string) =>
	label
		.split(/[ /]/)
		.every((word, index) => /^[^a-z]/.test(word) || (index > 0 && SMALL_WORDS.includes(word)));

/**
 * Expects of nodes what n8n's lint finds only in literals: labels in title case, a test for the API key, and no expression in
 * a path, which n8n would not encode.
 */
export function itIsDescribedInFull(
	nodes: Array<[name: string, type: INodeType]>,
	guarded: DescribedOperation[],
): void {
	describe.each(nodes)('the description of %s', (_, { description, methods }) => {
		it('has labels in title case', () => {
			const fields = description.properties.flatMap((field) => parametersIn(field));
			const labels = fields.flatMap(({ field }) =>
				field.type === 'notice' ? [] : field.displayName,
			);
			const others = labels.filter((label) => !isTitleCase(label));
			expect(others, 'Write these labels as in "Page Size"').toEqual([]);
		});

		it('has short hints, and no two choices of a field with one label', () => {
			const fields = description.properties.flatMap((one) => parametersIn(one));
			const hints = fields.flatMap(({ field }) => field.hint ?? []);
			expect(hints.filter((hint) => hint.length > MAX_HINT)).toEqual([]);
			const repeated = fields.filter(({ field }) => {
				const labels = choicesOf(field).map(({ name }) => name);
				return new Set(labels).size < labels.length;
			});
			expect(repeated.map(({ path }) => path.join('.'))).toEqual([]);
		});

		it('has the method that tests each of its credentials', () => {
			const tests = (description.credentials ?? []).flatMap(({ testedBy }) => testedBy ?? []);
			const known = Object.keys(methods?.credentialTest ?? {});
			expect(
				tests.filter((name) => !known.includes(String(name))),
				'See methods of another node',
			).toEqual([]);
		});
	});

	it.each(guarded.map((operation) => [operation.name, operation] as const))(
		'the path of %s has no expression, but names of fields such as :video',
		(_, operation) => {
			expect(operation.option.routing?.request?.url).toBeDefined();
			for (const url of urlsOf(operation)) expect(url).toMatch(/^(\/(:[a-zA-Z]+|[a-z_]+))+$/);
		},
	);
}
