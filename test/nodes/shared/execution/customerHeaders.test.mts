import { describe, expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../../kit/engine.mts';
import { BASE_URL, listen } from '../../../kit/wire.mts';
import { FOR_CUSTOMER, itRefuses, itSends, TRIED } from '../../kit.mts';

const sent = { method: 'GET', path: '/products/5' };

itSends('product', 'get', {
	'an address of the newer kind': {
		parameters: { product: '5', options: { clientIp: '2001:db8::7' } },
		sends: [{ ...sent, headers: { 'svc-client-ip': '2001:db8::7' } }],
		answer: { id: 5 },
		gives: [{ id: 5 }],
	},
});

itRefuses('product', 'get', [
	{
		names: 'Request: Client IP',
		parameters: { product: 5, options: { clientIp: TRIED } },
		good: '203.0.113.7',
		bad: ['', 'here', 'at 203.0.113.7', '1.2.3.4\r\nX-Other: 1', `${':'.repeat(100_000)}x`],
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
		expect(names.filter((one) => one.startsWith('svc'))).toEqual([]);
	});

	it.each(['SVC\n', 'S\r\nX-Evil: 1', '', ' ', 'S V', '2SVC', 'S:', 'Ä', 5, null])(
		'%j is refused before anything is sent',
		async (prefix) => {
			const { error, sent } = await run(prefix);
			expect(error?.message).toBe('The Header Prefix of the credential is not a header name');
			expect(sent).toEqual([]);
		},
	);
});
