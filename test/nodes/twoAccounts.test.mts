import type { INodeParameters } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { runNode, type Credential } from '../kit/engine.mts';
import { OpenAccount } from './account.mts';
import { chosen } from './kit.mts';

/** Nothing that the nodes keep in memory (tokens, recent creations, locks) passes from one account to another. */

const EMAIL = 'ada@example.com';

describe.each([
	['API keys', false],
	['OAuth2 credentials', true],
])('two accounts with %s', (_, isOAuth2) => {
	let accounts: Array<{ open: OpenAccount; credential: Credential }>;

	beforeEach(async () => {
		accounts = [];
		for (const name of ['one', 'two']) {
			const secrets = {
				apiKey: `key_${name}`,
				clientId: `id_${name}`,
				clientSecret: `secret_${name}`,
			};
			const open = await OpenAccount.open({ seed: 'empty', ...secrets });
			accounts.push({ open, credential: open.credential(isOAuth2) });
		}
	});
	afterEach(async () => {
		for (const { open } of accounts.toReversed()) await open.close();
	});

	const runInBoth = async (parameters: INodeParameters) =>
		await Promise.all(
			accounts.map(async ({ credential }) =>
				runNode({
					node: 'customer',
					credential,
					parameters: {
						resource: 'customer',
						authentication: isOAuth2 ? 'oAuth2' : 'apiKey',
						...parameters,
					},
				}),
			),
		);

	const statuses = () =>
		accounts.map(({ open }) => [...new Set(open.service.requests.map(({ status }) => status))]);

	it('are each asked with their own key or token', async () => {
		for (let time = 0; time < 2; time++) {
			const results = await runInBoth({ operation: 'getAll' });
			expect(results.map(({ error }) => error)).toEqual([undefined, undefined]);
		}
		expect(statuses()).toEqual([[200], [200]]);
	});

	it('each get the customer who is created in both at once, and once more after that', async () => {
		const parameters = {
			operation: 'grantAccess',
			customer: chosen(EMAIL, 'email'),
			product: chosen(101),
		};
		for (const outcome of ['created', 'unchanged']) {
			const results = await runInBoth(parameters);
			expect(results.map(({ json }) => json[0]?.outcome)).toEqual([outcome, outcome]);
		}
		for (const { open } of accounts) {
			const found = open.service.state.customers.all({ status: 'all', email: EMAIL }, 'oldest');
			expect(found).toHaveLength(1);
		}
	});
});
