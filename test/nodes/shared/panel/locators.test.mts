import type { IExecuteSingleFunctions, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { customerAsHref } from '../../../../nodes/shared/panel/customers';
import { locator, locatorAsHref, withoutList } from '../../../../nodes/shared/panel/locators';
import type { ResourceName } from '../../../../nodes/shared/ids/resources';

const EMAIL = {
	displayName: 'By Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. ada@example.com',
	hint: 'The exact address. Case doesn’t matter.',
};

const listOf = (searchListMethod: string, placeholder: string) => ({
	displayName: 'From List',
	name: 'list',
	type: 'list',
	placeholder,
	typeOptions: { searchListMethod, searchable: true },
});

const ID = { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 12345' };

const urlOf = (segment: string, name: string) => ({
	displayName: 'By URL',
	name: 'url',
	type: 'string',
	placeholder: `e.g. https://api.example.com/${segment}/12345`,
	hint: `The URL of the ${name}, for example href from another node`,
});

describe('a locator', () => {
	it.each<[ResourceName, string, object[]]>([
		[
			'customer',
			'email',
			[
				EMAIL,
				listOf('searchCustomers', 'Select a customer...'),
				ID,
				urlOf('customers', 'customer'),
			],
		],
		[
			'product',
			'list',
			[listOf('searchProducts', 'Select a product...'), ID, urlOf('products', 'product')],
		],
		['item', 'list', [listOf('searchItems', 'Select an item...'), ID, urlOf('items', 'item')]],
		['file', 'id', [ID, urlOf('files', 'file')]],
	])('for a %s begins with the mode %s', (kind, first, modes) => {
		expect(locator(kind).modes).toEqual(modes);
		expect(locator(kind).default).toEqual({ mode: first, value: '' });
	});

	it.each<[ResourceName, string]>([
		['customer', 'The customer, by email address, ID or URL'],
		['liveEvent', 'The live event, by ID or URL'],
	])('for a %s says how the resource can be chosen', (kind, description) => {
		expect(locator(kind).description).toBe(description);
	});

	it('without a list begins with the mode By ID', () => {
		const { default: first, modes } = withoutList(locator('product'));
		expect(first).toEqual({ mode: 'id', value: '' });
		expect(modes).toEqual([ID, urlOf('products', 'product')]);
	});

	it('that is required has a hint for the workflow builder of n8n', () => {
		const hint = { propertyHint: 'Required: say which product' };
		expect(locator('product', { required: true }).builderHint).toEqual(hint);
		expect(locator('product')).not.toHaveProperty('builderHint');
	});

	it.each<[string, INodeProperties, string]>([
		['product in the query', locatorAsHref('product', 'qs'), 'query'],
		['product in the body', locatorAsHref('product', 'body'), 'body'],
		['customer in the query', customerAsHref('qs'), 'query'],
		['customer in the body', customerAsHref('body'), 'body'],
	])('for a %s is sent under its name', (_, field, type) => {
		expect(field.routing?.send).toMatchObject({ type, property: field.name });
	});

	it.each(['qs', 'body'] as const)('for a product is sent as its href in %s', async (place) => {
		const field = locatorAsHref('product', place);
		const options: IHttpRequestOptions = {
			url: '/x',
			baseURL: 'https://api.example.com',
			[place]: { product: { __rl: true, mode: 'id', value: '7' } },
		};
		const context = { getTimezone: () => 'UTC' } as IExecuteSingleFunctions;
		for (const step of field.routing?.send?.preSend ?? []) await step.call(context, options);
		expect(options[place]).toEqual({ product: 'https://api.example.com/products/7' });
	});
});
