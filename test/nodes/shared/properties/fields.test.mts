import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { authenticationField } from '../../../../nodes/shared/properties/authentication';
import {
	assertBrake,
	brakeExceeded,
	type BrakeWords,
	safetyFields,
} from '../../../../nodes/shared/properties/brake';
import { countryFields, filingFields } from '../../../../nodes/shared/properties/content';
import { customerStatusOptions } from '../../../../nodes/shared/properties/customers';
import { sortingField } from '../../../../nodes/shared/properties/lists';
import { locatorInPath } from '../../../../nodes/shared/properties/locators';
import { planFilter, plansField } from '../../../../nodes/shared/properties/plans';
import { apiName, textField } from '../../../../nodes/shared/properties/routing';
import { inMinutes, timeoutField, timeoutOf } from '../../../../nodes/shared/properties/timeout';
import { choicesOf, fieldsWithin } from '../../../../scripts/lib/descriptions.mts';
import { customerStatuses, plans } from '../../../../service/contract/values.mts';

/** Where a field is sent, and how many steps change its value. */
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
	])('$name is sent in its place under its name', (field, ...expected) => {
		expect(sending(field)).toEqual(expected);
	});

	it('of countries, an ID and tags has a name of its own, and lists are joined', () => {
		expect([...countryFields(), ...filingFields()].map(sending)).toEqual([
			['body', 'geo_available', 1],
			['body', 'geo_unavailable', 1],
			['body', 'media_id', 0],
			['body', 'tags', 1],
		]);
	});

	it('Sort is sent in the query, with its newest records first unless another is chosen', () => {
		const [sort] = fieldsWithin(sortingField([{ name: 'Newest', value: 'newest' }]));
		expect(sort).toMatchObject({ name: 'sort', default: 'newest' });
		expect(sort && sending(sort)).toEqual(['query', 'sort', 0]);
	});

	it('Plan has every plan, and a status its own name', () => {
		expect(
			choicesOf(planFilter())
				.map(({ value }) => value)
				.toSorted(),
		).toEqual(plans.toSorted());
		const statuses = customerStatusOptions();
		expect(statuses.map(({ value }) => value)).toEqual(customerStatuses.toSorted());
		for (const { name, value } of statuses) expect(name.toLowerCase()).toBe(value);
	});

	it('for a record in the path is required, and Authentication an API key at first', () => {
		expect(locatorInPath('product')).toMatchObject({ required: true });
		expect(authenticationField().default).toBe('apiKey');
	});

	it('is named in words joined with _ for the service', () => {
		expect(apiName('stopIfMoreThanAmount')).toBe('stop_if_more_than_amount');
	});
});

describe('Timeout', () => {
	const read = (value: unknown) => () => {
		const context = { getNodeParameter: () => value };
		return timeoutOf(context as unknown as IExecuteSingleFunctions);
	};

	it('is in minutes, above 0, and required', () => {
		expect([1, '0.5'].map((value) => read(value)())).toEqual([60_000, 30_000]);
		for (const value of [0, -1, '', null]) expect(read(value)).toThrow('not a number above 0');
		expect(timeoutField(60, '')).toMatchObject({ default: 60, required: true });
	});

	it('is told in the singular where it is one', () => {
		expect([60_000, 90_000].map(inMinutes)).toEqual(['1 minute', '1.5 minutes']);
	});
});

describe('Stop If More Than', () => {
	const words: BrakeWords = {
		unit: 'items',
		singular: 'item',
		loss: 'would be lost',
		look: 'which',
		ifRefused: 'Nothing was lost',
		percentOf: 'Of all',
		description: 'A brake',
	};

	it('is 10 percent with Dry Run on in a new node, and may be 0', () => {
		const fields = safetyFields(words).map(({ name, default: value }) => [name, value]);
		expect(fields).toEqual([
			['dryRun', true],
			['stopIfMoreThanAmount', 10],
			['stopIfMoreThanUnit', 'percent'],
		]);
		expect(safetyFields(words)[1]?.typeOptions?.minValue).toBe(0);
	});

	it.each([
		[{ amount: 2, isPercent: false }, 2, 9, undefined],
		[{ amount: 2, isPercent: false }, 3, 9, '3 of 9 items would be lost, more than 2'],
		[{ amount: 0, isPercent: false }, 1, undefined, '1 item would be lost, more than 0'],
		[{ amount: 10, isPercent: true }, 2, 20, undefined],
		[{ amount: 10, isPercent: true }, 3, 20, '3 of 20 items would be lost, more than 10 %'],
		[{ amount: 99, isPercent: true }, 4, 4, '4 of 4 items would be lost, more than 99 %'],
		[{ amount: 50, isPercent: true }, 5, 4, '5 items would be lost, more than 50 %'],
	])('%j, of %d losses among %d, says %j', (limit, losses, total, said) => {
		const error = brakeExceeded(words, limit, losses, total);
		expect(error?.message).toBe(said && `Stopped: ${said}`);
	});

	it('stops a run, and is a note of a dry run', () => {
		const limit = { amount: 0, isPercent: false };
		expect(() => assertBrake(words, { limit, isDry: false }, 1, 4)).toThrow('Stopped: 1 of 4');
		expect(assertBrake(words, { limit, isDry: true }, 1, 4)).toHaveLength(1);
		expect(assertBrake(words, { limit, isDry: false }, 0, 4)).toEqual([]);
	});
});
