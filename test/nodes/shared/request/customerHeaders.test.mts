import { describe, expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../../kit/engine.mts';
import { BASE_URL, listen } from '../../../kit/wire.mts';
import {
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	page,
	TRIED,
} from '../../kit.mts';

const sent = { method: 'GET', path: '/products/5' };

itSends('product', 'get', {
	'the longest address there is': {
		parameters: {
			product: '5',
			options: { clientIp: '0000:0000:0000:0000:0000:ffff:192.168.100.228' },
		},
		sends: [
			{
				...sent,
				headers: { 'svc-client-ip': '0000:0000:0000:0000:0000:ffff:192.168.100.228' },
			},
		],
		answer: { id: 5 },
		gives: [{ id: 5 }],
	},
});

itSends('customer', 'checkAccess', {
	'both headers of an operation that runs once for all items': {
		parameters: {
			customer: chosen('ada@example.org', 'email'),
			product: chosen('5'),
			options: FOR_CUSTOMER,
		},
		sends: [
			{
				method: 'GET',
				path: '/customers',
				query: {
					email: 'ada@example.org',
					product: `${BASE_URL}/products/5`,
					status: 'enabled',
				},
				headers: CUSTOMER_HEADERS,
			},
		],
		answer: page('customers', [{ id: 7, email: 'ada@example.org' }]),
		gives: [{ hasAccess: true, reason: 'enabled', email: 'ada@example.org', id: 7 }],
	},
});

itRefuses('product', 'get', [
	{
		names: 'Request: On Behalf Of Customer',
		parameters: { product: 5, options: { onBehalfOfCustomer: TRIED } },
		good: '7',
		bad: ['nobody', -1],
	},
	{
		names: 'Request: Client IP',
		parameters: { product: 5, options: { clientIp: TRIED } },
		good: '203.0.113.7',
		bad: [
			'here',
			203,
			['203.0.113.7'],
			'at 203.0.113.7',
			'999.1.1.1',
			'203.0.113.007',
			'1.2.3.4\r\nX-Other: 1',
			`${':'.repeat(100_000)}x`,
		],
	},
]);

describe('the Header Prefix of the credential', () => {
	const run = async (headerPrefix: string | number | null) => {
		const names: string[] = [];
		const sent = listen(
			() => ({ id: 5 }),
			(headers) => names.push(...Object.keys(headers)),
		);
		const parameters = { operation: 'get', product: '5', options: FOR_CUSTOMER };
		const credential = apiKeyCredential(BASE_URL, { headerPrefix });
		const { error } = await runNode({ node: 'product', parameters, credential });
		return { error, sent, names };
	};

	it.each(['Acme', 'X', 'my-own-2'])('%s begins the names of both headers', async (prefix) => {
		const { error, names } = await run(prefix);
		expect(error).toBeUndefined();
		const name = prefix.toLowerCase();
		expect(names).toEqual(expect.arrayContaining([`${name}-customer`, `${name}-client-ip`]));
		expect(names.filter((name) => name.startsWith('svc'))).toEqual([]);
	});

	it.each(['S\r\nX-Evil: 1', '', ' ', 'S V', 'SVC-', '2SVC', 'S:', 'Ä', 5, null])(
		'%j is refused before anything is sent',
		async (prefix) => {
			const { error, sent } = await run(prefix);
			expect(error?.message).toBe('The Header Prefix of the credential is not a header name');
			expect(error?.description).toContain('letters, digits and hyphens only, for example SVC.');
			expect(sent).toEqual([]);
		},
	);
});
