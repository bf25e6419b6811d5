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
const operations: Record<string, Record<string, INodeParameters>> = {
	customer: {
		get: { customer: id },
		update: { customer: id, updateFields: { name: 'Ada' } },
		addProduct: { customer: id, product: chosen(PRODUCT) },
		create: { email: '={{ $json.email }}', product: chosen(PRODUCT) },
		grantAccess: { customer: person, product: chosen(PRODUCT) },
		createOrUpdate: { email: '={{ $json.email }}', product: chosen(PRODUCT) },
		checkAccess: { customer: person, product: chosen(PRODUCT) },
		revokeAccess: { customer: person, product: chosen(PRODUCT) },
	},
	comment: { report: { comment: id } },
	video: { update: { video: id, updateFields: { title: 'A film' } } },
};

const rows = (): IDataObject[] =>
	Array.from({ length: ROWS }, (_, n) => ({ id: n + 1, email: `c${n}@example.org` }));

describe.each(Object.entries(operations))('%s', (node, ofNode) => {
	const account = new Account(node);

	const failAll = (fault: Fault) => account.service.faults.add({ times: Infinity, ...fault });

	const run = async (operation: string) =>
		await account.run(
			{ operation, ...ofNode[operation] },
			{ input: rows(), onError: 'continueRegularOutput' },
		);

	/** Ends the outage after half a minute, or later once twenty requests have failed. */
	const endLater = () => {
		const { clock, service } = account;
		const end = clock.now + 30_000;
		clock.whileWaiting = () => {
			if (clock.now > end && account.asked.length > 20) service.faults.clear();
		};
	};

	it.each(Object.keys(ofNode))('%s leaves a service alone that is down', async (operation) => {
		failAll({ status: 503 });
		const { json } = await run(operation);
		expect(json).toHaveLength(ROWS);
		expect(json.filter(({ error }) => error === undefined)).toEqual([]);
		const untried = json.filter(({ error }) => String(error).endsWith(NOT_TRIED));
		// Those that are sent every five seconds are rows, too.
		expect(untried.length).toBeGreaterThanOrEqual(ROWS - 60);
		expect(String(untried[0]?.message)).toMatch(/Nothing was sent for it.*safe/);
		expect(account.asked.length).toBeLessThan(80);
	});

	it.each(Object.keys(ofNode))('%s goes on when the service answers again', async (operation) => {
		failAll({ status: 503 });
		endLater();
		const { json } = await run(operation);
		expect(json.filter(({ error }) => String(error).endsWith(NOT_TRIED))).toEqual([]);
	});

	it.each(Object.keys(ofNode))('%s tries all rows that the service refuses', async (operation) => {
		failAll({ status: 403 });
		const { json } = await run(operation);
		expect(json.filter(({ error }) => String(error).endsWith(NOT_TRIED))).toEqual([]);
		expect(account.asked.length).toBeGreaterThanOrEqual(ROWS);
	});
});

describe('customer', () => {
	const account = new Account('customer');

	it.each(['create', 'grantAccess'])(
		'%s sends each creation once while only reads are answered',
		async (operation) => {
			account.service.faults.add({ match: { method: 'POST' }, times: Infinity, status: 503 });
			const parameters = { operation, ...operations.customer?.[operation] };
			const { json } = await account.run(parameters, {
				input: rows().slice(0, 30),
				onError: 'continueRegularOutput',
			});
			for (const { message } of json) expect(message).toMatch(/may have been created anyway/);
			expect(json).toHaveLength(30);
			expect(account.writes).toHaveLength(30);
		},
	);
});
