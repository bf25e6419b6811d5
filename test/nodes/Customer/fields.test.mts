import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../kit/engine.mts';
import { listen } from '../../kit/wire.mts';
import { BASE_URL, chosen, itRefuses, itSends, TRIED } from '../kit.mts';

const customer = chosen(7);
const product = chosen(5);
const email = 'ada@example.com';
const productHref = `${BASE_URL}/products/5`;
const answer = { id: 7 };
const gives = [answer];

itSends('customer', 'create', {
	'no end of access where both of its cells are blank': {
		parameters: {
			email,
			product,
			additionalFields: { expiresIn: { value: { amount: '={{ "" }}', unit: '={{ null }}' } } },
		},
		sends: [{ method: 'POST', path: '/customers', body: { email, product: productHref } }],
		answer,
		gives,
	},
});

itSends('customer', 'update', {
	'the empty text for a name that is cleared': {
		parameters: { customer, updateFields: { name: ' ' }, options: { clearFields: 'Name' } },
		sends: [{ method: 'PUT', path: '/customers/7', body: { name: '' } }],
		answer,
		gives,
	},
});

itRefuses('customer', 'update', [
	{
		names: 'Password',
		parameters: { customer, updateFields: { password: TRIED } },
		good: 'eight888',
		bad: ['seven77', '\u{1F511}'.repeat(7), 1234567],
	},
	{
		names: 'Name',
		parameters: { customer, updateFields: { name: TRIED } },
		good: 'Jos\u00E9',
		bad: ['Jos\uFFFD', ['Ada']],
	},
	{
		names: 'Clear Fields',
		parameters: { customer, updateFields: { name: TRIED }, options: { clearFields: ['name'] } },
		good: '',
		bad: ['Ada'],
	},
	{
		names: 'Clear Fields',
		where: ' by name',
		parameters: { customer, options: { clearFields: TRIED } },
		good: ['name'],
		bad: ['password', ['email']],
	},
]);

const expiringIn = (value: INodeParameters) => ({
	email,
	product,
	additionalFields: { expiresIn: { value } },
});

itRefuses('customer', 'create', [
	{
		names: 'Expires In',
		where: ', amount',
		parameters: expiringIn({ amount: TRIED, unit: 'weeks' }),
		good: 3,
		bad: ['', 0, -1, 1.5, 'three', null],
	},
	{
		names: 'Expires In',
		where: ', unit',
		parameters: expiringIn({ amount: 3, unit: TRIED }),
		good: 'weeks',
		bad: ['', 'hours', null],
	},
]);

it('Expires In without its amount and unit is refused before anything is sent', async () => {
	const sent = listen(() => answer);
	const { error } = await runNode({
		node: 'customer',
		parameters: { operation: 'create', email, product, additionalFields: { expiresIn: {} } },
		credential: apiKeyCredential(BASE_URL),
	});
	expect(error?.message).toContain('"Expires In" is not complete');
	expect(error?.description).toContain('Enter an amount and a unit, or remove it.');
	expect(sent).toEqual([]);
});
