import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { customerAsHref } from '../../../../nodes/shared/panel/customers';
import { transformStep } from '../../../../nodes/shared/panel/fields';

const context = { getTimezone: () => 'Europe/Oslo' } as IExecuteSingleFunctions;

it('transform sends nothing under the name of a value that it has merged into another', async () => {
	const merge = transformStep('qs', 'word', 'Word', (value, { values }) => {
		Object.assign(values, { merged: value });
		return undefined;
	});
	const qs: IDataObject = { word: 'hi' };
	await merge.call(context, { url: '/x', qs });
	expect(Object.entries(qs)).toEqual([['merged', 'hi']]);
});

it('customerAsHref adds the customer to the other values of the body', async () => {
	const [step] = customerAsHref('body').routing?.send?.preSend ?? [];
	const getNodeParameter = () => '5';
	const ofCustomer = { ...context, getNodeParameter } as unknown as IExecuteSingleFunctions;
	const options = { url: '/comments', baseURL: 'https://svc.test', body: { content: 'Hi' } };
	await step?.call(ofCustomer, options);
	expect(options.body).toEqual({ content: 'Hi', customer: 'https://svc.test/customers/5' });
});
