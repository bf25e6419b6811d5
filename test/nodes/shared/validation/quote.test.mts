import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { quote, refused } from '../../../../nodes/shared/validation/quote';
import { apiKeyCredential, runNode } from '../../../kit/engine.mts';
import { BASE_URL, chosen } from '../../kit.mts';

it.each([
	['abc', '"abc"'],
	[5, '"5"'],
	[null, '"null"'],
	[undefined, '"undefined"'],
	[{ a: 1 }, '"{"a":1}"'],
	[['a', 1], '"["a",1]"'],
	['a\u0000b\nc', '"a<U+0000>b<U+000A>c"'],
	['x'.repeat(100), `"${'x'.repeat(60)}…"`],
	['x'.repeat(60), `"${'x'.repeat(60)}"`],
])('a value %o is quoted as %s', (value, quoted) => {
	expect(quote(value)).toBe(quoted);
});

it('a refusal names the parameter and says what to do', () => {
	const error = refused('Limit', 'is wrong', 'Do this.');
	expect(error.message).toBe('The parameter "Limit" is wrong');
	expect(error.description).toBe('Do this.');
});

const revoke = { operation: 'revokeAccess', customer: chosen('5'), product: chosen('7') };
const stopIf = (amount: unknown, unit: string) => ({ stopIfMoreThan: { value: { amount, unit } } });

it.each<[string, INodeParameters, string]>([
	['customer', { ...revoke, options: { dryRun: 'perhaps' } }, '"perhaps"'],
	['customer', { ...revoke, options: stopIf('many', 'customers') as INodeParameters }, '"many"'],
	['customer', { ...revoke, options: stopIf(1, 'people') as INodeParameters }, '"people"'],
	['product', { operation: 'get', product: chosen('7'), output: 'all' }, '"all"'],
	['customer', { operation: 'findByBilling', billingProvider: 'x', product: chosen('7') }, '"x"'],
	['analytics', { operation: 'getReport', type: 'churn', period: 'now' }, '"now"'],
	['analytics', { operation: 'getReport', type: 'churn', periodUnit: 'eon' }, '"eon"'],
	['collection', { operation: 'addItem', collection: chosen('5'), itemType: 'pet' }, '"pet"'],
])('a refusal quotes the value: %s %o', async (node, parameters, quoted) => {
	const credential = apiKeyCredential(BASE_URL);
	const { error } = await runNode({
		node,
		parameters: { resource: node, ...parameters },
		credential,
	});
	expect(error?.message).toContain(quoted);
});
