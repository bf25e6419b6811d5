import { createRequire } from 'node:module';
import type { INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';

import type * as Join from '../../../../nodes/shared/fields/join';

const { joinFields }: typeof Join = createRequire(import.meta.url)(
	'../../../../dist/nodes/shared/fields/join.js',
);

function field(
	operation: string,
	name: string,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	return {
		displayName: name,
		name,
		type: 'resourceLocator',
		default: '',
		displayOptions: { show: { operation: [operation] } },
		...more,
	};
}

const shown = (fields: INodeProperties[], operation: string) =>
	fields
		.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes(operation))
		.map(({ name }) => name);

it('has a field that operations share once, and the fields of each operation in its order', () => {
	const joined = joinFields(
		[field('create', 'email', { type: 'string' }), field('create', 'product')],
		[field('get', 'customer'), field('get', 'simplify', { type: 'boolean' })],
		[
			field('grant', 'customer'),
			field('grant', 'product'),
			field('grant', 'options', { type: 'collection' }),
		],
		[field('list', 'product'), field('list', 'customer')],
	);
	// The list shows the customer after the product: that is a place of its own.
	expect(joined.map(({ name }) => name).sort()).toEqual([
		'customer',
		'customer',
		'email',
		'options',
		'product',
		'simplify',
	]);
	expect(shown(joined, 'create')).toEqual(['email', 'product']);
	expect(shown(joined, 'get')).toEqual(['customer', 'simplify']);
	expect(shown(joined, 'grant')).toEqual(['customer', 'product', 'options']);
	expect(shown(joined, 'list')).toEqual(['product', 'customer']);
});

it.for([
	['a description', { description: 'Another' }],
	['another condition', { displayOptions: { show: { operation: ['get'], source: ['customer'] } } }],
	['a routing, whose functions cannot be compared', { routing: { send: { preSend: [] } } }],
	['another type', { type: 'string' }],
	['options, which may have routing', { options: [] }],
] as const)('keeps both when they differ by %s', ([, more]) => {
	const other = field('get', 'customer', structuredClone(more) as Partial<INodeProperties>);
	expect(joinFields([field('update', 'customer')], [other])).toHaveLength(2);
});
