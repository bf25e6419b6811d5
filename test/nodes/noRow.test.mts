import { describe, expect, it } from 'vitest';

import type { Fault } from '../../service/faults.mts';
import { Account } from './account.mts';
import { chosen } from './kit.mts';

/** An error that is of no row points at none; one that is of a row says which. */
const ROW = /This is row \d of the input/;
const input = [{ id: 1 }, { id: 2 }];

const operations = {
	'of one item': { operation: 'get', customer: chosen('={{ $json.id }}') },
	'of all items': {
		operation: 'grantAccess',
		customer: chosen('={{ $json.id }}'),
		product: chosen(101),
	},
};

describe.each(Object.entries(operations))('an operation %s', (_, parameters) => {
	const account = new Account('customer');

	it.each<[string, Fault]>([
		['a wrong key', { status: 401 }],
		['a website as Base URL', { kind: 'html', status: 404 }],
		['a service that is down', { status: 503 }],
		['a service that cuts the connection', { kind: 'disconnect' }],
	])('names no row under %s', async (_name, fault) => {
		account.service.faults.add({ times: Infinity, ...fault });
		const { error } = await account.run(parameters, { input });
		expect(error?.message).not.toBe('');
		expect(error?.description).not.toMatch(ROW);
	});

	it('names the row of a customer who does not exist', async () => {
		const { error } = await account.run(parameters, { input });
		expect(error?.description).toMatch(ROW);
	});
});
