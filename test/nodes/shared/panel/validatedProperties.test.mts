import type { IExecuteSingleFunctions, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { assertNotRejected } from '../../../../nodes/shared/request/preSend';
import { locatorAsHref } from '../../../../nodes/shared/panel/locators';
import { inBody, inQuery } from '../../../../nodes/shared/panel/fields';
import { validatedProperties } from '../../../../nodes/shared/panel/validatedProperties';
import { toCommaText } from '../../../../nodes/shared/values/transform';
import { defined } from '../../../kit/defined.mts';

const limit: INodeProperties = {
	displayName: 'Amount',
	name: 'amount',
	type: 'number',
	default: 1,
};

const collection = (name: string, field: INodeProperties): INodeProperties => ({
	displayName: name,
	name,
	type: 'collection',
	default: {},
	options: [field],
});

/** Returns the request after the steps of a field, or throws what they refused. */
async function sent(field: INodeProperties, options: Partial<IHttpRequestOptions>) {
	const context = { getTimezone: () => 'UTC' } as IExecuteSingleFunctions;
	const request = { url: '/x', ...options };
	const validated = defined(validatedProperties([field])[0], 'the field');
	const [inner = validated] = (validated.options ?? []) as INodeProperties[];
	for (const step of inner.routing?.send?.preSend ?? []) await step.call(context, request);
	assertNotRejected(request);
	return request;
}

describe('a validated property', () => {
	it('is converted to its type', async () => {
		expect((await sent(inBody(limit), { body: { amount: '7' } })).body).toEqual({ amount: 7 });
		expect((await sent(inQuery(limit), { qs: { amount: '7' } })).qs).toEqual({ amount: 7 });
	});

	it('is converted to its type before its own step converts it', async () => {
		const raised = inBody(limit, (value) => Number(value) + Number(typeof value === 'number'));
		expect((await sent(raised, { body: { amount: '7' } })).body).toEqual({ amount: 8 });
	});

	it('that is optional is not sent without a value', async () => {
		for (const amount of [null, undefined, '', ' \u200B', []]) {
			expect((await sent(inBody(limit), { body: { amount } })).body).toEqual({});
		}
		const plans: INodeProperties = { ...limit, type: 'multiOptions' };
		expect((await sent(inBody(plans), { body: { amount: ' ; ' } })).body).toEqual({});
	});

	it('is left alone without routing, and when routing set no value', async () => {
		const note: INodeProperties = { ...limit, type: 'notice', required: true };
		expect(validatedProperties([note])).toEqual([note]);
		const required = inBody({ ...limit, required: true });
		expect(await sent(required, { body: { other: 1 } })).toMatchObject({ body: { other: 1 } });
		expect(await sent(required, {})).toEqual({ url: '/x' });
	});

	it('in the query is converted by its own step', async () => {
		const text: INodeProperties = { ...limit, type: 'string', default: '' };
		const joined = await sent(inQuery(text, toCommaText), { qs: { amount: ['a', 'b'] } });
		expect(joined.qs).toEqual({ amount: 'a,b' });
	});

	it('that is required, or a filter, is refused without a value', async () => {
		const required = inBody({ ...limit, required: true });
		await expect(sent(required, { body: { amount: null } })).rejects.toThrow('"Amount" is empty');
		const filter = collection('filters', inQuery(limit));
		for (const amount of [null, '', '\u200B', []]) {
			await expect(sent(filter, { qs: { amount } })).rejects.toThrow('"Amount" is empty');
		}
		const plan = collection('filters', inQuery({ ...limit, type: 'multiOptions' }));
		await expect(sent(plan, { qs: { amount: '[]' } })).rejects.toThrow('"Amount" is empty');
		const option = collection('options', inQuery(limit));
		expect((await sent(option, { qs: { amount: null } })).qs).toEqual({});
	});

	it('of text may be an array only if its own step joins that', async () => {
		const text: INodeProperties = { ...limit, type: 'string', default: '' };
		const joined = await sent(inBody(text, toCommaText), { body: { amount: ['a', 'b'] } });
		expect(joined.body).toEqual({ amount: 'a,b' });
		await expect(sent(inBody(text), { body: { amount: ['a'] } })).rejects.toThrow('is not a text');
	});

	it('gets no step when it is a required locator, whose own step refuses invalid values', () => {
		const steps = (field: INodeProperties) =>
			validatedProperties([field])[0]?.routing?.send?.preSend?.length;
		expect(steps(locatorAsHref('product', 'qs', { required: true }))).toBe(1);
		expect(steps(locatorAsHref('product', 'qs'))).toBe(2);
	});
});
