import { describe, expect, it } from 'vitest';

import {
	choicesOf,
	fieldsWithin,
	operations,
	type DescribedOperation,
	parametersOf,
} from '../../../../scripts/lib/descriptions.mts';
import { outputFieldsOf } from '../../../../scripts/schemas/files.mts';
import { itHasTheFieldsOfLists } from '../../../guards/lists.mts';

/** The panels of all operations, in which the shared properties are tested. */
const panels = operations.map((operation) => [operation.name, operation] as const);
const lists = panels.filter(([, { fields }]) => fields.some(({ name }) => name === 'returnAll'));

itHasTheFieldsOfLists(operations);

describe('the panel of a list', () => {
	it('is the only one with the option Page', () => {
		const paged = panels.filter(([, operation]) =>
			parametersOf(operation).some(({ path }) => path.join('.') === 'options.page'),
		);
		expect(paged.map(([name]) => name)).toEqual(lists.map(([name]) => name));
	});

	it('exists for every operation that lists records', () => {
		const named = panels.filter(([name]) => /\.get(Many|All)$/.test(name));
		expect(lists.map(([name]) => name)).toEqual(
			expect.arrayContaining(named.map(([name]) => name)),
		);
	});
});

const choicesIn = (operation: DescribedOperation) =>
	parametersOf(operation).filter(({ field }) => field.type === 'options');

describe('the panel', () => {
	it.each(panels)('of %s offers the default of each choice', (_, operation) => {
		const choices = choicesIn(operation);
		const wrong = choices.filter(
			({ field }) => !choicesOf(field).some(({ value }) => value === field.default),
		);
		expect(wrong.map(({ path }) => path.join('.'))).toEqual([]);
	});

	it.each(panels)('of %s ends its options with the settings of the request', (_, { fields }) => {
		const options = fields.find(({ name }) => name === 'options');
		const names = options ? fieldsWithin(options).map(({ name }) => name) : [];
		expect(names.slice(-2)).toEqual(['clientIp', 'onBehalfOfCustomer']);
	});

	it.each(panels)(
		'of %s says that Raw lacks what it tells, if it tells anything',
		(name, { fields }) => {
			const has = (field: string) => fields.some((shown) => shown.name === field);
			const isTelling = outputFieldsOf(name).some((field) =>
				['outcome', 'hasAccess'].includes(field),
			);
			const output = fields.find((shown) => shown.name === 'output');
			const hasRaw = output !== undefined && choicesOf(output).some(({ value }) => value === 'raw');
			expect(has('rawNotice')).toBe(hasRaw && isTelling);
		},
	);

	it.each(panels)('of %s shows a column as the title of each collapsed row', (_, operation) => {
		const groups = parametersOf(operation).filter(
			({ field }) => field.type === 'fixedCollection' && field.typeOptions?.multipleValues,
		);
		const untitled = groups.filter(({ field }) => {
			const title = String(field.typeOptions?.fixedCollection?.itemTitle);
			return !fieldsWithin(field).some(
				({ name }) => `={{ $collection.item.value.${name} }}` === title,
			);
		});
		expect(untitled.map(({ path }) => path.join('.'))).toEqual([]);
	});
});

it('no two choices of a field have the same label or value, whatever the case', () => {
	for (const { field } of operations.flatMap(parametersOf)) {
		const choices = choicesOf(field);
		for (const { name, value } of choices) {
			const text = name.toLowerCase();
			const rest = choices.filter((choice) => choice.value !== value);
			const names = rest.flatMap((choice) => [choice.name, String(choice.value)]);
			expect(names.map((other) => other.toLowerCase())).not.toContain(text);
		}
	}
});
