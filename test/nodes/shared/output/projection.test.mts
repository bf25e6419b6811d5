import type { IDataObject, NodeParameterValueType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as ProjectionModule from '../../../../nodes/shared/output/projection';
import { built } from '../../../kit/built.mts';
import { BASE_URL, itRefuses, itSends, page, TRIED } from '../../kit.mts';

const { projection } = built<typeof ProjectionModule>('shared/output/projection');

const raw = {
	_links: { self: { href: `${BASE_URL}/products/5` }, customers: { href: null } },
	_embedded: { extra: [{ _links: { self: { href: 'y' } }, id: 1 }] },
	id: 5,
	name: 'All Access',
};
const simple = { href: `${BASE_URL}/products/5`, id: 5, name: 'All Access' };

itSends('product', 'get', {
	simplified: {
		parameters: { product: '5' },
		sends: [{ method: 'GET', path: '/products/5' }],
		answer: raw,
		gives: [simple],
	},
	'the named fields of the simplified or the full record': {
		parameters: {
			product: '5',
			output: 'selected',
			outputFields: 'name, href,links.customers,nothing',
		},
		sends: [{ method: 'GET', path: '/products/5' }],
		answer: raw,
		gives: [
			{ id: 5, name: 'All Access', href: `${BASE_URL}/products/5`, links: { customers: null } },
		],
	},
	'a field with a dot in its name, and the own href of a record instead of its link': {
		parameters: { product: '5', output: 'selected', outputFields: 'price.note,href' },
		sends: [{ method: 'GET', path: '/products/5' }],
		answer: { ...raw, 'price.note': 'yearly', href: 'own', price: { note: 'nested' } },
		gives: [{ id: 5, 'price.note': 'yearly', href: 'own' }],
	},
	'the chosen fields and the id': {
		parameters: { product: '5', output: 'selected', outputFields: 'EXTRA;' },
		sends: [{ method: 'GET', path: '/products/5' }],
		answer: raw,
		gives: [{ id: 5, extra: [{ href: 'y', id: 1 }] }],
	},
});

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

itSends('product', 'getAll', {
	'simplified records of a list': {
		parameters: { limit: 10 },
		sends: [{ method: 'GET', path: '/products', query: { page: '1', per_page: '10' } }],
		answer: page('products', [raw]),
		gives: [simple],
	},
});

itRefuses('product', 'getAll', [
	{ names: 'Limit', parameters: { limit: TRIED }, good: '2', bad: [0, -1, 1.5, 'many'] },
	{ names: 'Page', parameters: { options: { page: TRIED } }, good: 1, bad: [0, 'two'] },
	{ names: 'Page Size', parameters: { options: { perPage: TRIED } }, good: 1, bad: [0, 2.5] },
]);

describe('projection', () => {
	const selecting = (record: IDataObject, outputFields: unknown) =>
		projection({
			getNodeParameter: (name, fallback: NodeParameterValueType) =>
				({ output: 'selected', outputFields })[name] ?? fallback,
		})(record);

	it('is the simplified record when no Output is chosen', () => {
		const project = projection(
			{ getNodeParameter: (_, fallback: NodeParameterValueType) => fallback },
			'product',
		);
		expect(project({ ...raw, unknown: 1 })).toEqual(simple);
	});

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

	it('refuses Output Fields that are missing', () => {
		expect(() => selecting({}, null)).toThrow('"Output Fields" is empty');
	});
});
