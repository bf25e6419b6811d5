import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { INodeType } from 'n8n-workflow';
import { afterAll, expect, it } from 'vitest';

import type * as TriggerModule from '../../nodes/VideoSubscriptionTrigger/VideoSubscriptionTrigger.node.ts';
import { checkExtreme, checkTooMany, extremes } from './bounded.mts';
import { playRandom } from './history.mts';
import { comments } from './scenes/comments.mts';
import { customers } from './scenes/customers.mts';
import { liveEvents } from './scenes/liveEvents.mts';
import { published } from './scenes/published.mts';
import { statuses } from './scenes/statuses.mts';
import { uploads } from './scenes/uploads.mts';

/** A mistake that a trigger can make, and the test that must notice it. */
interface Mutant {
	name: string;
	file: string;
	/** What stands in the file, and what stands there instead. */
	from: string;
	to: string;
	check: (node: INodeType) => Promise<void>;
}

/** More than enough to meet each mistake, and always the same histories: one must not escape by luck. */
const RUNS = 400;
const SEED = 20261120;

const among = (scene: typeof customers) => async (node: INodeType) =>
	await playRandom(scene, RUNS, { node, isShrunk: false, seed: SEED });

const mutants: Mutant[] = [
	{
		name: 'a strict comparison at the mark',
		file: 'core/ledger.ts',
		from: '!isDelivered && at >= floor',
		to: '!isDelivered && at > floor',
		check: among(customers),
	},
	{
		name: 'the local clock as the mark',
		file: 'core/newest.ts',
		from: 'Math.max(newestOf(first.entries), beside.floor)',
		to: 'Math.floor(Date.now() / 1000)',
		check: among(customers),
	},
	{
		name: 'the state moved on an error',
		file: 'poll.ts',
		from: 'data.state = next;',
		to: "data.state = next; await reader.list('/customers', 'customers', { page: 1 });",
		check: among(customers),
	},
	{
		name: 'an upload marked by its creation',
		file: 'core/transition.ts',
		from: 'isPending(before, entry.id) ||',
		to: 'false &&',
		check: among(uploads),
	},
	{
		name: 'pending uploads lost at a restart',
		file: 'core/transition.ts',
		from: 'packIds(pending[kind].keys())',
		to: "(kind === 'working' ? '' : packIds(pending[kind].keys()))",
		check: among(uploads),
	},
	{
		name: 'scheduled videos lost at a restart',
		file: 'core/transition.ts',
		from: 'unpackTimes(pending.scheduled)',
		to: 'new Map()',
		check: among(published),
	},
	{
		name: 'a video published by its creation',
		file: 'events/videoPublished.ts',
		from: "if (from > now) return { kind: 'scheduled', notBefore: from };",
		to: '',
		check: among(published),
	},
	{
		name: 'a video published after its time is over',
		file: 'events/videoPublished.ts',
		from: 'const isOver = unavailableAt(entry) <= now;',
		to: 'const isOver = false;',
		check: among(published),
	},
	{
		name: 'a video published again when it comes back',
		file: 'events/videoPublished.ts',
		from: "awaits: 'learnt'",
		to: "awaits: 'all'",
		check: among(published),
	},
	{
		name: 'availability by the local clock',
		file: 'reader.ts',
		from: 'this.answeredAt = secondsOf(headers.date);',
		to: '',
		check: among(published),
	},
	{
		name: 'a null status that fires',
		file: 'events/shared/upload.ts',
		from: "if (status === 'uploaded')",
		to: "if (status === 'uploaded' || status === null)",
		check: among(uploads),
	},
	{
		name: 'the first page only',
		file: 'core/page.ts',
		from: "isLast: entries.length === 0 || typeof next !== 'string'",
		to: 'isLast: true',
		check: among(customers),
	},
	{
		name: 'ids without bounds',
		file: 'core/ledger.ts',
		from: '? trimmed(halved(ledger)) : ledger',
		to: '? ledger : ledger',
		check: async (node) => await checkExtreme(extremes[0], node),
	},
	{
		name: 'the moment of now told by an empty list',
		file: 'events/liveEventCreated.ts',
		from: 'newLedger(await latestMoment(reader))',
		to: 'newLedger(0)',
		check: among(liveEvents),
	},
	{
		name: 'the first page of the customers with a status only',
		file: 'events/customerStatusChanged.ts',
		from: '() => purse.hasMore,',
		to: '(page) => page === 1,',
		check: among(statuses),
	},
	{
		name: 'customers of only the first page known at the beginning',
		file: 'events/customerStatusChanged.ts',
		from: 'return true;',
		to: 'return page === 1;',
		check: among(statuses),
	},
	{
		name: 'customers taken to have left without a look',
		file: 'events/customerStatusChanged.ts',
		from: 'if (!(await find(status))) left.push(status);',
		to: 'left.push(status);',
		check: among(statuses),
	},
	{
		name: 'customers who left remembered for good',
		file: 'core/memberships.ts',
		from: 'if (left.includes(status)) forget(members, id);',
		to: 'if (left.includes(status)) see(members, id);',
		check: among(statuses),
	},
	{
		name: 'missed customers lost at a restart',
		file: 'core/memberships.ts',
		from: 'suspects: packIds(suspects)',
		to: "suspects: ''",
		check: among(statuses),
	},
	{
		name: 'a round that goes on although not everything fitted',
		file: 'core/memberships.ts',
		from: 'if (isTooMuch) {',
		to: 'if (false) {',
		check: among(statuses),
	},
	{
		name: 'a change of status without its moment in the id',
		file: 'core/memberships.ts',
		from: '`${entry.id}:${status}:${at}`',
		to: '`${entry.id}:${status}`',
		check: among(statuses),
	},
	{
		name: 'who is enabled again looked for among the chosen statuses only',
		file: 'events/customerStatusChanged.ts',
		from: 'statuses.includes(ENABLED) || statuses.includes(status)',
		to: 'statuses.includes(status)',
		check: among(statuses),
	},
	{
		name: 'more customers than the state may hold',
		file: 'events/customerStatusChanged.ts',
		from: 'if (characters > most) throw',
		to: 'if (characters < 0) throw',
		check: async (node) => await checkTooMany(node),
	},
	{
		name: 'a manual run that writes state',
		file: 'poll.ts',
		from: 'if (isManual) return await showSample(context, settings, reader);',
		to: '',
		check: among(customers),
	},
	{
		name: 'overlapping polls',
		file: 'poll.ts',
		from: 'if (keys.some((key) => underWay.has(key))) return null;',
		to: '',
		check: among(customers),
	},
	{
		name: 'another account or filter on the same state',
		file: 'core/state.ts',
		from: ' || saved.fingerprint !== fingerprint',
		to: '',
		check: among(uploads),
	},
	{
		name: 'replies forgotten',
		file: 'core/comments.ts',
		from: "...withReplies(toEntries(embeddedRows(comment.row, 'comments'))),",
		to: '',
		check: among(comments),
	},
	{
		name: 'the first page of comments only',
		file: 'events/commentCreated.ts',
		from: 'readOn(purse.commentsOn(id), first, () => purse.hasMore)',
		to: 'readOn(purse.commentsOn(id), first, (page) => page === first)',
		check: among(comments),
	},
	{
		name: 'a round that always begins anew',
		file: 'events/commentCreated.ts',
		from: 'readRound(purse, choice, before.place)',
		to: 'readRound(purse, choice, FIRST_PLACE)',
		check: among(comments),
	},
];

const source = fileURLToPath(new URL('../../nodes/VideoSubscriptionTrigger/', import.meta.url));
const shared = fileURLToPath(new URL('../../nodes/shared/', import.meta.url));
const copies = fileURLToPath(new URL('../../.cache/mutants/', import.meta.url));

afterAll(() => rmSync(copies, { recursive: true, force: true }));

/** A copy of the trigger with the mistake in it, which shares the rest with the real one. */
async function grow({ file, from, to }: Mutant, number: number): Promise<INodeType> {
	const directory = join(copies, `${number}`);
	mkdirSync(directory, { recursive: true });
	cpSync(source, directory, { recursive: true });
	const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
	for (const name of files.filter((entry) => entry.endsWith('.ts'))) {
		const path = join(directory, name);
		const text = readFileSync(path, 'utf8').replaceAll(/'(?:\.\.\/)+shared\//g, `'${shared}`);
		if (name === file && text.split(from).length !== 2) {
			throw new Error(`${file} does not hold once what the mutant replaces: ${from}`);
		}
		writeFileSync(path, name === file ? text.replace(from, to) : text);
	}
	const module = (await import(
		pathToFileURL(join(directory, 'VideoSubscriptionTrigger.node.ts')).href
	)) as typeof TriggerModule;
	return new module.VideoSubscriptionTrigger();
}

it.each(mutants.map((mutant, number) => ({ ...mutant, number })))(
	'the tests notice $name',
	async ({ number, ...mutant }) => {
		const node = await grow(mutant, number);
		await expect(mutant.check(node)).rejects.toThrow();
	},
	120_000,
);
