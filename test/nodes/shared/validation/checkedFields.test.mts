import type { IExecuteSingleFunctions, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';

import type * as CheckedFields from '../../../../nodes/shared/validation/checkedFields';
import type * as RefusalModule from '../../../../nodes/shared/validation/refusal';
import { built } from '../../../kit/built.mts';

const { checkedFields } = built<typeof CheckedFields>('shared/validation/checkedFields');
const { throwRefusal } = built<typeof RefusalModule>('shared/validation/refusal');

const count: INodeProperties = {
	...{ displayName: 'Count', name: 'count', type: 'number', default: 1 },
	routing: { send: { type: 'query', property: 'count' } },
};
const group = (name: string): INodeProperties => ({
	...{ displayName: 'Group', name, type: 'collection', default: {}, options: [count] },
});

/** What is sent of a value, after the steps of the field, the first one or the first in a collection. */
async function sent(field: INodeProperties, value: unknown): Promise<unknown> {
	const [checked] = checkedFields([field]);
	const [inner] = (checked?.options ?? [checked]) as INodeProperties[];
	const options: IHttpRequestOptions = { url: '/', qs: { count: value as string } };
	for (const step of inner?.routing?.send?.preSend ?? []) {
		await step.call({} as IExecuteSingleFunctions, options);
	}
	throwRefusal(options);
	return options.qs;
}

it.each([count, group('options')])('a value is converted, or not set: %o', async (field) => {
	expect(await sent(field, '5')).toEqual({ count: 5 });
	expect(await sent(field, null)).toEqual({});
	await expect(sent(field, 'x')).rejects.toThrow('"Count" is not a whole number');
});

it.each([{ ...count, required: true }, group('filters')])('one is needed: %o', async (field) => {
	await expect(sent(field, null)).rejects.toThrow('"Count" is empty');
	await expect(sent(field, '')).rejects.toThrow('"Count" is empty');
});

it('a field that routing sends nothing of stays as it is', () => {
	const plain: INodeProperties = { ...count, routing: {} };
	expect(checkedFields([plain])).toEqual([plain]);
});
