import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { assertNotRejected, preSend } from '../../../../nodes/shared/request/preSend';

const context = {} as IExecuteSingleFunctions;
const REFUSAL = new Error('The value is wrong');

const refusing = preSend(() => {
	throw REFUSAL;
});

async function refused(): Promise<IHttpRequestOptions> {
	return await refusing.call(context, { method: 'DELETE', url: '/videos/5' });
}

describe('a refused request', () => {
	it('fails with the error of the refusal', async () => {
		const options = await refused();
		expect(() => assertNotRejected(options)).toThrow(REFUSAL);
	});

	it('has an address to which nothing can be sent', async () => {
		expect((await refused()).url).not.toMatch(/^\//);
	});

	it('skips all further steps, and keeps its first refusal', async () => {
		const steps: string[] = [];
		const step = preSend((_, { url }) => void steps.push(url));
		const options = await step.call(context, await refused());
		expect(steps).toEqual([]);
		expect(() => assertNotRejected(options)).toThrow(REFUSAL);
	});
});

it('a request that no step has refused is changed and sent', async () => {
	const step = preSend((_, options) => void Object.assign(options, { url: '/videos/6' }));
	const options = await step.call(context, { url: '/videos/5' });
	expect(options.url).toBe('/videos/6');
	expect(() => assertNotRejected(options)).not.toThrow();
});
