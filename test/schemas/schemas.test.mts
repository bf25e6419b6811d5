import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { loadOutputSchema } from 'n8n-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { operations } from '../../scripts/lib/descriptions.mts';
import { credentialFor, filledIn, runSaved, savedNodes } from '../kit/saved.mts';
import { startService, type RunningService } from '../../service/index.mts';
import { committedFiles, fileOf } from '../../scripts/schemas/files.mts';
import { outputSchemas, schemaFiles } from '../../scripts/schemas/schemas.mts';
import { defined } from '../kit/defined.mts';

const schemas = outputSchemas();
const BUILT_NODES = fileURLToPath(new URL('../../dist/nodes', import.meta.url));

/** Every operation of the built package, as `<node>.<operation>`. */
const names = operations.map(({ name }) => name);

describe('the output schemas in nodes/', () => {
	it('are those that npm run schemas writes', async () => {
		expect(committedFiles(), '`npm run schemas` writes them').toEqual(await schemaFiles());
	});

	it('exist for every operation, and for nothing else', () => {
		expect(
			Object.keys(committedFiles()).sort(),
			'`npm run schemas` writes them, of what the operations in nodes/ name as their output',
		).toEqual(names.map(fileOf).sort());
	});

	it.each(names)('of %s are found by n8n in the built package', (operation) => {
		const [nodeDir = ''] = fileOf(operation).split('/');
		const [resource = '', name = ''] = operation.split('.');
		const found = loadOutputSchema({
			nodeDir: join(BUILT_NODES, nodeDir),
			version: 1,
			resource,
			operation: name,
		});
		expect(found).toEqual(schemas[operation]);
	});
});

let running: RunningService;
beforeAll(async () => {
	running = await startService();
});
afterAll(async () => await running.close());

/** Operations with undocumented columns: the rows of reports. */
const HAS_OTHER_NAMES = ['analytics.getReport'];

describe.each(names)('%s', (operation) => {
	const saved = savedNodes.filter((node) => `${node.node}.${node.operation}` === operation);

	it('returns items that fit its schema', async () => {
		const schema = defined(schemas[operation], operation);
		const items = [];
		for (const node of saved) {
			const { output, ...parameters } = filledIn(node, running.service);
			const credential = credentialFor(node, running.service);
			const { json, error } = await runSaved(node, running.service, { parameters, credential });
			expect(error).toBeUndefined();
			items.push(...json);
		}
		expect(items, `no workflow in test/workflows/ returns items of ${operation}`).not.toEqual([]);
		const valid = z.fromJSONSchema(schema, { defaultTarget: 'openapi-3.0' });
		for (const item of items) expect(valid.safeParse(item).error?.issues).toBeUndefined();
		const unnamed = items
			.flatMap(Object.keys)
			.filter((name) => !(name in (schema.properties ?? {})));
		const hint = 'add these names to the kind of record that the operation returns, in records.ts';
		if (!HAS_OTHER_NAMES.includes(operation)) expect(unnamed, hint).toEqual([]);
	});
});
