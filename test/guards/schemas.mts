import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import type { DescribedOperation } from '../../scripts/lib/descriptions.mts';
import { committedFiles, fileOf } from '../../scripts/schemas/files.mts';
import { outputSchemas, schemaFiles } from '../../scripts/schemas/schemas.mts';
import type { RunningService } from '../../service/index.mts';
import { openService } from '../kit/service.mts';
import { defined } from '../kit/defined.mts';
import { credentialFor, filledIn, expectSuccess, runSaved, savedNodes } from '../kit/saved.mts';

/** Operations with undocumented columns: the rows of reports. */
const HAS_OTHER_NAMES = ['analytics.getReport'];

/** Expects that operations have the output schema that the editor shows before the first run, and return such items. */
export function itFitsItsSchema(guarded: DescribedOperation[]): void {
	const schemas = outputSchemas();
	let running: RunningService;
	let written: Record<string, string> = {};
	beforeAll(async () => {
		running = await openService();
		written = await schemaFiles();
	});
	afterAll(async () => await running.close());

	describe.each(guarded.map(({ name }) => name))('the output schema of %s', (operation) => {
		it('is the one that npm run schemas writes', () => {
			const file = fileOf(operation);
			expect(committedFiles()[file], '`npm run schemas` writes it').toBe(written[file]);
		});

		it('fits the items of its saved workflows', async () => {
			const schema = defined(schemas[operation], operation);
			const saved = savedNodes.filter((node) => `${node.node}.${node.operation}` === operation);
			const items = [];
			for (const node of saved) {
				const { output, ...parameters } = filledIn(node, running.service);
				const credential = credentialFor(node, running.service);
				const { json, error } = await runSaved(node, running.service, { parameters, credential });
				expectSuccess(node, { error });
				items.push(...json);
			}
			expect(
				items,
				`No workflow in test/workflows/ returns items of ${operation}: choose other values, or records in service/handlers/`,
			).not.toEqual([]);
			const valid = z.fromJSONSchema(schema, { defaultTarget: 'openapi-3.0' });
			for (const item of items) expect(valid.safeParse(item).error?.issues).toBeUndefined();
			const unnamed = items
				.flatMap(Object.keys)
				.filter((name) => !(name in (schema.properties ?? {})));
			const hint =
				'Add these names to the kind of record that the operation returns, in records.ts';
			if (!HAS_OTHER_NAMES.includes(operation)) expect(unnamed, hint).toEqual([]);
		});
	});
}
