import { describe, expect, it } from 'vitest';

import { operations } from '../scripts/lib/descriptions.mts';
import { createService } from '../service/index.mts';
import { runNode } from './kit/engine.mts';
import { credentialFor, filledIn, savedNodes, type SavedNode } from './kit/saved.mts';
import { BASE_URL, Wire, type Recorded } from './kit/wire.mts';

/**
 * What each operation sends for its saved workflows, in a file of its own. `values.test.mts` tries other values in the
 * place of each parameter.
 */

const service = createService({ publicUrl: BASE_URL });
const wire = new Wire();

let runs = 0;

/** Runs a saved node with a credential of its own: the pace of creations and their customers are kept for each. */
async function run(saved: SavedNode) {
	const credential = { ...credentialFor(saved, service), id: `requests-${runs++}` };
	const { json } = await runNode({
		node: saved.node,
		parameters: filledIn(saved, service),
		credential,
	});
	return { json, sent: wire.take() };
}

/** Returns a request as one line. Codes are new each time. */
const lineOf = ({ method, path, query, body, headers }: Recorded): string =>
	[
		`${method} ${path.replace(/codes\/\w+/, 'codes/…')}`,
		...[query, body, headers].flatMap((named) =>
			Object.entries(named).map(([name, value]) => `${name} ${JSON.stringify(value)}`),
		),
	].join(', ');

/** Returns what a saved workflow sends, and the items of a single write whose response is empty. */
async function linesOf(saved: SavedNode): Promise<string[]> {
	const { sent } = await run(saved);
	const lines = sent.map((request) => `\t${lineOf(request)}`);
	if (sent.length === 1 && sent[0]?.method !== 'GET') {
		wire.isSilent = true;
		lines.push(`\tanswered with nothing: ${JSON.stringify((await run(saved)).json)}`);
		wire.isSilent = false;
	}
	return [saved.title, ...lines];
}

describe('a saved workflow sends what it always sent', () => {
	it.each(operations.map(({ name, node, option }) => [name, node, String(option.value)] as const))(
		'%s',
		async (_, node, operation) => {
			const saved = savedNodes.filter((one) => one.node === node && one.operation === operation);
			const lines: string[] = [];
			for (const one of saved) lines.push(...(await linesOf(one)));
			expect(lines).not.toEqual([]);
			await expect(
				lines.join('\n'),
				'Check each changed line; `npx vitest run test/requests.test.mts -u` accepts them',
			).toMatchFileSnapshot(`requests/${node}/${operation}.txt`);
		},
	);
});
