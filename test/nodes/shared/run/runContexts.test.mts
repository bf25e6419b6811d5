import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as RunContexts from '../../../../nodes/shared/run/runContexts';
import { built } from '../../../kit/built.mts';
import { Replies } from '../../../kit/replies.mts';
import { runContext } from '../../../kit/runContext.mts';

const { clientOfRun, contextsOf } = built<typeof RunContexts>('shared/run/runContexts');

describe('clientOfRun', () => {
	/** Returns what is sent of the connection with these Request Options. */
	async function connection(settings: IDataObject) {
		const service = new Replies();
		service.add({ status: 200 });
		const context = Object.assign(service.context(), {
			getNodeParameter: (name: string) => (name === 'requestOptions' ? settings : 'apiKey'),
			getCredentials: async () => ({ baseUrl: 'https://service.test/api' }),
		});
		const client = await clientOfRun(context);
		await client.get('/videos');
		return service.sent[0];
	}

	it.each<[IDataObject, object]>([
		[{}, {}],
		[{ proxy: '' }, {}],
		[
			{ proxy: 'http://proxy.test:3128' },
			{ proxy: { protocol: 'http', host: 'proxy.test', port: 3128 } },
		],
		...['http://proxy.test', 'http://proxy.test:80'].map((proxy): [IDataObject, object] => [
			{ proxy },
			{ proxy: { protocol: 'http', host: 'proxy.test', port: 80 } },
		]),
		[
			{ proxy: 'https://proxy.test:443' },
			{ proxy: { protocol: 'https', host: 'proxy.test', port: 443 } },
		],
		[
			{ proxy: 'https://me:mine@proxy.test:8' },
			{
				proxy: {
					protocol: 'https',
					host: 'proxy.test',
					port: 8,
					auth: { username: 'me', password: 'mine' },
				},
			},
		],
		[{ timeout: 500 }, { timeout: 500 }],
		[{ timeout: '' }, {}],
		[{ allowUnauthorizedCerts: true }, { skipSslCertificateValidation: true }],
		[{ allowUnauthorizedCerts: false }, {}],
	])('sends with %j what n8n sends for each item', async (settings, options) => {
		const { baseURL, proxy, timeout, skipSslCertificateValidation } = {
			...(await connection(settings)),
		};
		expect({ baseURL, proxy, timeout, skipSslCertificateValidation }).toEqual({
			baseURL: 'https://service.test/api',
			...options,
		});
	});

	it.each(['proxy', 'proxy.test:3128', 5])(
		'refuses the proxy %j, which is not a URL',
		async (proxy) => {
			await expect(connection({ proxy })).rejects.toMatchObject({
				message: 'The parameter "Proxy" is not a URL',
				description: expect.stringContaining('http://myproxy:3128'),
			});
		},
	);
});

describe('contextsOf', () => {
	it('returns the context of each item, which reads the parameters of the item', () => {
		const contexts = contextsOf(runContext({ items: [{ name: 'Ada' }, { name: 'Bob' }] }));
		expect(contexts.map((context) => context.getItemIndex())).toEqual([0, 1]);
		expect(contexts.map((context) => context.getNodeParameter('name'))).toEqual(['Ada', 'Bob']);
		expect(contexts[0]?.getNodeParameter('other', 'fallback')).toBe('fallback');
	});

	/** Returns what a parameter is for two items, and how often n8n has evaluated it. */
	function read(typed: unknown, evaluateTo: unknown = 'evaluated') {
		const items = [{ email: 'ada@x.org', 'E-mail': 1 }, { email: null }];
		const context = runContext({ items, typed: { field: typed } as IDataObject });
		const evaluated: unknown[] = [];
		const byN8n = context.getNodeParameter.bind(context) as (...args: unknown[]) => unknown;
		const getNodeParameter = (...args: unknown[]) => {
			if (args.length > 3 && args[3] !== undefined) return byN8n(...args);
			evaluated.push(args[1]);
			return evaluateTo;
		};
		const contexts = contextsOf(Object.assign(context, { getNodeParameter }));
		const values = contexts.map((item) => item.getNodeParameter('field', '') as unknown);
		return { values, evaluated: evaluated.length };
	}

	it.each<[unknown, unknown[]]>([
		['typed', ['typed', 'typed']],
		[5, [5, 5]],
		[false, [false, false]],
		['={{ $json.email }}', ['ada@x.org', null]],
		['={{ $json.toString }}', [undefined, undefined]],
	])('reads %j without n8n, once for all items', (typed, values) => {
		expect(read(typed)).toEqual({ values, evaluated: 0 });
	});

	it.each([
		`={{ $('The Product').first().json.product }}`,
		`={{ $("The Product").last().json['Product ID'].id }}`,
	])('has n8n evaluate %j once, since it is the same for all items', (typed) => {
		expect(read(typed)).toEqual({ values: ['evaluated', 'evaluated'], evaluated: 1 });
		const locator = { __rl: true, mode: 'id', value: typed };
		const evaluated = { __rl: true, mode: 'id', value: '101' };
		expect(read(locator, evaluated)).toEqual({ values: [evaluated, evaluated], evaluated: 1 });
	});

	it('leaves an expression that fails to n8n, for each item', () => {
		const typed = `={{ $('Missing').first().json.product }}`;
		const context = runContext({ items: [{}, {}], typed: { field: typed } });
		const getNodeParameter = (...args: unknown[]) => {
			if (args[3] !== undefined) return typed;
			throw new Error(`Referenced node doesn't exist, item ${String(args[1])}`);
		};
		const contexts = contextsOf(Object.assign(context, { getNodeParameter }));
		for (const [index, item] of contexts.entries())
			expect(() => item.getNodeParameter('field')).toThrow(`item ${index}`);
	});

	it.each([
		`={{ $('The Product').item.json.product }}`,
		`={{ $('The Product').first().json.product + $json.email }}`,
		`={{ $('The Product').first().json }}`,
		'={{ $json.email.trim() }}',
		'={{ $json.a.b }}',
		'=mailto:{{ $json.email }}',
		'={{ $json.email }} ',
		'={{ $input.item.json.email }}',
		[['={{ $json.email }}']],
		[{ value: '={{ 1 + 1 }}', mode: 'id' }],
	])('leaves %j to n8n', (typed) => {
		expect(read(typed)).toEqual({ values: ['evaluated', 'evaluated'], evaluated: 2 });
	});
});
