// The error workflow where n8n's memory of *Remove Duplicates* is full: failures are posted all the same.
import { expect, test } from 'vitest';

import { withNodes } from '../../scripts/lib/examples.mts';
import { readIn } from './members.mts';
import { ExampleWorld, published } from './worlds/world.mts';

test('when-a-workflow-fails posts each failure while the memory of repeats is full', async () => {
	const workflow = withNodes(published('when-a-workflow-fails'), (node) =>
		node.type.endsWith('.removeDuplicates')
			? { ...node, parameters: { ...node.parameters, options: { historySize: 1 } } }
			: node,
	);
	const options = { size: 0, workflows: [workflow] };
	await ExampleWorld.with('when-a-workflow-fails', options, async (world) => {
		for (const id of ['1', '2', '3']) {
			const error = { message: `No address in row ${id}`, description: 'Add one.' };
			const json = { workflow: { id, name: 'Nightly' }, execution: { error } };
			expect((await world.execute('A Workflow Failed', { json })).error).toBeUndefined();
			expect(readIn(world)).toContain(`Nightly failed:\nNo address in row ${id}. Add one.`);
		}
	});
});
