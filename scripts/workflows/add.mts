// `npm run workflows:add`: adds a node for each operation that no saved workflow in test/workflows uses, with a value in
// each of its parameters. Review the values. For a new node, it also adds the guards over its operations to its tests. It
// names the fields of other operations that no saved workflow has.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INode } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';

import { listNodes } from '../docs/manifest.mts';
import build from '../lib/build.mts';
import { defined } from '../lib/defined.mts';
import type { DescribedOperation } from '../lib/descriptions.mts';
import { parsed } from '../lib/json.mts';
import type { WorkflowDefinition } from '../lib/n8nApi.mts';
import { chain, packageNode } from '../lib/workflows.mts';
import { withAddedNodes } from './insert.mts';

// The imported modules read the built package, so it is built first, with new nodes listed in package.json.
listNodes();
await build();
const { operations } = await import('../lib/descriptions.mts');
const { nodeTypeOf } = await import('../lib/nodeTypes.mts');
const { parametersFor } = await import('./values.mts');
const { assertPathIsFilled, unusedFields } = await import('./unused.mts');

const CREDENTIALS = [
	{ type: 'videoSubscriptionApi', name: 'Simulated service (API key)' },
	{ type: 'videoSubscriptionOAuth2Api', name: 'Simulated service (OAuth2)' },
];

const fileOf = (node: string): string =>
	fileURLToPath(new URL(`../../test/workflows/${node}.json`, import.meta.url));

/** Adds the test that runs the guards over all operations for a node. Returns whether it was missing. */
function addGuards(node: string): boolean {
	const folder = node.charAt(0).toUpperCase() + node.slice(1);
	const file = fileURLToPath(
		new URL(`../../test/nodes/${folder}/guards.test.mts`, import.meta.url),
	);
	if (existsSync(file)) return false;
	mkdirSync(path.dirname(file), { recursive: true });
	const code = `import { guardNode } from '../../guards/node.mts';\n\nguardNode('${node}');\n`;
	writeFileSync(file, code);
	console.log(`test/nodes/${folder}/guards.test.mts`);
	return true;
}

const style = await resolveConfig(fileURLToPath(import.meta.url));

/** Returns the text of a node's saved workflow; that of a new node has a start and nothing else. */
async function savedOf(node: string): Promise<string> {
	if (existsSync(fileOf(node))) return readFileSync(fileOf(node), 'utf8');
	const name = `Every parameter of ${nodeTypeOf(node).description.displayName}`;
	const settings = { executionOrder: 'v1', timezone: 'Europe/Berlin' };
	const workflow = JSON.stringify({ ...chain(name), settings }, null, '\t');
	return await format(workflow, { ...style, parser: 'json' });
}

function nodeFor(operation: DescribedOperation, index: number): INode {
	const { description, customOperations } = nodeTypeOf(operation.node);
	const { credentials = [] } = description;
	const isForAllItems =
		String(operation.option.value) in (customOperations?.[operation.node] ?? {});
	const isTaken = (type: string) => credentials.some(({ name }) => name === type);
	const credential = defined(CREDENTIALS.find(({ type }) => isTaken(type)));
	const reference = { ...credential, id: credential.type };
	return {
		...packageNode(operation.node, operation.option.name, parametersFor(operation), reference),
		id: randomUUID(),
		position: [220 * index, 0],
		// An operation that takes all items at once may refuse to read the first one alone.
		...(!isForAllItems && { executeOnce: true }),
		alwaysOutputData: true,
	};
}

/** Returns the operations of a node that its saved workflow does not use. */
function missingIn({ nodes }: WorkflowDefinition, node: string): DescribedOperation[] {
	const operationNames = nodes.map(({ parameters }) => parameters.operation);
	return operations.filter(
		(operation) => operation.node === node && !operationNames.includes(operation.option.value),
	);
}

/** Adds the operations that the saved workflow of a node lacks. Returns whether there were any. */
async function addOperations(node: string): Promise<boolean> {
	const text = await savedOf(node);
	const saved = parsed<WorkflowDefinition>(text);
	const missing = missingIn(saved, node);
	if (missing.length === 0) return false;
	missing.forEach(assertPathIsFilled);
	const added = missing.map((operation, index) => nodeFor(operation, saved.nodes.length + index));
	writeFileSync(fileOf(node), await withAddedNodes(text, added, style));
	console.log(`test/workflows/${node}.json: ${added.map(({ name }) => name).join(', ')}`);
	return true;
}

/** Prints the fields that the saved workflow of a node lacks. Returns whether there are any. */
async function printUnused(node: string): Promise<boolean> {
	const { nodes } = parsed<WorkflowDefinition>(await savedOf(node));
	const unused = operations
		.filter((operation) => operation.node === node)
		.flatMap((operation) => {
			const fields = unusedFields(operation, nodes, parametersFor(operation));
			return fields.map((field) => `${operation.option.name}: ${field}`);
		});
	if (unused.length === 0) return false;
	console.log(`Add by hand to test/workflows/${node}.json:\n\t${unused.join('\n\t')}`);
	return true;
}

let hasAdded = false;
let isComplete = true;
for (const node of new Set(operations.map((operation) => operation.node))) {
	const hasGuards = addGuards(node);
	hasAdded = (await addOperations(node)) || hasGuards || hasAdded;
	if (await printUnused(node)) isComplete = false;
}
if (!hasAdded && isComplete)
	console.log(
		'Nothing was added: the workflows in test/workflows/ use every operation and every field.',
	);
