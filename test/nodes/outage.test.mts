import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../../service/faults.mts';
import { Account } from './account.mts';
import { chosen } from './kit.mts';

/**
 * A service that does not answer is left alone, and waited for: whatever the operation, after twenty attempts in a row only
 * the first of those that wait is sent every five seconds, and after a minute what waits is not tried (`client/breaker.ts`).
 */

const PRODUCT = 101;
const ROWS = 100;
const NOT_TRIED = 'This row was not tried: the service does not respond';

/** Parameters that each read the ID or the address of their row. */
const id = chosen('={{ $json.id }}');
const person = chosen('={{ $json.email }}', 'email');
const operations: Record<string, INodeParameters> = {
	get: { customer: id },
	create: { email: '={{ $json.email }}', product: chosen(PRODUCT) },
	grantAccess: { customer: person, product: chosen(PRODUCT) },
};

const rows = (): IDataObject[] =>
	Array.from({ length: ROWS }, (_, n) => ({ id: n + 1, email: `c${n}@example.org` }));

const account = new Account('customer');

const run = async (operation: string, input = rows()) =>
	await account.run(
		{ operation, ...operations[operation] },
		{ input, onError: 'continueRegularOutput' },
	);

const failAll = (fault: Fault) => account.service.faults.add({ times: Infinity, ...fault });

const isUntried = ({ error }: IDataObject) => String(error).endsWith(NOT_TRIED);

describe.each(Object.keys(operations))('%s', (operation) => {
	it('leaves a service alone that is down', async () => {
		failAll({ status: 503 });
		const { json } = await run(operation);
		expect(json).toHaveLength(ROWS);
		expect(json.filter(({ error }) => error === undefined)).toEqual([]);
		const untried = json.filter(isUntried);
		// Those that are sent every five seconds are rows, too.
		expect(untried.length).toBeGreaterThanOrEqual(ROWS - 60);
		expect(String(untried[0]?.message)).toMatch(/Nothing was sent for it.*safe/);
		expect(account.asked.length).toBeLessThan(80);
	});

	it('goes on when the service answers again', async () => {
		failAll({ status: 503 });
		// After half a minute, or later once twenty requests have failed.
		const { clock, service } = account;
		const end = clock.now + 30_000;
		clock.whileWaiting = () => {
			if (clock.now > end && account.asked.length > 20) service.faults.clear();
		};
		expect((await run(operation)).json.filter(isUntried)).toEqual([]);
	});

	it('tries all rows that the service refuses', async () => {
		failAll({ status: 403 });
		expect((await run(operation)).json.filter(isUntried)).toEqual([]);
		expect(account.asked.length).toBeGreaterThanOrEqual(ROWS);
	});
});

it.each(['create', 'grantAccess'])(
	'%s sends each creation once while only reads are answered',
	async (operation) => {
		failAll({ match: { method: 'POST' }, status: 503 });
		const { json } = await run(operation, rows().slice(0, 30));
		for (const { message } of json) expect(message).toMatch(/may have been created anyway/);
		expect(json).toHaveLength(30);
		expect(account.writes).toHaveLength(30);
	},
);
