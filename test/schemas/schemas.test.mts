import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { loadOutputSchema } from 'n8n-core';
import { describe, expect, it } from 'vitest';

import { operations } from '../../scripts/lib/descriptions.mts';
import { committedFiles, fileOf } from '../../scripts/schemas/files.mts';
import { outputSchemas } from '../../scripts/schemas/schemas.mts';
import { itFitsItsSchema } from '../guards/schemas.mts';

const schemas = outputSchemas();
const BUILT_NODES = fileURLToPath(new URL('../../dist/nodes', import.meta.url));

/** Every operation of the built package, as `<node>.<operation>`. */
const names = operations.map(({ name }) => name);

describe('the output schemas in nodes/', () => {
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

itFitsItsSchema(operations);
