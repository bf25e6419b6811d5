import { NodeApiError, type INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { isTaken, refusedCreation } from '../../../../nodes/Customer/access/takenAddress';
import type * as TakenAddress from '../../../../nodes/Customer/access/takenAddress';
import type * as Mapping from '../../../../nodes/shared/concurrency/mapConcurrent';
import { built } from '../../../kit/built.mts';
import { VirtualTime } from '../../../kit/time.mts';

const { TakenAddressWait } = built<typeof TakenAddress>('Customer/access/takenAddress');
const { mapConcurrent } = built<typeof Mapping>('shared/concurrency/mapConcurrent');

const node: INode = {
	id: 'node',
	name: 'Node',
	type: 'customer',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const refusal = (httpCode: string, message?: string) =>
	new NodeApiError(node, message === undefined ? {} : { message }, { message: 'No', httpCode });

describe('a refused creation', () => {
	it.each([
		['422', 'Email has already been taken'],
		['422', 'A customer with this email already exists'],
		['400', 'The address is already in use'],
		['422', 'Email must be unique'],
		['422', 'ada@example.org is already a customer'],
		['422', 'Customer already exists'],
		['422', 'Name is too long. Email has already been taken.'],
		['409', undefined],
		['409', 'Promotion already ended'],
	])('may be of an address that is taken: %s %s', (status, message) => {
		expect(isTaken(refusal(status, message))).toBe(true);
	});

	it.each([
		['422', 'Promotion already ended'],
		['422', 'The address already bounced and is suppressed'],
		['422', 'The product no longer exists'],
		['422', 'The email template no longer exists'],
		['422', 'Plan already exists'],
		['422', 'Name has already been taken'],
		['422', 'The name is in use by another customer'],
		['400', 'A plan of this customer already exists'],
		['422', 'Already exists'],
		['422', 'Email is invalid. Name has already been taken.'],
		['422', undefined],
	])('says nothing of the address: %s %s', (status, message) => {
		expect(isTaken(refusal(status, message))).toBe(false);
	});

	it('has the words of the service first, and the guess as a guess', () => {
		const { message, description } = refusedCreation('ada@example.org', refusal('422', 'Taken'));
		expect(message).toBe('The service refused to create ada@example.org: Taken');
		expect(description).toMatch(
			/^Another run may have .* ten minutes, which is safe\. \(HTTP 422\)$/,
		);
		const silent = refusedCreation('ada@example.org', refusal('409'));
		expect(silent.message).toBe('The service refused to create ada@example.org');
	});
});

describe('the wait for customers whom another worker has created', () => {
	const rows = Array.from({ length: 400 }, (_, row) => row);

	async function findAll(listedAt: number) {
		const [time, taken] = [new VirtualTime(), new TakenAddressWait()];
		let looks = 0;
		const look = async () => {
			looks++;
			return await Promise.resolve(time.now >= listedAt ? ['customer'] : []);
		};
		const found = await time.until(
			mapConcurrent(rows, 20, async () => await taken.find(look, undefined)),
		);
		return { found: found.filter(({ length }) => length > 0).length, looks, at: time.now };
	}

	it('takes a minute in all of a run', async () => {
		const { found, looks, at } = await findAll(Infinity);
		expect([found, at]).toEqual([0, 60_000]);
		expect(looks).toBeLessThan(20 * 12 + 380);
	});

	it('ends for all rows when a list shows them', async () => {
		const { found, at } = await findAll(20_000);
		expect(found).toBe(400);
		expect(at).toBeLessThan(30_000);
	});
});
