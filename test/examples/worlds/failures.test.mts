// Every example runs in n8n's engine where what it uses is down, where there is nothing, and where n8n is killed.
import type { INode, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { exampleNames } from '../../../scripts/lib/examples.mts';
import { boxesOf, isOfType, isReading } from '../facts.mts';
import type { DataTables } from './dataTables.mts';
import type { Sent } from './engine.mts';
import {
	examplesThatSend,
	examplesWith,
	isOfN8n,
	isOther,
	once,
	play,
	playedIn,
	playTimes,
	startsWithEvents,
	WITH_LETTERS,
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
/** Five people of each kind: one of each status. */
const MANY = 5;

const isMail = isOfType('emailSend');
const isChat = isOfType('slack', 'emailSend');

/** Starts whose result somebody sees at once. */
const isWatched = isOfType('formTrigger', 'chatTrigger');

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

/** Plays an example once for several tests. */
const playedOnce = (options: (example: string) => Parameters<typeof play>[1]) => {
	const plays = new Map(
		exampleNames.map((name) => [name, once(async () => await play(name, options(name)))]),
	);
	return async (example: string): Promise<Played> => {
		const played = await plays.get(example)?.();
		if (!played) throw new Error(`There is no example ${example}`);
		return played;
	};
};

const WITH_OTHERS = examplesThatSend((node) => !isOfN8n(node) && !isChat(node));
const isAnyWatched = (example: string) => boxesOf(example).some(isWatched);

const withoutOthers = playedOnce(() => ({
	size: SIZE,
	isDown: (node) => !isOfN8n(node) && !isChat(node),
	isStrange: true,
}));

const withMany = playedOnce(() => ({ size: MANY }));

// Where an example has neither chat nor mail, these are the others below.
test.each(examplesWith(isChat))('%s tells when all other services are down', async (example) => {
	const outcome = await play(example, { size: SIZE, isDown: (node) => !isOfN8n(node) });
	expect(failedNodes(outcome), 'what failed').not.toEqual([]);
	expect(isToldAs(FAILURE, outcome), 'nobody knows').toBe(true);
});

describe.each(WITH_OTHERS)('%s, when another service is down,', (example) => {
	test('tells', async () => {
		const outcome = await withoutOthers(example);
		expect(failedNodes(outcome), 'what failed').not.toEqual([]);
		expect(isToldAs(FAILURE, outcome), 'nobody knows').toBe(true);
	});

	if (!isAnyWatched(example))
		test('ends as failed, because nobody watches', async () => {
			expect(await withoutOthers(example)).toMatchObject({ hasFailed: true });
		});

	test('makes the texts of strangers harmless', async () => {
		const { sent } = await withoutOthers(example);
		expect(strangeTexts([...messagesIn(sent), ...pagesOf(sent)])).toEqual([]);
	});
});

test.each(examplesWith(isMail))(
	'%s makes the texts of strangers harmless when mail is down',
	async (example) => {
		const { sent } = await play(example, { size: SIZE, isDown: isMail, isStrange: true });
		expect(sent.filter(({ isTaken }) => !isTaken)).not.toEqual([]);
		expect(strangeTexts([...messagesIn(sent), ...pagesOf(sent)])).toEqual([]);
	},
);

test.each(examplesWith(isOfType('dataTable')))(
	'%s tells when the Data Tables are full',
	async (example) => {
		let tables: DataTables | undefined;
		const outcomes = await playTimes(example, { size: SIZE }, 1, (world) => {
			({ tables } = world);
			tables.isFull = true;
		});
		expect(tables?.refused).toBeGreaterThan(0);
		expect(outcomes.map((one) => isToldAs(UNSAVED, one))).toEqual([true]);
	},
);

test.each(exampleNames)(
	'%s changes nothing and writes to nobody when there is nothing',
	async (example) => {
		const { sent, writes, addresses } = await play(example, { size: 0 });
		expect(lettersOf(sent, addresses).flatMap(recipientsOf), 'written to').toEqual([]);
		expect(writes, 'changed').toEqual([]);
	},
);

describe.each(WITH_LETTERS)('%s', (example) => {
	const everybody = async () => {
		const all = writtenTo([await withMany(example)]);
		expect(new Set(all).size, 'who gets a letter').toBeGreaterThan(1);
		return all;
	};

	test('writes to nobody twice when n8n is killed, and misses few whom events name', async () => {
		const all = await everybody();
		const { length } = (await withMany(example)).sent;
		const reached = writtenTo(
			await playTimes(example, { size: MANY }, 2, (world, run) => {
				world.example.killAfter = run === 0 ? Math.floor(length / 2) : Infinity;
			}),
		);
		expect(repeated(reached), 'got it twice').toEqual([]);
		// Who is on a list is missed until the list is read on another day (docs/operating.md).
		const missed = all.filter((address) => !reached.includes(address));
		if (startsWithEvents(example)) expect(missed.length, missed.join()).toBeLessThanOrEqual(1);
	});

	test('a refused letter keeps no other back, and comes by Retry or is named', async () => {
		const all = await everybody();
		const refused = all.filter((_, index) => index % 3 === 0);
		let isRefusing = true;
		const isDown = (node: INode, { toEmail }: INodeParameters) =>
			isRefusing && isMail(node) && refused.includes(String(toEmail));
		await ExampleWorld.with(example, { size: MANY, isDown }, async (world) => {
			await world.begin();
			const outcome = await playedIn(world, await world.look());
			expect(writtenTo([outcome]).sort(), 'the others').toEqual(
				all.filter((address) => !refused.includes(address)).sort(),
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

	if (examplesThatSend(isOfType('slack')).includes(example))
		test('writes to the same people while Slack is down', async () => {
			const all = await everybody();
			const outcome = await play(example, { size: MANY, isDown: isOfType('slack') });
			expect(writtenTo([outcome]).sort()).toEqual(all.sort());
		});
});

/** Examples in which another service gets something about each person. */
const ABOUT_PEOPLE = examplesThatSend(
	(node) =>
		isOther(node) && !isReading(node) && /\bjson\.email\b/.test(JSON.stringify(node.parameters)),
);

test.each(ABOUT_PEOPLE)('%s serves the others when a service refuses one', async (example) => {
	const { sent, addresses } = await withMany(example);
	const texts = sent.filter(({ node }) => isOther(node)).map(textOf);
	const refused = [...addresses].find((address) => texts.some((text) => text.includes(address)));
	expect(refused, 'nobody is sent').toBeDefined();
	const isAbout = ({ parameters }: Pick<Sent, 'parameters'>) =>
		textOf({ parameters }).includes(refused ?? '');
	const isDown = (node: INode, parameters: INodeParameters) =>
		isOther(node) && isAbout({ parameters });
	const outcome = await play(example, { size: MANY, isDown });
	// A place that refuses gets all of them again from n8n's Retry On Fail.
	const served = (all: Sent[]) => {
		const others = all.filter((one) => isOther(one.node) && !isAbout(one));
		return new Set(others.map((one) => `${one.node.name}: ${textOf(one)}`));
	};
	expect(served(outcome.sent)).toEqual(served(sent));
});
