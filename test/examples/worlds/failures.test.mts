// Every example runs in n8n's engine where what it uses is down, where there is nothing, and where n8n is killed.
import type { INode, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { exampleNames, readExample } from '../../../scripts/lib/examples.mts';
import type { DataTables } from './dataTables.mts';
import type { Sent } from './engine.mts';
import { isOfType, once, play, playTimes, startsWithEvents, type Played } from './play.mts';
import {
	leavesOf,
	lettersOf,
	messagesIn,
	pagesOf,
	recipientsOf,
	strangeTexts,
	textsIn,
} from './sent.mts';

const SIZE = 2;
/** The most people who are missed or written to twice when n8n is killed. */
const IN_FLIGHT = 10;

/** More than what a team gets one by one, and fewer than what is too many. */
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

/** Whether somebody reads these words, or n8n shows the execution as failed. */
const isToldAs = (words: RegExp, { sent, hasFailed }: Played): boolean =>
	hasFailed ||
	messagesIn(sent).some((one) => textsIn(one).some(([, text]) => words.test(text))) ||
	pagesOf(sent).some((one) =>
		[...one.files, ...leavesOf(one).map(([, text]) => text)].some((text) => words.test(text)),
	);

/** Whether somebody reads of a failure, or n8n shows the execution as failed. */
const isTold = (outcome: Played): boolean => isToldAs(FAILURE, outcome);

/** Returns the nodes whose services took nothing. */
const failedNodes = ({ sent }: Played): string[] => [
	...new Set(sent.filter(({ isTaken }) => !isTaken).map(({ node }) => node.name)),
];

/** Returns the addresses of all customers who were written to. */
const writtenTo = (outcomes: Played[]): string[] =>
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
			({ tables } = world.example);
			tables.isFull = true;
		});
		if (tables?.refused) expect(outcomes.map((one) => isToldAs(UNSAVED, one))).toEqual([true]);
	});

	test('changes nothing and writes to nobody when there is nothing', async () => {
		const { sent, writes, addresses } = await play(example, { size: 0 });
		expect(lettersOf(sent, addresses).flatMap(recipientsOf), 'written to').toEqual([]);
		expect(writes, 'changed').toEqual([]);
	});

	test('misses few and writes to few twice when n8n is killed', async () => {
		const whole = await play(example, { size: SIZE });
		if (writtenTo([whole]).length === 0) return;
		// A third of them are people of one kind.
		const size = 9 * IN_FLIGHT;
		const all = await play(example, { size });
		const reached = writtenTo(
			await playTimes(example, { size }, 2, (world, run) => {
				world.example.killAfter = run === 0 ? Math.floor(all.sent.length / 2) : Infinity;
			}),
		);
		const missed = writtenTo([all]).filter((address) => !reached.includes(address));
		const twice = reached.filter((address, index) => reached.indexOf(address) !== index);
		expect(missed.length, `got nothing: ${missed.join()}`).toBeLessThanOrEqual(IN_FLIGHT);
		expect(twice.length, `got it twice: ${twice.join()}`).toBeLessThanOrEqual(IN_FLIGHT);
	});

	const many = once(async () => await play(example, { size: MANY }));

	test('sends no email twice when events start two executions', async () => {
		if (!(await many()).sent.some(({ node }) => isMail(node))) return;
		const { sent, addresses } = await play(example, { size: MANY, atOnce: 2 });
		const all = startsWithEvents(example) ? messagesIn(sent) : lettersOf(sent, addresses);
		const mails = all
			.filter(({ node }) => isMail(node))
			.map(({ parameters: { toEmail, subject } }) => [toEmail, subject].join(': '));
		expect(mails.filter((mail, index) => mails.indexOf(mail) !== index)).toEqual([]);
	});

	test('tries an email that failed again, and no other', async () => {
		const whole = writtenTo([await many()]);
		if (whole.length === 0) return;
		let isFirst = true;
		const isDown = (node: INode, { toEmail }: INodeParameters) =>
			isFirst && isMail(node) && whole.indexOf(String(toEmail)) % 3 === 0;
		const outcomes = await playTimes(example, { size: MANY, isDown }, 2, (_, run) => {
			isFirst = run === 0;
		});
		expect(writtenTo(outcomes).sort()).toEqual(whole.sort());
	});

	test('writes to the same people while Slack is down', async () => {
		const whole = writtenTo([await many()]);
		if (whole.length === 0) return;
		const outcome = await play(example, { size: MANY, isDown: isOfType('slack') });
		expect(writtenTo([outcome]).sort()).toEqual(whole.sort());
	});

	test('serves the others when a service refuses one', async () => {
		const { sent, addresses } = await many();
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
