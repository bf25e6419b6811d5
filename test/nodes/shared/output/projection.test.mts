import type { IDataObject, NodeParameterValueType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as ProjectionModule from '../../../../nodes/shared/output/projection';
import { built } from '../../../kit/built.mts';
import { itRefuses, TRIED } from '../../kit.mts';

const { projection } = built<typeof ProjectionModule>('shared/output/projection');

itRefuses('product', 'get', [
	{
		names: 'Output',
		parameters: { product: 5, output: TRIED },
		good: 'full',
		bad: ['none', 'all'],
	},
	{
		names: 'Output Fields',
		parameters: { product: 5, output: 'selected', outputFields: TRIED },
		good: 'id',
		bad: ['', ' , ', null, []],
	},
]);

describe('projection', () => {
	const selecting = (record: IDataObject, outputFields: unknown) =>
		projection({
			getNodeParameter: (name, fallback: NodeParameterValueType) =>
				({ output: 'selected', outputFields })[name] ?? fallback,
		})(record);

	it('has nested fields at their paths, also several of the same parent', () => {
		const record = { a: { b: { c: 1, d: 2 }, e: 3 } };
		expect(selecting(record, ['a.b.c', 'a.e'])).toEqual({ a: { b: { c: 1 }, e: 3 } });
	});

	it.each(['full', 'selected'])('keeps a field named like the prototype: %s', (output) => {
		const sent = '{"id":5,"__proto__":{"isAdmin":true},"constructor":1}';
		const given = {
			output,
			outputFields: ['__proto__', 'constructor', '__proto__.isAdmin', 'toString'],
		};
		const project = projection({
			getNodeParameter: (name, fallback: NodeParameterValueType) =>
				new Map<string, NodeParameterValueType>(Object.entries(given)).get(name) ?? fallback,
		});
		const item = project(JSON.parse(sent) as IDataObject);
		expect(JSON.stringify(item)).toBe(sent);
		expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
		expect(item.isAdmin).toBeUndefined();
		expect({}).not.toHaveProperty('isAdmin');
	});
});
