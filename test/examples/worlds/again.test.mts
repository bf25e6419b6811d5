// Every example that writes to customers or reacts to events: two copies of it for two products in one n8n, and what has
// happened once more in another shape.
import type { INode } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { exampleNames, readExample } from '../../../scripts/lib/examples.mts';
import type { WorkflowDefinition } from '../../../scripts/lib/n8nApi.mts';
import { defined } from '../../kit/defined.mts';
import { parsed } from '../../kit/json.mts';
import type { RunningExample } from './engine.mts';
import { isOfType, isOurs } from '../facts.mts';
import { playedIn, startsWithEvents, type Played } from './play.mts';
import { lettersOf, messagesIn, recipientsOf, textsIn } from './sent.mts';
import { ExampleWorld, SECOND_PRODUCT, published } from './world.mts';

/** One person of each product in each kind. */
const OF_EACH_PRODUCT = 2;
/** One person of almost each status in each kind. */
const OF_EACH_STATUS = 4;

const concerned = exampleNames.filter(
	(name) => startsWithEvents(name) || readExample(name).nodes.some(isOfType('emailSend')),
);

/** Whether a box changes records of the service. */
const isWriting = (node: INode): boolean =>
	isOurs(node) && !/^(get|count|find|check|wait|undefined)/.test(String(node.parameters.operation));

/** Returns a copy of an example for another product. */
const forOther = (workflow: WorkflowDefinition): WorkflowDefinition =>
	parsed(JSON.stringify(workflow).replaceAll('"101"', `"${SECOND_PRODUCT}"`));

/** Returns what people got: letters with their words, messages to the team by their place. */
const gotFrom = ({ sent, addresses }: Played): string[] => {
	const letters = lettersOf(sent, addresses).map((one) =>
		[one.node.name, ...recipientsOf(one), ...textsIn(one).map(([, text]) => text)].join(': '),
	);
	const messages = messagesIn(sent).map((one) => [one.node.name, ...recipientsOf(one)].join(': '));
	return [...letters, ...messages].sort();
};

/** What people got from each of several workflows that run beside each other in one n8n. */
const gotBeside = async (name: string, workflows: WorkflowDefinition[]) =>
	await ExampleWorld.with(
		name,
		{ size: OF_EACH_PRODUCT, hasTwoProducts: true, workflows },
		async (world) => {
			await world.begin();
			const got: string[][] = [];
			for (const example of world.examples)
				got.push(gotFrom(await playedIn(world, await world.look(example), example)));
			return got;
		},
	);

describe.each(concerned)('%s', (name) => {
	const [own, other] = [published(name), forOther(published(name))];
	const isSame = JSON.stringify(own) === JSON.stringify(other);

	// Of the same records, the second copy finds those that the first has changed.
	if (!isSame || !own.nodes.some(isWriting))
		test('two copies for two products each do what they do alone', async () => {
			const first = await gotBeside(name, [own]);
			const second = isSame ? first : await gotBeside(name, [other]);
			expect(await gotBeside(name, [own, other])).toEqual([...first, ...second]);
		});

	test('writes to nobody twice about what happens once more in another shape', async () => {
		const subjects = await ExampleWorld.with(name, { size: OF_EACH_STATUS }, async (world) => {
			await world.begin();
			const got: string[] = [];
			const play = async (example: RunningExample) => {
				const { sent, addresses } = await playedIn(world, await world.look(example), example);
				const letters = lettersOf(sent, addresses);
				got.push(
					...letters.map((one) =>
						[one.node.name, ...recipientsOf(one), one.parameters.subject].join(': '),
					),
				);
			};
			await play(world.example);
			world.leave();
			await play(world.example);
			world.comeBack();
			await play(world.example);
			return got;
		});
		expect(subjects.filter((one, index) => subjects.indexOf(one) !== index)).toEqual([]);
	});
});

test('a copy differs from its example', () => {
	const [name] = concerned;
	const workflow = published(defined(name));
	expect(forOther(workflow)).not.toEqual(workflow);
});
