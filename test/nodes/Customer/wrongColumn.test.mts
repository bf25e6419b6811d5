import { expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import { PRODUCT } from './kit.mts';

const account = new Account('customer', {
	product: chosen(PRODUCT),
	customer: chosen('={{ $json.email }}', 'email'),
	email: '={{ $json.email }}',
});

const COLUMNS = 'The row has the columns "E-Mail", "Name".';

it.each([
	'grantAccess',
	'revokeAccess',
	'checkAccess',
	'createOrUpdate',
	'create',
	'get',
	'syncAccess',
])('%s names the columns of the row where the expression names another one', async (operation) => {
	const input = [{ 'E-Mail': 'ada@example.com', Name: 'Ada' }];
	for (const onError of [undefined, 'continueRegularOutput'] as const) {
		const { error, json } = await account.run({ operation }, { input, onError });
		const text = onError ? json[0]?.message : error?.description;
		expect(text).toContain(COLUMNS);
	}
	expect(account.writes).toEqual([]);
});

it('names no column where the value is there but wrong, and at most twenty', async () => {
	const operation = 'checkAccess';
	const { error } = await account.run({ operation }, { input: [{ email: 'none' }] });
	expect(error?.description).not.toContain('columns');
	for (const [length, end] of [
		[20, '"c18", "c19".'],
		[21, '"c18", "c19" and more.'],
	] as const) {
		const wide = Object.fromEntries(Array.from({ length }, (_, index) => [`c${index}`, 1]));
		const { error: other } = await account.run({ operation }, { input: [wide] });
		expect(other?.description?.endsWith(end)).toBe(true);
	}
});
