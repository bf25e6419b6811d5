import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import type * as Flow from 'n8n-workflow';
import type { INode, INodeParameters, INodeType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { manifest } from '../../scripts/lib/package.mts';
import { PACKAGE_NAME, ROOT } from '../../scripts/lib/paths.mts';
import type { WorkflowDefinition } from '../../scripts/lib/n8nApi.mts';
import { parsed } from '../kit/json.mts';
import { VERSIONS } from './install.mts';

const versions = readdirSync(VERSIONS).filter((name) => /^\d+\.\d+\.\d+$/.test(name));

/** All saved workflows: of the tests, the examples and the demo. */
const workflows = ['test/workflows', 'examples', 'scripts/demo'].flatMap((folder) =>
	readdirSync(path.join(ROOT, folder))
		.filter((file) => file.endsWith('.json'))
		.map((file) => {
			const text = readFileSync(path.join(ROOT, folder, file), 'utf8');
			// n8n imports one workflow or a list.
			const [workflow] = [parsed<WorkflowDefinition | WorkflowDefinition[]>(text)].flat();
			if (workflow === undefined) throw new Error(`${folder}/${file} is empty`);
			return { name: `${folder}/${file}`, workflow };
		}),
);

const isOurs = ({ type }: INode) => type.startsWith(`${PACKAGE_NAME}.`);

type Constructor = new () => INodeType;

/** Loads the nodes of the built package with this version of n8n-workflow. */
function load(version: string) {
	const folder = path.join(VERSIONS, version);
	const require = createRequire(path.join(folder, 'package.json'));
	const { NodeHelpers, Workflow } = require('n8n-workflow') as typeof Flow;
	const types = manifest().n8n.nodes.map((file): [string, INodeType] => {
		const [type] = Object.values(require(path.join(folder, file)) as Record<string, Constructor>);
		if (type === undefined) throw new Error(`${file} has no node`);
		const node = new type();
		return [`${PACKAGE_NAME}.${node.description.name}`, node];
	});
	return { NodeHelpers, Workflow, types: new Map(types) };
}

type Loaded = ReturnType<typeof load>;

/** Returns the path of each value that a person has set. */
function paths(value: unknown, above: string[] = []): string[] {
	if (typeof value !== 'object' || value === null || '__rl' in value) return [above.join('.')];
	return Object.entries(value).flatMap(([name, inner]) => paths(inner, [...above, name]));
}

/** The suffix that n8n adds to the name of a node used as a tool. */
const TOOL = /Tool$/;

function typeOf({ types }: Loaded, name: string): INodeType | undefined {
	const toolOf = types.get(name.replace(TOOL, ''));
	return types.get(name) ?? (toolOf?.description.usableAsTool ? toolOf : undefined);
}

/** Returns the parameters that this version of n8n drops, and its issues with the others. */
function problems(loaded: Loaded, node: INode): string[] {
	const { NodeHelpers } = loaded;
	const type = typeOf(loaded, node.type);
	if (type === undefined) return [`${node.name}: there is no ${node.type}`];
	const { description } = type;
	// n8n adds the poll times itself.
	const { pollTimes, ...parameters } = node.parameters;
	const kept: INodeParameters | null = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		node,
		description,
	);
	const keptPaths = new Set(paths(kept));
	const lost = paths(parameters).filter((name) => !keptPaths.has(name));
	const issues = NodeHelpers.getNodeParametersIssues(
		description.properties,
		{ ...node, parameters: kept ?? {} },
		description,
	);
	return [
		...lost.map((name) => `${node.name}: ${name} is not kept`),
		...Object.values(issues?.parameters ?? {})
			.flat()
			.map((issue) => `${node.name}: ${issue}`),
	];
}

it('finds versions and workflows to try', () => {
	expect(versions.length).toBeGreaterThan(1);
	expect(workflows.length).toBeGreaterThan(15);
});

describe.each(versions)('n8n-workflow %s', (version) => {
	const loaded = load(version);

	it.each(workflows)('resolves $name', ({ name, workflow: { nodes, connections } }) => {
		const ours = nodes.filter(isOurs);
		// Only the error workflow has none: it reports the failures of the others.
		expect(ours.length === 0).toBe(name.includes('when-a-workflow-fails'));
		expect(ours.flatMap((node) => problems(loaded, node))).toEqual([]);

		const nodeTypes = {
			getByName: (name: string) => typeOf(loaded, name),
			getByNameAndVersion: (name: string) => typeOf(loaded, name),
			getKnownTypes: () => ({}),
		} as unknown as Flow.INodeTypes;
		const resolved = new loaded.Workflow({ nodes, connections, active: false, nodeTypes });
		const reached = Object.values(connections).flatMap(({ main = [] }) =>
			main.flatMap((targets) => (targets ?? []).map(({ node }) => node)),
		);
		for (const name of reached) expect(resolved.getParentNodes(name), name).not.toEqual([]);
	});
});
