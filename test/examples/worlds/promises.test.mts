// What is said of all examples: that each of them fails where it should.
import type { INode } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { exampleNames, readExample } from '../../../scripts/lib/examples.mts';
import type { Fault } from '../../../service/index.mts';
import { boxesOf, isAsking, isOfType, isOurs } from '../facts.mts';
import { examplesWith, LIMIT, play, withoutRoom } from './play.mts';
import { pagesOf } from './sent.mts';
import { ExampleWorld, published } from './world.mts';

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

/** The operations that change what the service has. */
const CHANGES = /^(create|createOrUpdate|update|report|syncItems|(grant|revoke|sync)Access)$/;
const isChanging = (node: INode) =>
	asksService(node) && CHANGES.test(String(node.parameters.operation));

/** The service takes no change. It answers everything else. */
const REFUSED: Fault[] = ['POST', 'PUT', 'DELETE'].map((method) => ({
	match: { method },
	status: 422,
}));

test.each(examplesWith(isChanging).filter((name) => !ANSWERED.includes(name)))(
	'%s fails when the service refuses each change',
	async (example) => {
		const { writes } = await play(example, { size: SIZE });
		expect(writes, 'what it changes').not.toEqual([]);
		expect(await play(example, { size: SIZE, fault: REFUSED })).toMatchObject({
			writes: [],
			hasFailed: true,
		});
	},
);

const hasLimit = ({ parameters }: INode) => LIMIT.test(JSON.stringify(parameters));
const isLimited = (example: string) => boxesOf(example).filter(isChanging).every(hasLimit);

test.each(examplesWith(hasLimit).filter((name) => isLimited(name) && !ANSWERED.includes(name)))(
	'%s fails at a limit, or asks somebody',
	async (example) => {
		const workflows = [withoutRoom(published(example))];
		const answer = (node: INode) => (isAsking(node) ? [{ data: { approved: false } }] : undefined);
		const { errors, sent, writes } = await play(example, { size: SIZE, workflows, answer });
		expect(writes, 'changed').toEqual([]);
		expect(errors.length > 0 || sent.some(({ node }) => isAsking(node))).toBe(true);
	},
);

const isCreating = (node: INode) =>
	asksService(node) &&
	/^(grantAccess|syncAccess|createOrUpdate)$/.test(String(node.parameters.operation));

/** One takes addresses alone, the other gives access back to customers. */
const WITHOUT_NAMES = ['comp-access', 'undo-a-run'];
const withNames = examplesWith(isCreating).filter((name) => !WITHOUT_NAMES.includes(name));

test.each(withNames)('%s creates customers with their names', async (example) => {
	const bodies = await ExampleWorld.with(example, { size: SIZE }, async (world) => {
		await world.begin();
		await world.run(await world.look());
		return world.service.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
	});
	const created = bodies.filter((body) => body.includes('email'));
	expect(created).not.toEqual([]);
	expect(created.filter((body) => !/"name":"\w+ Example/.test(body))).toEqual([]);
});

const isScheduled = isOfType('scheduleTrigger');
const hasDryRun = ({ parameters }: INode) => /"dryRun":true/.test(JSON.stringify(parameters));

test.each(examplesWith(isScheduled).filter((name) => boxesOf(name).some(hasDryRun)))(
	'%s changes nothing as it is delivered',
	async (example) => {
		const workflows = [readExample(example)];
		const { writes, executions } = await play(example, { size: SIZE, workflows });
		expect(executions.length, 'executions').toBeGreaterThan(0);
		expect(writes).toEqual([]);
	},
);

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
