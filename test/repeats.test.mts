import { expect, it } from 'vitest';

import { operationSources } from '../scripts/schemas/operationFiles.mts';
import { OpenAccount } from './nodes/account.mts';
import { runNode } from './kit/engine.mts';
import { filledIn, savedNodes } from './kit/saved.mts';

/** POSTs that may be sent again after a lost answer, because a second one changes nothing. */
const REPEATABLE = [
	'accessToken.create',
	'accessToken.refresh',
	'authorization.create',
	'comment.report',
	'customer.findByBilling',
	'pairingCode.create',
];

const posting = operationSources
	.filter(({ option }) => option.routing?.request?.method === 'POST')
	.map(({ name }) => name);

const cases = savedNodes
	.map((saved) => ({ saved, name: `${saved.node}.${saved.operation}` }))
	.filter(({ name }) => posting.includes(name) && !REPEATABLE.includes(name))
	.map(({ saved, name }) => ({ saved, title: `${name}: ${saved.title}` }));

// A POST declared idempotent creates a second record.
it.each(cases)(
	'$title is not sent again when the answer to its POST is lost',
	async ({ saved }) => {
		const account = await OpenAccount.open({});
		const { service } = account;
		const parameters = filledIn(saved, service);
		service.clearLogs();
		service.faults.add({
			match: { method: 'POST' },
			kind: 'status',
			status: 502,
			isPerformed: true,
		});
		const credential = account.credential(saved.usesOAuth2);
		await runNode({ node: saved.node, parameters, credential });
		const sent = service.requests.filter(({ method }) => method === 'POST');
		await account.close();
		expect(sent.length).toBeLessThanOrEqual(1);
	},
);
