// "What a response proves" of docs/developers/service.md: a record that a list or a look-up hides for a while is neither forgotten nor new.
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { asObject } from '../../nodes/shared/data/json.ts';
import { readState, type State, stateOf } from '../../nodes/VideoSubscriptionTrigger/state.ts';
import type { Kind } from '../../service/contract/index.mts';
import { defined } from '../kit/defined.mts';
import { type TriggerResponse, type Disturb, PRODUCTS, type Request } from './account.mts';
import { eventIds, HOUR, MINUTE } from './host.mts';
import { account, activated, idsIn, isList, newAccount, pollRepeatedly } from './stage.mts';

beforeEach(() => newAccount());

const [PRODUCT] = PRODUCTS;

const listIn = (path: string) => path.slice(1) as Kind;

/** Replaces the records of a page, and keeps its `total`. */
function withRecords(
	request: Request,
	response: TriggerResponse,
	records: unknown[],
): TriggerResponse {
	const body = response.body as IDataObject;
	const _links = { next: { href: null } };
	return { ...response, body: { ...body, _links, _embedded: { [listIn(request.path)]: records } } };
}

/** Responses that show too few records of a list. */
const SHORT: Array<[string, Disturb]> = [
	[
		'empty',
		(response, request) => (isList(request) ? withRecords(request, response, []) : response),
	],
	[
		'only the first page',
		(response, request) => {
			if (!isList(request)) return response;
			const { _embedded: shown } = response.body as { _embedded: Record<string, unknown[]> };
			const records = request.query.page === 1 ? (shown[listIn(request.path)] ?? []) : [];
			return withRecords(request, response, records);
		},
	],
];

/** Events, each with a function that causes it in the account. */
const HAPPENS: Array<[string, () => number]> = [
	['customerCreated', () => account.add('customers')],
	['liveEventCreated', () => account.add('live_events')],
	['commentCreated', () => account.add('comments', { video: oldest })],
	['uploadCompleted', () => account.add('videos')],
	['videoPublished', () => account.add('videos')],
];

/** The oldest video, which lists show last. */
let oldest: number;

/** Adds 120 records of each kind, more than a page, over the last 40 minutes. */
function fill(): void {
	for (let index = 0; index < 120; index++) {
		const at = account.now - (index + 1) * 20_000;
		oldest = account.add('videos', { at });
		account.add('customers', { at });
		account.add('live_events', { at });
		account.add('comments', { at, video: oldest });
	}
}

const published = async (event: string, more: IDataObject = {}) =>
	await activated({ events: [event], product: PRODUCT, ...more });

/** One event of each way to read lists. */
const WAYS = HAPPENS.filter(([event]) => !['liveEventCreated', 'uploadCompleted'].includes(event));

describe.each(SHORT)('a list that is %s for a while', (_, short) => {
	describe.each(WAYS)('%s', (event, happens) => {
		it('is refused on activation, or fires only new records', async () => {
			fill();
			account.disturb = short;
			const refused = await published(event).catch((error: Error) => error);
			if (refused instanceof Error) {
				expect(refused.message).toContain('The list is incomplete');
				account.disturb = undefined;
			}
			const host = refused instanceof Error ? await published(event) : refused;
			await pollRepeatedly(host, 3);
			account.disturb = undefined;
			await pollRepeatedly(host, 3);
			const id = happens();
			await pollRepeatedly(host, 10);
			expect(host.delivered).toEqual([`${event}:${id}`]);
		});

		it('loses and repeats no event of twenty polls, more than lists lag', async () => {
			fill();
			const host = await published(event);
			await pollRepeatedly(host, 2);
			account.disturb = short;
			const ids: number[] = [];
			for (let number = 0; number < 20; number++) {
				if (number % 15 === 1) ids.push(happens());
				await pollRepeatedly(host, 1);
			}
			account.disturb = undefined;
			await pollRepeatedly(host, 12);
			expect(host.delivered).toEqual(ids.map((id) => `${event}:${id}`));
		});
	});
});

it.each(HAPPENS.filter(([event]) => event !== 'commentCreated'))(
	'%s is delivered by the same poll when one response was short of its total by a page',
	async (event, happens) => {
		fill();
		const host = await published(event);
		account.now += MINUTE;
		const id = happens();
		let short = 1;
		account.disturb = (response, request) =>
			isList(request) && short-- > 0 ? withRecords(request, response, []) : undefined;
		await host.poll();
		expect([host.delivered, host.errors]).toEqual([[`${event}:${id}`], []]);
	},
);

it('productAdded finds a customer on the last page when that page was empty once', async () => {
	for (let count = 0; count < 53; count++) account.add('customers');
	const host = await published('productAdded');
	const id = account.add('customers');
	let empty = 1;
	account.disturb = (response, request) =>
		request.query.page === 2 && empty-- > 0 ? withRecords(request, response, []) : undefined;
	await pollRepeatedly(host, 1);
	expect(host.executions.flatMap(idsIn)).toEqual([id]);
});

it.each([
	'customerCreated',
	'liveEventCreated',
	'commentCreated',
	'uploadCompleted',
	'productAdded',
])('%s fires once for a record that a page contains twice', async (event) => {
	oldest = account.add('videos', { at: account.now - 9 * HOUR });
	const host = await published(event);
	account.disturb = (response, request) => {
		const { _embedded: shown } = response.body as { _embedded?: Record<string, unknown[]> };
		const records = shown?.[listIn(request.path)] ?? [];
		return isList(request) ? withRecords(request, response, [...records, ...records]) : response;
	};
	account.add('comments', { video: oldest });
	for (const kind of ['customers', 'live_events', 'videos'] as const) account.add(kind);
	await pollRepeatedly(host, 4);
	expect(host.delivered).toHaveLength(1);
});

it('a waiting video that was deleted is looked up once', async () => {
	const id = account.add('videos', { at: account.now - 9 * HOUR, status: 'processing' });
	fill();
	const host = await published('uploadCompleted');
	account.remove('videos', id);
	const looks: number[] = [];
	for (let polls = 0; polls < 3; polls++) {
		await pollRepeatedly(host, 1);
		looks.push(host.requests - 1);
	}
	expect(looks).toEqual([1, 0, 0]);
});

describe('commentCreated, when the comments on a video cannot be read,', () => {
	/** Watches `count` videos. Requests for the comments on the first ones return `statuses`. */
	async function watched(count: number, statuses: number[], more: IDataObject = {}) {
		const videos = Array.from({ length: count }, () => account.add('videos'));
		const host = await published('commentCreated', { filters: { videos }, ...more });
		await pollRepeatedly(host, 2);
		account.disturb = (response, request) => {
			const index = videos.findIndex((id) => String(request.query.video).endsWith(`/${id}`));
			return { ...response, statusCode: statuses[index] ?? response.statusCode };
		};
		const comment = (index: number) => account.add('comments', { video: videos[index] ?? 0 });
		return { host, videos, comment };
	}

	it.each([404, 403, 500])(
		'delays no other comment, and delivers them later (status %i)',
		async (status) => {
			const { host, comment, videos } = await watched(2, [status]);
			const ids = [comment(0)];
			for (let count = 0; count < 10; count++) {
				ids.push(comment(1));
				await pollRepeatedly(host, 5);
				expect(host.delivered).toHaveLength(count + 1);
			}
			if (status !== 404) expect(host.warnings).toHaveLength(50);
			expect(host.warnings[0]).toContain(`video ${videos[0]}`);
			account.disturb = undefined;
			await pollRepeatedly(host, 2);
			expect(host.errors).toEqual([]);
			expect(eventIds(host.executions.flat()).sort()).toEqual(
				ids.map((id) => `commentCreated:${id}`).sort(),
			);
		},
	);

	it.each([
		{ status: 403, count: 2, failing: 6 },
		{ status: 500, count: 2, failing: 6 },
		// The polls of the round that began before the fault succeed.
		{ status: 403, count: 6, failing: 4 },
		{ status: 500, count: 6, failing: 5 },
	])(
		'with status $status on all $count videos fails each poll and loses nothing',
		async ({ status, count, failing }) => {
			const statuses = new Array<number>(count).fill(status);
			const { host, comment } = await watched(count, statuses, { options: { requestsPerPoll: 5 } });
			const id = comment(1);
			await pollRepeatedly(host, 6);
			expect(host.errors).toHaveLength(failing);
			expect(host.errors[0]).toMatchObject({ httpCode: String(status) });
			account.disturb = undefined;
			await pollRepeatedly(host, 4);
			expect(host.delivered).toEqual([`commentCreated:${id}`]);
		},
	);

	it('ends a poll after three such videos, and leaves the rest to the next poll', async () => {
		const { host, comment } = await watched(6, [200, 500, 500, 500]);
		const ids = [comment(0), comment(5)];
		await pollRepeatedly(host, 1);
		expect(host.warnings).toEqual([expect.stringMatching(/video \d+ and 2 more can't be read/)]);
		expect(host.delivered).toHaveLength(1);
		await pollRepeatedly(host, 1);
		expect([host.delivered, host.errors]).toEqual([ids.map((id) => `commentCreated:${id}`), []]);
	});

	it('saves no more comments than otherwise, also when that never ends', async () => {
		const { host, videos } = await watched(2, [403]);
		const [refused = 0] = videos;
		const seen = new Map(Array.from({ length: 12_000 }, (_, index) => [refused + index, index]));
		const { state } = host.state as { state: State };
		const { data } = defined(await readState(state));
		const { checkpoint } = defined(data.places.commentCreated);
		const window = { ...asObject(asObject(checkpoint).window), since: 0, seen };
		const place = { startedFrom: null, checkpoint: { ...asObject(checkpoint), window } };
		const more = await stateOf(state, { ...data, places: { commentCreated: place } });
		host.stored = JSON.stringify({ state: more });
		host.kill();
		await pollRepeatedly(host, 1);
		const after = defined(await readState(host.memory?.state));
		expect(after.data.places.commentCreated?.checkpoint).toMatchObject({ window: { since: 2000 } });
	});
});
