import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { defined } from '../kit/defined.mts';
import type { RunOptions, RunResult } from '../kit/engine.mts';
import { Account, HEADER_PREFIX } from './account.mts';
import { chosen } from './kit.mts';

/**
 * Operations that take turns: while one of them changes a customer or a collection, the other one sends nothing that
 * concerns it. The second run starts in the middle of the first one, whose responses are slow.
 */

const SLOW = { latencyMs: 40 };
const IP_HEADER = `${HEADER_PREFIX}-client-ip`.toLowerCase();
const [FIRST, SECOND] = ['192.0.2.1', '192.0.2.2'];

/** Marks the requests of a run. */
const markedBy = (clientIp: string, parameters: INodeParameters): INodeParameters => ({
	...parameters,
	options: { ...(parameters.options as object), clientIp },
});

interface Turns {
	account: Account;
	/** The operation that begins, and the method of the request in which the other one starts. */
	first: INodeParameters;
	during: string;
	second: INodeParameters;
	input?: RunOptions['input'];
	/** The path of what both change. */
	path: string;
}

/** Runs both, and returns which of them sent each request below the path, in order. */
async function sendersOf({ account, first, during, second, input, path }: Turns) {
	let later: Promise<RunResult> | undefined;
	const options = input ? { input } : {};
	account.before(during, () => {
		later = account.run(markedBy(defined(SECOND), second), options);
	});
	const { error } = await account.run(markedBy(defined(FIRST), first), options);
	const { error: laterError } = await defined(later, `a ${during} of the first run`);
	expect([error, laterError]).toEqual([undefined, undefined]);
	return account.service.requests
		.filter((request) => request.path.includes(path))
		.map(({ headers }) => (headers[IP_HEADER] === SECOND ? 'second' : 'first'));
}

/** Expects that the second run sent nothing before the first one was done. */
async function expectTurns(turns: Turns): Promise<void> {
	const senders = await sendersOf(turns);
	expect(new Set(senders)).toEqual(new Set(['first', 'second']));
	expect(senders).toEqual(senders.toSorted());
}

describe('a collection is changed by one operation at a time', () => {
	const account = new Account('collection', { resource: 'collection' }, SLOW);

	/** Creates a playlist of two videos, and a video that it lacks. */
	function playlist() {
		const { state } = account.service;
		const collection = state.addCollection({ type: 'playlist' });
		const videos = ['one', 'two', 'three'].map((title) => state.addVideo({ title }).id);
		for (const id of videos.slice(0, 2)) state.addItem(collection, 'videos', id);
		const [first = 0, , three = 0] = videos;
		return {
			collection: chosen(collection.id),
			path: `/collections/${collection.id}/items`,
			one: first,
			three,
		};
	}

	const syncing = (collection: INodeParameters['collection']) => ({
		operation: 'syncItems',
		collection,
		video: chosen('={{ $json.video }}'),
		dryRun: false,
		stopIfMoreRemovedThan: '100%',
	});

	it('Sync Items waits for another Sync Items of the collection', async () => {
		const { collection, path, one, three } = playlist();
		const input = [{ video: three }, { video: one }];
		const run = syncing(collection);
		await expectTurns({ account, first: run, during: 'PUT', second: run, input, path });
	});
});

describe('a customer is changed by one operation at a time', () => {
	const EMAIL = 'ada@example.com';
	const PRODUCT = 101;
	const account = new Account('customer', { resource: 'customer', product: chosen(PRODUCT) }, SLOW);

	/** Creates a customer with access, and one who keeps it. */
	function customers(): string {
		const { state } = account.service;
		const grant = {
			productId: PRODUCT,
			plan: 'standard',
			isRental: false,
			expiresIn: null,
		} as const;
		const [ada] = [EMAIL, 'bob@example.com'].map((email) => {
			const { id } = state.addCustomer({ email, name: null, plan: 'standard' });
			state.editCustomer(id, (draft) => draft.grants.push(grant));
			return id;
		});
		return `/customers/${defined(ada)}`;
	}
	const granting = { operation: 'grantAccess', customer: chosen(EMAIL, 'email') };
	const revoking = { operation: 'revokeAccess', customer: chosen(EMAIL, 'email') };
	const syncing = {
		operation: 'syncAccess',
		email: '={{ $json.email }}',
		dryRun: false,
		stopIfMoreRevokedThan: '100%',
	};

	it('Grant Access waits for Revoke Access', async () => {
		const path = customers();
		await expectTurns({ account, first: revoking, during: 'DELETE', second: granting, path });
	});

	it('Grant Access waits for the revocation by Sync Access', async () => {
		const path = customers();
		const input = [{ email: 'bob@example.com' }];
		await expectTurns({ account, first: syncing, during: 'DELETE', second: granting, input, path });
	});

	it('Grant Access and Create of one new address create one customer', async () => {
		const email = 'new@example.com';
		const first = { operation: 'grantAccess', customer: chosen(email, 'email') };
		const second = { operation: 'grantAccess', customer: chosen(email.toUpperCase(), 'email') };
		await sendersOf({ account, first, during: 'POST', second, path: '/customers' });
		expect(account.writes).toEqual(['POST /customers']);
	});
});
