// Every example runs in n8n's engine where what it uses is down, where there is nothing, and where n8n is killed.
import type { INode, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { exampleNames, readExample } from '../../../scripts/lib/examples.mts';
import type { DataTables } from './dataTables.mts';
import type { Sent } from './engine.mts';
import {
	isOfType,
	once,
	play,
	playedIn,
	playTimes,
	startsWithEvents,
	type Played,
} from './play.mts';
import {
	leavesOf,
	lettersOf,
	messagesIn,
	pagesOf,
	recipientsOf,
	strangeTexts,
	textsIn,
} from './sent.mts';
import { ExampleWorld } from './world.mts';

const SIZE = 2;
/** Three people of each kind. */
const MANY = 9;

const isMail = isOfType('emailSend');
const isChat = isOfType('slack', 'emailSend');
/** Forms, responses and waits are n8n's own. */
const isOfN8n = isOfType('form', 'respondToWebhook', 'wait');

/** Starts whose result somebody sees at once. */
const isWatched = isOfType('formTrigger', 'chatTrigger');

const isOther = (node: INode): boolean => !isOfN8n(node) && !isOfType('slack')(node);

const textOf = ({ parameters }: Pick<Sent, 'parameters'>): string => JSON.stringify(parameters);

const FAILURE = /:warning:|fail|not |n't|expired|error|unavailable/i;

const UNSAVED = /not in the log/;

/** The names and the content of the files that are sent. */
const filesOf = ({ files }: Sent): string[] =>
	files.flatMap(({ name, bytes }) => [name, bytes.toString('utf8')]);

/** Whether somebody reads these words, or n8n shows the execution as failed. */
const isToldAs = (words: RegExp, { sent, hasFailed }: Played): boolean =>
	hasFailed ||
	messagesIn(sent).some((one) => textsIn(one).some(([, text]) => words.test(text))) ||
	pagesOf(sent).some((one) =>
		[...filesOf(one), ...leavesOf(one).map(([, text]) => text)].some((text) => words.test(text)),
	);

/** Whether somebody reads of a failure, or n8n shows the execution as failed. */
const isTold = (outcome: Played): boolean => isToldAs(FAILURE, outcome);

/** Returns the nodes whose services took nothing. */
const failedNodes = ({ sent }: Played): string[] => [
	...new Set(sent.filter(({ isTaken }) => !isTaken).map(({ node }) => node.name)),
];

/** Returns what occurs more than once. */
const repeated = (texts: string[]): string[] =>
	texts.filter((text, index) => texts.indexOf(text) !== index);

/** Returns the addresses of all customers who were written to. */
const writtenTo = (outcomes: Array<Pick<Played, 'sent' | 'addresses'>>): string[] =>
	outcomes.flatMap(({ sent, addresses }) => lettersOf(sent, addresses).flatMap(recipientsOf));

describe.each(exampleNames)('%s', (example) => {
	test('ends as failed when all other services are down', async () => {
		const outcome = await play(example, { size: SIZE, isDown: (node) => !isOfN8n(node) });
		const failed = failedNodes(outcome);
		expect(failed.length === 0 || isTold(outcome), `${failed.join()} failed, nobody knows`).toBe(
			true,
		);
	});

	const withoutOthers = once(async () => {
		const isDown = (node: INode) => !isOfN8n(node) && !isChat(node);
		return await play(example, { size: SIZE, isDown, isStrange: true });
	});

	test('tells when another service is down', async () => {
		const outcome = await withoutOthers();
		const failed = failedNodes(outcome);
		expect(failed.length === 0 || isTold(outcome), `${failed.join()} failed, nobody knows`).toBe(
			true,
		);
	});

	test('ends as failed when another service is down and nobody watches', async () => {
		if (readExample(example).nodes.some(isWatched)) return;
		const outcome = await withoutOthers();
		const failed = failedNodes(outcome);
		expect(failed.length === 0 || outcome.hasFailed, `${failed.join()} failed`).toBe(true);
	});

	test('makes the texts of strangers harmless when another service or mail is down', async () => {
		const withoutMail = await play(example, { size: SIZE, isDown: isMail, isStrange: true });
		const sent = [...(await withoutOthers()).sent, ...withoutMail.sent];
		expect(strangeTexts([...messagesIn(sent), ...pagesOf(sent)])).toEqual([]);
	});

	test('tells when the service does not answer', async () => {
		const outcome = await play(example, { size: SIZE, isServiceDown: true });
		expect(outcome.asked === 0 || isTold(outcome), 'nobody knows').toBe(true);
	});

	test('tells when the Data Tables are full', async () => {
		let tables: DataTables | undefined;
		const outcomes = await playTimes(example, { size: SIZE }, 1, (world) => {
			({ tables } = world);
			tables.isFull = true;
		});
		if (tables?.refused) expect(outcomes.map((one) => isToldAs(UNSAVED, one))).toEqual([true]);
	});

	test('changes nothing and writes to nobody when there is nothing', async () => {
		const { sent, writes, addresses } = await play(example, { size: 0 });
		expect(lettersOf(sent, addresses).flatMap(recipientsOf), 'written to').toEqual([]);
		expect(writes, 'changed').toEqual([]);
	});

	const all = once(async () => await play(example, { size: MANY }));

	test('writes to nobody twice when n8n is killed, and misses few whom events name', async () => {
		const everybody = writtenTo([await all()]);
		if (everybody.length === 0) return;
		const { length } = (await all()).sent;
		const reached = writtenTo(
			await playTimes(example, { size: MANY }, 2, (world, run) => {
				world.example.killAfter = run === 0 ? Math.floor(length / 2) : Infinity;
			}),
		);
		expect(repeated(reached), 'got it twice').toEqual([]);
		// Who is on a list is missed until the list is read on another day (docs/operating.md).
		const missed = everybody.filter((address) => !reached.includes(address));
		if (startsWithEvents(example)) expect(missed.length, missed.join()).toBeLessThanOrEqual(1);
	});

	test('a refused letter keeps no other back, and comes by Retry or is named', async () => {
		const everybody = writtenTo([await all()]);
		if (everybody.length === 0) return;
		const refused = everybody.filter((_, index) => index % 3 === 0);
		let isRefusing = true;
		const isDown = (node: INode, { toEmail }: INodeParameters) =>
			isRefusing && isMail(node) && refused.includes(String(toEmail));
		await ExampleWorld.with(example, { size: MANY, isDown }, async (world) => {
			await world.begin();
			const outcome = await playedIn(world, await world.look());
			expect(writtenTo([outcome]).sort(), 'the others').toEqual(
				everybody.filter((address) => !refused.includes(address)).sort(),
			);
			isRefusing = false;
			for (const execution of outcome.executions)
				if (execution.error !== undefined) await world.retry(execution);
			const reached = writtenTo([{ ...outcome, sent: world.sent }]);
			expect(repeated(reached), 'got it twice').toEqual([]);
			const told = [...outcome.errors, ...messagesIn(outcome.sent).map(textOf)].join();
			const unknown = refused.filter(
				(address) => !reached.includes(address) && !told.includes(address),
			);
			expect(unknown, 'got nothing, and nobody knows').toEqual([]);
		});
	});

	test('writes to the same people while Slack is down', async () => {
		const everybody = writtenTo([await all()]);
		if (everybody.length === 0) return;
		const outcome = await play(example, { size: MANY, isDown: isOfType('slack') });
		expect(writtenTo([outcome]).sort()).toEqual(everybody.sort());
	});

	test('serves the others when a service refuses one', async () => {
		const { sent, addresses } = await all();
		const texts = sent.filter(({ node }) => isOther(node)).map(textOf);
		const refused = [...addresses].find((address) => texts.some((text) => text.includes(address)));
		if (refused === undefined) return;
		const isDown = (node: INode, parameters: INodeParameters) =>
			isOther(node) && textOf({ parameters }).includes(refused);
		const outcome = await play(example, { size: MANY, isDown });
		// A place that refuses gets all of them again from n8n's Retry On Fail.
		const served = (all: Sent[]) => {
			const others = all.filter((one) => isOther(one.node) && !textOf(one).includes(refused));
			return new Set(others.map((one) => `${one.node.name}: ${textOf(one)}`));
		};
		expect(served(outcome.sent)).toEqual(served(sent));
	});
});
