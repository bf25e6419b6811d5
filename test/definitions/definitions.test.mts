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
import { nodeTypes, PACKAGE } from '../kit/engine.mts';
import { parsed } from '../kit/json.mts';

/**
 * The definitions that n8n's workflow builder and MCP server give to a model, made by n8n's own
 * generator: one for each operation, with what goes in and what comes out.
 */

const WORKFLOWS = fileURLToPath(new URL('../workflows/', import.meta.url));

let made = '';

beforeAll(async () => {
	made = mkdtempSync(path.join(tmpdir(), 'definitions-'));
	// What n8n adds to every node is its own; what is no data, such as a function, it does not read.
	const described = Object.values(nodeTypes).map(({ description }) => ({
		...description,
		name: `${PACKAGE}.${description.name}`,
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

/** The definitions of a node's operations; of the trigger, its only one. */
function definitionsOf(name: string): Definition[] {
	const folder = path.join(made, 'nodes', PACKAGE, name);
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts') && path.basename(file) !== 'index.ts')
		.sort()
		.map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));
}

describe('what the workflow builder is told', () => {
	it('says of each thing that has to be chosen that it is required', () => {
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
			}
		}
	});

	it('is one definition for each operation', () => {
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
		.filter(({ type }) => type.startsWith(`${PACKAGE}.`))
		.map((node) => ({ title: `${file}: ${node.name}`, node })),
);

/** What n8n takes and its definitions have no word for. */
const UNSAID: Record<string, RegExp> = {
	// An expression that gives several choices at once.
	'catalogue-import: Create Video': /additionalFields\.plans" has wrong type/,
	'catalogue-import: Update Video': /updateFields\.plans" has wrong type/,
	// A locator that was stored as an id alone.
	'collection.json: Create, Season': /additionalFields\.seriesId": Must be an n8n expression/,
};

/** What the definition of its operation says against a node. */
function faultsOf({ type, parameters }: INode): string[] {
	const isToolNode = type.endsWith('Tool');
	const { errors } = validateNodeConfig(type, 1, { parameters }, { isToolNode });
	return errors.map(({ message }) => message);
}

describe('the definitions', () => {
	it.each(stored)('fit $title', ({ title, node }) => {
		const unsaid = UNSAID[title];
		expect(faultsOf(node)).toEqual(unsaid ? [expect.stringMatching(unsaid)] : []);
	});

	it('are read: what does not fit is found', () => {
		const node = stored[0]?.node;
		if (!node) expect.fail('There is no stored workflow');
		expect(faultsOf({ ...node, parameters: { operation: 'nonsense' } })).toEqual([
			expect.stringContaining('nonsense'),
		]);
	});
});
