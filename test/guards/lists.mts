import { describe, expect, it } from 'vitest';

import { type DescribedOperation, fieldsWithin } from '../../scripts/lib/descriptions.mts';
import { nodeTypeOf } from '../kit/engine.mts';

/** Expects that a list has the fields for its range, and its node the hint about a list that was cut. */
export function itHasTheFieldsOfLists(guarded: DescribedOperation[]): void {
	const lists = guarded
		.filter(({ fields }) => fields.some(({ name }) => name === 'returnAll'))
		.map((operation) => [operation.name, operation] as const);
	if (lists.length === 0) return;
	describe('the panel of a list', () => {
		it.each(lists)(
			'%s shows Limit only without Return All, which is off by default',
			(_, { fields }) => {
				const fieldOf = (name: string) => fields.find((field) => field.name === name);
				expect(fieldOf('returnAll')).toMatchObject({ type: 'boolean', default: false });
				expect(fieldOf('limit')?.displayOptions?.show).toMatchObject({ returnAll: [false] });
				expect(fieldOf('limit')).toMatchObject({ default: 50, typeOptions: { minValue: 1 } });
			},
		);

		it.each(lists)(
			'%s has the options Page and Page Size, by default 1 and 50',
			(_, { fields }) => {
				const options = fieldsWithin(fields.find(({ name }) => name === 'options') ?? fields[0]!);
				const shown = options.map(({ name, default: value, typeOptions }) => [
					name,
					value,
					typeOptions?.minValue,
				]);
				expect(shown, 'Export `listOptions` as `options`').toContainEqual(['page', 1, 1]);
				expect(shown).toContainEqual(['perPage', 50, 1]);
			},
		);

		it.each(lists)('%s has a node with the hint about Limit', (_, { node }) => {
			const { hints = [] } = nodeTypeOf(node).description;
			expect(JSON.stringify(hints), 'Add limitHint() to the hints').toContain('Limit');
		});
	});
}
