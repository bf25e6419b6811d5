import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import type { DescribedOperation } from '../../scripts/lib/descriptions.mts';
import { expectSuccess, runSaved, savedNodes, type SavedNode } from '../kit/saved.mts';
import { Wire, type Recorded } from '../kit/wire.mts';

/** Returns named values behind the place where a request has them; nothing where it has none. */
function placed(place: string, named: object): string[] {
	const values = Object.entries(named).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
	return values.length > 0 ? [`${place}: ${values.join(', ')}`] : [];
}

/** Returns a request as one line, without codes and tokens, which differ each time. */
const lineOf = ({ method, path, query, body, headers }: Recorded): string =>
	[
		`${method} ${path}`,
		...placed('query', query),
		...placed('body', body),
		...placed('headers', headers),
	]
		.join('; ')
		.replace(/codes\/\w+/, 'codes/…')
		.replace(/\b[0-9a-f]{64}\b/, '…');

/** Returns the requests of a saved workflow, and the items of a single write whose response is empty. */
async function linesOf(wire: Wire, saved: SavedNode): Promise<string[]> {
	const { service } = wire;
	// What a failed run has sent is no request of the operation: it may be the same one again and again.
	expectSuccess(
		saved,
		await runSaved(saved, service),
		'Correct its values there, or give it the response that it needs: ANSWER in test/kit/wire.mts',
	);
	const sent = wire.take();
	const lines = sent.map((request) => `\t${lineOf(request)}`);
	if (sent.length === 1 && sent[0]?.method !== 'GET') {
		wire.isSilent = true;
		const { json } = await runSaved(saved, service);
		lines.push(`\tanswered with nothing: ${JSON.stringify(json)}`);
		wire.isSilent = false;
		wire.take();
	}
	return [saved.title, ...lines];
}

/**
 * Expects that the operations send what they sent before for their saved workflows: one file for each operation in
 * `test/requests/`. `values.mts` tries other values of each parameter.
 */
export function itSendsAsBefore(guarded: DescribedOperation[]): void {
	describe('the requests of saved workflows are unchanged', () => {
		const wire = new Wire();
		it.each(guarded)('$name', async ({ node, option }) => {
			const operation = String(option.value);
			const saved = savedNodes.filter(
				(saved) => saved.node === node && saved.operation === operation,
			);
			const lines: string[] = [];
			for (const each of saved) lines.push(...(await linesOf(wire, each)));
			expect(
				saved.length,
				`no saved workflow has ${node}.${operation}: npm run workflows:add`,
			).toBeGreaterThan(0);
			await expect(
				lines.join('\n'),
				'Check each changed line; `npx vitest run test/requests.test.mts -u` accepts them',
			).toMatchFileSnapshot(
				fileURLToPath(new URL(`../requests/${node}/${operation}.txt`, import.meta.url)),
			);
		});
	});
}
