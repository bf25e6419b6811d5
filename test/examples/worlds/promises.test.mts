// What is said of all examples: that each of them fails where it should.
import type { INode, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { exampleNames, readExample } from '../../../scripts/lib/examples.mts';
import type { WorkflowDefinition } from '../../../scripts/lib/n8nApi.mts';
import type { Fault } from '../../../service/index.mts';
import { parsed } from '../../kit/json.mts';
import { boxesOf, isOfType, isOurs } from '../facts.mts';
import { examplesWith, play } from './play.mts';
import { pagesOf } from './sent.mts';
import { published } from './world.mts';

const SIZE = 3;

/** The imports say in the file or on the page that somebody waits for what failed, and their execution succeeds. */
const ANSWERED = ['bulk-import', 'catalog-import'];

/** Whether a box of ours runs as a step: the tools of an agent are called by the agent alone. */
const asksService = (node: INode) => isOurs(node) && !/Trigger$|Tool$/.test(node.type);

const FAULTS: Array<[title: string, fault: Fault]> = [
	['the service is dead', { kind: 'html', status: 503 }],
	['the key is refused', { kind: 'status', status: 401 }],
];

describe.each(FAULTS)('when %s,', (_, fault) => {
	test.each(examplesWith(asksService).filter((name) => !ANSWERED.includes(name)))(
		'each execution of %s that asks it fails',
		async (example) => {
			const { executions } = await play(example, { size: SIZE, fault });
			const asking = executions.filter(({ asked }) => asked > 0);
			expect(asking.length, 'executions that ask').toBeGreaterThan(0);
			expect(asking.filter(({ error }) => error === undefined).length, 'that are green').toBe(0);
		},
	);
});

const LIMIT = /^stopIfMore(Granted|Revoked)Than$/;

/** Returns a workflow whose limits let nothing pass. */
function withoutRoom(workflow: WorkflowDefinition): WorkflowDefinition {
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: parsed<INodeParameters>(
			JSON.stringify(node.parameters, (name, value: unknown) => (LIMIT.test(name) ? '0' : value)),
		),
	}));
	return { ...workflow, nodes };
}

const hasLimit = ({ parameters }: INode) =>
	Object.keys(parameters).some((name) => LIMIT.test(name));
const asks = ({ parameters: { operation } }: INode) => operation === 'sendAndWait';

test.each(examplesWith(hasLimit))('%s fails at a limit, or asks somebody', async (example) => {
	const workflows = [withoutRoom(published(example))];
	const { errors, sent, writes } = await play(example, { size: SIZE, workflows });
	expect(writes, 'changed').toEqual([]);
	expect(errors.length > 0 || sent.some(({ node }) => asks(node))).toBe(true);
});

test.each(examplesWith(isOfType('form')))(
	'%s does the same when nobody opens the page of its form',
	async (example) => {
		const doneWith = async (isPageOpened: boolean) => {
			const { sent, writes } = await play(example, { size: SIZE, isPageOpened });
			const pages = new Set(pagesOf(sent));
			return [...sent.filter((one) => !pages.has(one)).map(({ node }) => node.name), ...writes];
		};
		expect(await doneWith(false)).toEqual(await doneWith(true));
	},
);

test.each(exampleNames)('%s continues on an error only where something follows', (example) => {
	const { connections } = readExample(example);
	const isFollowed = ({ name }: INode) => connections[name]?.main?.[0]?.length;
	const swallowing = boxesOf(example).filter(
		(box) =>
			box.onError === 'continueRegularOutput' &&
			!isFollowed(box) &&
			connections[box.name]?.ai_tool === undefined,
	);
	expect(swallowing.map(({ name }) => name)).toEqual([]);
});
