import { expect, it } from 'vitest';

import { RESOURCES } from '../../nodes/shared/ids/resources.ts';
import { operations } from '../../scripts/lib/descriptions.mts';
import { operationSources } from '../../scripts/schemas/operationFiles.mts';
import { OpenAccount } from '../nodes/account.mts';
import { runNode } from '../kit/engine.mts';
import { filledIn, type SavedNode } from '../kit/saved.mts';

/** POSTs that are sent again after a lost response, because a second one changes nothing. */
const REPEATABLE = [
	'accessToken.create',
	'authorization.create',
	'comment.report',
	'customer.findByBilling',
	'pairingCode.create',
];

const posting = operationSources
	.filter(({ option }) => option.routing?.request?.method === 'POST')
	.map(({ name }) => name);

/** Finds what a remedy names that is not of a node: records in the plural, and operations that list. */
function othersNamed(remedy: string, node: string): string[] {
	const plurals = Object.entries(RESOURCES).filter(([kind]) => kind !== node);
	const records = plurals.map(([, { name }]) => `${name}s`).filter((name) => remedy.includes(name));
	const own = operations.filter((operation) => operation.node === node);
	const listing = (remedy.match(/\bGet [A-Z]\w+/g) ?? []).filter(
		(name) => !own.some(({ option }) => option.name === name),
	);
	return [...records, ...listing];
}

/**
 * Expects that only the POSTs above are sent again when their response was lost: one that is declared idempotent and is not
 * creates a second record. The error of the others says where to look.
 */
export function itCreatesOnce(saved: SavedNode[]): void {
	const cases = saved
		.map((node) => ({ saved: node, name: `${node.node}.${node.operation}` }))
		.filter(({ name }) => posting.includes(name))
		.map((test) => ({ ...test, title: `${test.name}: ${test.saved.title}` }));
	it.each(cases)(
		'$title is sent again after a lost response only where that changes nothing',
		async ({ saved, name }) => {
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
			const { error } = await runNode({ node: saved.node, parameters, credential });
			const sent = service.requests.filter(({ method }) => method === 'POST');
			await account.close();
			expect(sent.length > 1).toBe(REPEATABLE.includes(name));
			const hint = 'Say with `ambiguousHint` where to look whether it was created';
			const remedy = error?.description ?? '';
			expect(remedy, hint).not.toContain('Check before you run this again');
			expect(othersNamed(remedy, saved.node), remedy).toEqual([]);
		},
	);
}
