import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { setSchemaBaseDirs, validateNodeConfig } from '@n8n/workflow-sdk';
import {
	orchestrateGeneration,
	type NodeTypeDescription,
} from '@n8n/workflow-sdk/scripts/generate-types';
import type { INode } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exampleNames, readExample } from '../../scripts/lib/examples.mts';
import { operations } from '../../scripts/lib/descriptions.mts';
import { PACKAGE_NAME } from '../../scripts/lib/paths.mts';
import { nodeTypes } from '../kit/engine.mts';
import { parsed } from '../kit/json.mts';

/**
 * The definitions that n8n's workflow builder and MCP server pass to a model, made by n8n's own generator: one for each
 * operation, with its parameters and output.
 */

const WORKFLOWS = fileURLToPath(new URL('../workflows/', import.meta.url));

let made = '';

beforeAll(async () => {
	made = mkdtempSync(path.join(tmpdir(), 'definitions-'));
	// The generator does not read what n8n adds to every node, nor functions.
	const described = Object.values(nodeTypes).map(({ description }) => ({
		...description,
		name: `${PACKAGE_NAME}.${description.name}`,
		properties: description.properties.filter(({ name }) => name !== 'requestOptions'),
	}));
	const nodes = parsed<NodeTypeDescription[]>(JSON.stringify(described));
	await orchestrateGeneration({ nodes, outputDir: made });
	setSchemaBaseDirs([made]);
});

afterAll(() => {
	setSchemaBaseDirs([]);
	rmSync(made, { recursive: true, force: true });
});

interface Definition {
	file: string;
	text: string;
}

/** Returns the definitions of a node's operations, or the trigger's single one. */
function definitionsOf(name: string): Definition[] {
	const folder = path.join(made, 'nodes', PACKAGE_NAME, name);
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts') && path.basename(file) !== 'index.ts')
		.sort()
		.map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));
}

describe('the definitions for the workflow builder', () => {
	it('mark every required locator as required', () => {
		let compared = 0;
		for (const { node, option, fields } of operations) {
			const required = fields.filter(
				({ type, required }) => type === 'resourceLocator' && required,
			);
			const words = `operation: '${String(option.value)}';`;
			const text = definitionsOf(node).find((definition) => definition.text.includes(words))?.text;
			for (const { name } of required) {
				expect(text, `${node} ${words}`).toMatch(
					new RegExp(`Required: say[^/]*\\*/\\s*${name}\\?:`),
				);
				compared += 1;
			}
		}
		expect(compared).toBeGreaterThan(40);
	});

	it('exist once for each operation', () => {
		for (const [name, { description }] of Object.entries(nodeTypes)) {
			const operation = description.properties.find((field) => field.name === 'operation');
			expect(definitionsOf(name), name).toHaveLength(operation?.options?.length ?? 1);
		}
	});
});

interface Stored {
	title: string;
	node: INode;
}

const stored: Stored[] = [
	...readdirSync(WORKFLOWS).map((file) => ({
		file,
		nodes: parsed<{ nodes: INode[] }>(readFileSync(path.join(WORKFLOWS, file), 'utf8')).nodes,
	})),
	...exampleNames.map((file) => ({ file, nodes: readExample(file).nodes })),
].flatMap(({ file, nodes }) =>
	nodes
		.filter(({ type }) => type.startsWith(`${PACKAGE_NAME}.`))
		.map((node) => ({ title: `${file}: ${node.name}`, node })),
);

/** Values that n8n accepts and its definitions cannot express. */
const UNSAID: Record<string, RegExp> = {
	// An expression for several choices.
	'catalog-import: Create Video': /additionalFields\.plans" has wrong type/,
	'catalog-import: Update Video': /updateFields\.plans" has wrong type/,
	// A locator stored as a plain id.
	'collection.json: Create, Season': /additionalFields\.seriesId": Must be an n8n expression/,
};

/** Returns why a node does not match the definition of its operation. */
function faultsOf({ type, parameters }: INode): string[] {
	const isToolNode = type.endsWith('Tool');
	const { errors } = validateNodeConfig(type, 1, { parameters }, { isToolNode });
	return errors.map(({ message }) => message);
}

describe('the definitions', () => {
	it.each(stored)('match the stored node $title', ({ title, node }) => {
		const unsaid = UNSAID[title];
		expect(faultsOf(node)).toEqual(unsaid ? [expect.stringMatching(unsaid)] : []);
	});

	it('reject a node with a wrong value', () => {
		const node = stored[0]?.node;
		if (!node) expect.fail('There is no stored workflow');
		expect(faultsOf({ ...node, parameters: { operation: 'nonsense' } })).toEqual([
			expect.stringContaining('nonsense'),
		]);
	});
});
