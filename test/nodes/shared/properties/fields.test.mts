import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { authenticationField } from '../../../../nodes/shared/properties/authentication';
import { countryFields, filingFields } from '../../../../nodes/shared/properties/content';
import { customerStatusOptions } from '../../../../nodes/shared/properties/customers';
import { sortingField } from '../../../../nodes/shared/properties/lists';
import { locatorInPath } from '../../../../nodes/shared/properties/locators';
import { planFilter, plansField } from '../../../../nodes/shared/properties/plans';
import { apiName, textField } from '../../../../nodes/shared/properties/routing';
import { inMinutes, timeoutField, timeoutOf } from '../../../../nodes/shared/properties/timeout';
import { choicesOf, fieldsWithin } from '../../../../scripts/lib/descriptions.mts';
import { customerStatuses, plans } from '../../../../service/contract/values.mts';

/** The part of the request, the name and the number of steps of a field. */
const sending = ({ routing }: INodeProperties) => [
	routing?.send?.type,
	routing?.send?.property,
	[routing?.send?.preSend ?? []].flat().length,
];

describe('a shared field', () => {
	it.each<[INodeProperties, string, string, number]>([
		[plansField(), 'body', 'plans', 0],
		[planFilter(), 'query', 'plan', 1],
		[textField('Text', 'someLongName', ''), 'body', 'some_long_name', 0],
	])('$name is sent in its part of the request under its name', (field, ...expected) => {
		expect(sending(field)).toEqual(expected);
	});

	it('for countries, an ID or tags has the prefix of its theme, and joins a list', () => {
		const fields = [...countryFields(), ...filingFields(), ...filingFields('Filing: ')];
		expect(fields.map((field) => [field.displayName, ...sending(field)])).toEqual([
			['Geo Available', 'body', 'geo_available', 1],
			['Geo Unavailable', 'body', 'geo_unavailable', 1],
			['Media ID', 'body', 'media_id', 0],
			['Tags', 'body', 'tags', 1],
			['Filing: Media ID', 'body', 'media_id', 0],
			['Filing: Tags', 'body', 'tags', 1],
		]);
		expect(filingFields()[1]?.description).toBe('Tags, separated by commas');
	});

	it('named Sort is sent in the query, and begins with the newest records by default', () => {
		const sorting = sortingField([{ name: 'Newest', value: 'newest' }]);
		expect(sorting).toMatchObject({ name: 'sorting', placeholder: 'Add Sorting' });
		const [sort] = fieldsWithin(sorting);
		expect(sort).toMatchObject({ name: 'sort', default: 'newest' });
		expect(sort && sending(sort)).toEqual(['query', 'sort', 0]);
	});

	it('named Plan offers every plan, and one for the status every status by its name', () => {
		expect(planFilter()).toMatchObject({ displayName: 'Plan', type: 'multiOptions' });
		expect(
			choicesOf(planFilter())
				.map(({ value }) => value)
				.toSorted(),
		).toEqual(plans.toSorted());
		const statuses = customerStatusOptions();
		expect(statuses.map(({ value }) => value)).toEqual(customerStatuses.toSorted());
		for (const { name, value } of statuses) expect(name.toLowerCase()).toBe(value);
	});

	it('for a record in the path is required, and Authentication begins with API Key', () => {
		expect(locatorInPath('product')).toMatchObject({ required: true });
		expect(authenticationField()).toMatchObject({
			displayName: 'Authentication',
			name: 'authentication',
			options: [
				{ name: 'API Key', value: 'apiKey' },
				{ name: 'OAuth2', value: 'oAuth2' },
			],
			default: 'apiKey',
		});
	});

	it('has a name of the API in snake case', () => {
		expect(apiName('stopIfMoreThanAmount')).toBe('stop_if_more_than_amount');
	});
});

describe('Timeout (Minutes)', () => {
	const read = (value: unknown) => () => {
		const context = { getNodeParameter: () => value };
		return timeoutOf(context as unknown as IExecuteSingleFunctions);
	};

	it('is a required number above 0, and read in milliseconds', () => {
		expect([1, '0.5'].map((value) => read(value)())).toEqual([60_000, 30_000]);
		for (const value of [0, -1, '', null, 'soon'])
			expect(read(value)).toThrow('not a number above 0');
		expect(timeoutField(60, '')).toMatchObject({ default: 60, required: true });
	});

	it('is formatted with its unit in singular or plural', () => {
		expect([60_000, 90_000].map(inMinutes)).toEqual(['1 minute', '1.5 minutes']);
	});
});
