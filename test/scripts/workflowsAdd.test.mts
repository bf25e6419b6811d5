import { readdirSync, readFileSync } from 'node:fs';

import { resolveConfig } from 'prettier';
import { expect, it } from 'vitest';

import { pathOf } from '../../scripts/docs/files.mts';
import type { WorkflowDefinition } from '../../scripts/lib/n8nApi.mts';
import { builtInNode, chain, chained } from '../../scripts/lib/workflows.mts';
import { withAddedNodes } from '../../scripts/workflows/insert.mts';
import { parsed } from '../kit/json.mts';

const ADDED = ['First new', 'Second new'].map((name) => builtInNode(name, 'noOp', 1, { a: [1] }));
const style = await resolveConfig(pathOf('package.json'));

it.each(readdirSync(pathOf('test/workflows')))(
	'npm run workflows:add changes only its own lines of %s',
	async (file) => {
		const text = readFileSync(pathOf(`test/workflows/${file}`), 'utf8');
		const before = parsed<WorkflowDefinition>(text);
		const added = await withAddedNodes(text, ADDED, style);
		const nodes = [...before.nodes, ...ADDED];
		const connections = chained(...nodes.map(({ name }) => name));
		expect(parsed(added)).toEqual({ ...before, nodes, connections });
		// A comma follows what was last before.
		const lines = added.split('\n').map((line) => line.replace(/,$/, ''));
		let place = -1;
		for (const line of text.split('\n')) {
			place = lines.indexOf(line.replace(/,$/, ''), place + 1);
			expect(place, line).toBeGreaterThanOrEqual(0);
		}
	},
);

it('npm run workflows:add begins a workflow for a new node', async () => {
	const text = JSON.stringify({ ...chain('New'), settings: {} }, null, '\t');
	const { nodes, connections } = parsed<WorkflowDefinition>(
		await withAddedNodes(text, ADDED, style),
	);
	expect(nodes.map(({ name }) => name)).toEqual(['Start', 'First new', 'Second new']);
	expect(Object.keys(connections)).toEqual(['Start', 'First new']);
});
