import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { authenticationField } from '../../../../nodes/shared/panel/authentication';
import {
	countryFields,
	filingFields,
	planFilter,
	plansField,
} from '../../../../nodes/shared/panel/content';
import { customerAsHref } from '../../../../nodes/shared/panel/customers';
import { customerStatusOptions } from '../../../../nodes/shared/panel/customerStatus';
import {
	apiName,
	switchField,
	textField,
	titledRows,
	transformStep,
} from '../../../../nodes/shared/panel/fields';
import { sortingField } from '../../../../nodes/shared/panel/listFields';
import { locatorInPath } from '../../../../nodes/shared/panel/locators';
import { notice, refusalForAgents } from '../../../../nodes/shared/panel/notices';
import { outputUnchangedField } from '../../../../nodes/shared/panel/runOptions';
import { assertNotRefused } from '../../../../nodes/shared/run/preSend';
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
		[textField('Text', 'someLongName', ''), 'body', 'some_long_name', 1],
	])('$name is sent in its part of the request under its name', (field, ...expected) => {
		expect(sending(field)).toEqual(expected);
	});

	it('for countries, an ID or tags has the prefix of its topic, and joins a list', () => {
		const fields = [...countryFields(), ...filingFields(), ...filingFields('Filing: ')];
		expect(fields.map((field) => [field.displayName, ...sending(field)])).toEqual([
			['Geo Available', 'body', 'geo_available', 1],
			['Geo Unavailable', 'body', 'geo_unavailable', 1],
			['Media ID', 'body', 'media_id', 1],
			['Tags', 'body', 'tags', 1],
			['Filing: Media ID', 'body', 'media_id', 1],
			['Filing: Tags', 'body', 'tags', 1],
		]);
		expect(fields.slice(0, 4).map(({ description }) => description)).toEqual([
			'The countries where viewers can watch: two-letter codes, separated by commas',
			'The countries where viewers cannot watch: two-letter codes, separated by commas',
			'An identifier of your own',
			'Tags, separated by commas',
		]);
		expect(fields[0]?.placeholder).toBe('e.g. US,CA');
	});

	it('of text, a switch and a notice has its type, and a default that sends nothing by mistake', () => {
		expect(textField('Name', 'name', 'The name', { placeholder: 'e.g. Ada' })).toMatchObject({
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			description: 'The name',
			placeholder: 'e.g. Ada',
		});
		expect(switchField('Free', 'free', 'Whether it is free')).toEqual({
			displayName: 'Free',
			name: 'free',
			type: 'boolean',
			default: true,
			description: 'Whether it is free',
		});
		expect(notice('hint', 'Mind this.')).toEqual({
			displayName: 'Mind this.',
			name: 'hint',
			type: 'notice',
			default: '',
		});
	});

	it('named Output Unchanged is off by default', () => {
		expect(outputUnchangedField('items')).toMatchObject({ type: 'boolean', default: false });
	});

	it('with rows takes several, titled by a column', () => {
		expect(titledRows('key')).toEqual({
			multipleValues: true,
			fixedCollection: { itemTitle: '={{ $collection.item.value.key }}' },
		});
	});

	it('named Sort is sent in the query, and begins with the newest records by default', () => {
		const sorting = sortingField([{ name: 'Newest', value: 'newest' }]);
		expect(sorting).toMatchObject({
			displayName: 'Sorting',
			name: 'sorting',
			type: 'collection',
			placeholder: 'Add Sorting',
			default: {},
		});
		const [sort] = fieldsWithin(sorting);
		expect(sort).toMatchObject({
			displayName: 'Sort',
			name: 'sort',
			type: 'options',
			default: 'newest',
			description: 'The order of the records',
		});
		expect(sort && sending(sort)).toEqual(['query', 'sort', 0]);
	});

	it('named Plan offers every plan, and one for the status every status by its name', () => {
		expect(planFilter()).toMatchObject({
			displayName: 'Plan',
			name: 'plan',
			type: 'multiOptions',
			default: [],
			description:
				'Only content whose plan is one of these. Paying customers can also watch free and public content.',
		});
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
			type: 'options',
			options: [
				{ name: 'API Key', value: 'apiKey' },
				{ name: 'OAuth2', value: 'oAuth2' },
			],
			default: 'apiKey',
		});
	});

	it('has a name of the API in snake case', () => {
		expect(apiName('stopIfMoreThan')).toBe('stop_if_more_than');
	});
});

const context = { getTimezone: () => 'Europe/Oslo' } as IExecuteSingleFunctions;

describe('transform', () => {
	const shout = transformStep('body', 'word', 'Word', (value, { label, timezone, baseUrl }) =>
		[value, label, timezone, baseUrl].join(' '),
	);

	it('converts the value that routing has put into the request, and passes the context', async () => {
		const body: IDataObject = { word: 'hi', other: 1 };
		await shout.call(context, { url: '/x', baseURL: 'https://a.test', body });
		expect(body).toEqual({ word: 'hi Word Europe/Oslo https://a.test', other: 1 });
	});

	it.each([
		['without a body', undefined],
		['with a text as body', 'word'],
		['without the value', { other: 1 }],
	])('leaves a request %s alone', async (_, body) => {
		const options = { url: '/x', body };
		await shout.call(context, options);
		assertNotRefused(options);
		expect(options).toEqual({ url: '/x', body });
	});

	it('sends nothing under the name of a value that its transform has merged into another', async () => {
		const merge = transformStep('qs', 'word', 'Word', (value, { values }) => {
			Object.assign(values, { merged: value });
			return undefined;
		});
		const qs: IDataObject = { word: 'hi' };
		await merge.call(context, { url: '/x', qs });
		expect(Object.entries(qs)).toEqual([['merged', 'hi']]);
	});
});

it('customerAsHref adds the customer to the other values of the body', async () => {
	const [step] = customerAsHref('body').routing?.send?.preSend ?? [];
	const getNodeParameter = () => '5';
	const ofCustomer = { ...context, getNodeParameter } as unknown as IExecuteSingleFunctions;
	const options = { url: '/comments', baseURL: 'https://svc.test', body: { content: 'Hi' } };
	await step?.call(ofCustomer, options);
	expect(options.body).toEqual({ content: 'Hi', customer: 'https://svc.test/customers/5' });
});

it('refusalForAgents shows its notice to agents only, and refuses their requests', async () => {
	const field = refusalForAgents('noAgents', 'Agents cannot do this', 'Use a workflow.');
	expect(field).toMatchObject({
		displayName: 'Agents cannot do this.',
		name: 'noAgents',
		type: 'notice',
		displayOptions: { show: { '@tool': [true] } },
	});
	const [refuse] = field.routing?.send?.preSend ?? [];
	await expect(refuse?.call(context, { url: '/x' })).rejects.toMatchObject({
		message: 'Agents cannot do this',
		description: 'Use a workflow.',
	});
});
