import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { asObject, isObject } from '../../nodes/shared/data/json.ts';
import { fieldsWithin, operations } from '../../scripts/lib/descriptions.mts';
import type { SimulatedService } from '../../service/index.mts';
import { openService } from '../kit/service.mts';
import { parsed } from '../kit/json.mts';
import { credentialFor, runSaved, type SavedNode } from '../kit/saved.mts';

const HOSTILE = '<!channel> *now* https://evil.com';
const WRITTEN = /^(?:name|title|description|short_description|content|label|message)$/;

/** Replaces every text that somebody may have written. */
function hostile(value: unknown, name = ''): unknown {
	if (typeof value === 'string') return WRITTEN.test(name) ? HOSTILE : value;
	if (Array.isArray(value)) return value.map((entry: unknown) => hostile(entry, name));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, hostile(inner, key)]),
	);
}

/** Lets the service respond with hostile texts. */
function makeHostile(service: SimulatedService): void {
	const handle = service.handle.bind(service);
	service.handle = (request) => {
		const answer = handle(request);
		if (answer.body === '') return answer;
		return { ...answer, body: JSON.stringify(hostile(parsed(answer.body))) };
	};
}

/** The names of the operations whose Options offer Safe Text, as `<node>.<operation>`. */
const offering = new Set(
	operations
		.filter(({ fields }) => fields.flatMap(fieldsWithin).some(({ name }) => name === 'safeText'))
		.map(({ name }) => name),
);

/** Runs saved workflows with Safe Text against a service with hostile texts, and expects none of them in the output. */
export function itMakesTextsSafe(guarded: SavedNode[]): void {
	const cases = guarded.filter(({ node, operation }) => offering.has(`${node}.${operation}`));
	if (cases.length === 0) return;
	describe('with Safe Text, no text of others can do anything', () => {
		it.each(cases.map((saved) => [saved.title, saved] as const))('%s', async (_, saved) => {
			for (const output of ['simplified', 'full']) {
				const { service, close } = await openService();
				makeHostile(service);
				const options = { ...asObject(saved.parameters.options), safeText: true };
				const parameters = { ...saved.parameters, output, options } as INodeParameters;
				const credential = credentialFor(saved, service);
				const result = await runSaved({ ...saved, parameters }, service, { credential });
				await close();
				// A workflow that builds on the one before it fails alone, and returns nothing.
				expect(JSON.stringify(result.json)).not.toMatch(/<!|\*now|:\/\/evil|evil\.com/);
			}
		});
	});
}
