import { createRequire } from 'node:module';

import type * as Core from 'n8n-core';
import type * as Flow from 'n8n-workflow';

import { defined } from './defined.mts';
import { executable } from './executable.mts';
import { ROOT } from './paths.mts';

// With `require`, so that the built package, n8n-core and the importing module share one n8n-workflow.
const require = createRequire(import.meta.url);
const core = require('n8n-core') as typeof Core;
const flow = require('n8n-workflow') as typeof Flow;

const loader = new core.PackageDirectoryLoader(ROOT);

/** Creates every node. Its error has the cause, which that of n8n's loader lacks. */
function createNodes(): void {
	const { n8n } = require('../../package.json') as { n8n: { nodes: string[] } };
	for (const file of n8n.nodes) {
		const classes = require(`${ROOT}/${file}`) as Record<string, new () => unknown>;
		for (const Node of Object.values(classes)) new Node();
	}
}

await loader.loadAll().catch((error: unknown) => {
	createNodes();
	throw error;
});

/** The node types of the built package by their short names. */
export const nodeTypes = Object.fromEntries(
	Object.entries(loader.nodeTypes).map(([name, { type }]) => [
		name,
		executable({ core, flow }, type),
	]),
);

/** Returns a node type; throws for an unknown name. */
export const nodeTypeOf = (name: string): Flow.INodeType =>
	defined(nodeTypes[name], `the node ${name}`);

export const credentialTypes = Object.fromEntries(
	Object.entries(loader.credentialTypes).map(([name, { type }]) => [name, type]),
);
