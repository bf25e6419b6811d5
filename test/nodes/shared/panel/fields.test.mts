import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { customerAsHref } from '../../../../nodes/shared/panel/customers';
import { transformStep } from '../../../../nodes/shared/panel/fields';
import { refusalForAgents } from '../../../../nodes/shared/panel/notices';
import { assertNotRefused } from '../../../../nodes/shared/run/preSend';

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
