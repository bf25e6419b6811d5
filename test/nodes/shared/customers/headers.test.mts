import { itRefuses, itSends, TRIED } from '../../kit.mts';

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
