// What a response proves: records that a list or a look-up does not show for a while are neither forgotten nor new.
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { readState, type State, stateOf } from '../../nodes/VideoSubscriptionTrigger/state.ts';
import type { Kind } from '../../service/contract/index.mts';
import { defined } from '../kit/defined.mts';
import { type Answer, type Disturb, PRODUCTS, type Request, USUAL } from './account.mts';
import { eventIds, HOUR, MINUTE } from './host.mts';
import { account, activated, isList, newAccount, pollRepeatedly } from './stage.mts';

beforeEach(() => newAccount());

const [PRODUCT] = PRODUCTS;

const listIn = (path: string) => path.slice(1) as Kind;

/** The page with other records, its `total` as it was. */
function withRecords(request: Request, answer: Answer, records: unknown[]): Answer {
	const body = answer.body as IDataObject;
	const _links = { next: { href: null } };
	return { ...answer, body: { ...body, _links, _embedded: { [listIn(request.path)]: records } } };
}

/** Lists of which the service shows too little. */
const SHORT: Array<[string, Disturb]> = [
	['empty', (answer, request) => (isList(request) ? withRecords(request, answer, []) : answer)],
	[
		'only the first page',
		(answer, request) => {
			if (!isList(request)) return answer;
			const { _embedded: shown } = answer.body as { _embedded: Record<string, unknown[]> };
			const records = request.query.page === 1 ? (shown[listIn(request.path)] ?? []) : [];
			return withRecords(request, answer, records);
		},
	],
];

/** Events, each with a change of the account that causes it. */
const HAPPENS: Array<[string, () => number]> = [
	['customerCreated', () => account.add('customers')],
	['liveEventCreated', () => account.add('live_events')],
	['commentCreated', () => account.add('comments', { video: oldest })],
	['uploadCompleted', () => account.add('videos')],
	['videoPublished', () => account.add('videos')],
];

/** A video that a list shows last, newest first. */
let oldest: number;

/** Records of some hours, older ones at the same time; more than a page of each. */
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
	await activated({ event, product: PRODUCT, ...more });

describe.each(SHORT)('a list that is %s for a while', (_, short) => {
	describe.each(HAPPENS)('%s', (event, happens) => {
		it('on activation fires only new records', async () => {
			fill();
			account.disturb = short;
			const host = await published(event);
			await pollRepeatedly(host, 3);
			account.disturb = undefined;
			await pollRepeatedly(host, 3);
			const id = happens();
			await pollRepeatedly(host, 10);
			expect(host.delivered).toEqual([`${event}:${id}`]);
		});

		it.each([2, 100])('loses and repeats no event of %i polls', async (polls) => {
			fill();
			const host = await published(event);
			await pollRepeatedly(host, 2);
			account.disturb = short;
			const ids: number[] = [];
			for (let number = 0; number < polls; number++) {
				if (number % 40 === 1) ids.push(happens());
				await pollRepeatedly(host, 1);
			}
			account.disturb = undefined;
			await pollRepeatedly(host, 12);
			expect(host.delivered).toEqual(ids.map((id) => `${event}:${id}`));
		});
	});

	it('on activation forgets no upload in processing', async () => {
		fill();
		const ids = [0, 10 * HOUR].map((age) =>
			account.add('videos', { at: account.now - age, status: 'processing' }),
		);
		account.disturb = short;
		const host = await published('uploadCompleted');
		await pollRepeatedly(host, 3);
		account.disturb = undefined;
		await pollRepeatedly(host, 3);
		for (const id of ids) account.change('videos', id, { status: 'uploaded' });
		await pollRepeatedly(host, 3);
		expect(host.delivered.sort()).toEqual(ids.map((id) => `uploadCompleted:${id}`).sort());
	});
});

it.each(['uploadCompleted', 'videoPublished'])(
	'%s: a list that is empty by its total, or lacks half, while publishing forgets no upload',
	async (event) => {
		const old = () => account.add('videos', { at: account.now - 9 * HOUR, status: 'processing' });
		for (const isEmpty of [true, false]) {
			const ids = Array.from({ length: 60 }, old);
			account.disturb = (answer, request) => {
				const { total, _embedded } = answer.body as {
					total: number;
					_embedded: { videos: object[] };
				};
				const half = _embedded.videos.filter((_, index) => index % 2 === 0);
				const body = { total: isEmpty ? 0 : total };
				return withRecords(request, { ...answer, body }, isEmpty ? [] : half);
			};
			const host = await published(event);
			if (!isEmpty) account.disturb = undefined;
			await pollRepeatedly(host, 1);
			if (isEmpty) expect(host.requests).toBe(1);
			account.disturb = undefined;
			await pollRepeatedly(host, 3);
			const done = ids.slice(0, 2);
			for (const id of done) account.change('videos', id, { status: 'uploaded' });
			await pollRepeatedly(host, 10);
			expect(host.delivered.sort()).toEqual(done.map((id) => `${event}:${id}`));
		}
	},
);

it.each([
	'customerCreated',
	'liveEventCreated',
	'commentCreated',
	'uploadCompleted',
	'productAdded',
])('%s fires once for a record that a page holds twice', async (event) => {
	oldest = account.add('videos', { at: account.now - 9 * HOUR });
	const host = await published(event);
	account.disturb = (answer, request) => {
		const { _embedded: shown } = answer.body as { _embedded?: Record<string, unknown[]> };
		const records = shown?.[listIn(request.path)] ?? [];
		return isList(request) ? withRecords(request, answer, [...records, ...records]) : answer;
	};
	account.add('comments', { video: oldest });
	for (const kind of ['customers', 'live_events', 'videos'] as const) account.add(kind);
	await pollRepeatedly(host, 4);
	expect(host.delivered).toHaveLength(1);
});

describe.each(HAPPENS)('%s, where the total counts hidden records for ever', (event, happens) => {
	it.each([0, 3, 20])('fires in the next poll with %i records', async (count) => {
		const hidden: Disturb = (answer, request) => {
			const { total } = answer.body as { total?: number };
			return isList(request)
				? { ...answer, body: { ...(answer.body as IDataObject), total: Number(total) + 7 } }
				: answer;
		};
		oldest = account.add('videos', { at: account.now - 9 * HOUR });
		for (let index = 0; index < count; index++) {
			const at = account.now - (index + 1) * 1000;
			for (const kind of ['customers', 'live_events', 'videos'] as const) account.add(kind, { at });
		}
		account.disturb = hidden;
		const host = await published(event);
		const names: string[] = [];
		for (let hours = 0; hours < 3; hours++) {
			names.push(`${event}:${happens()}`);
			await pollRepeatedly(host, 1, HOUR);
			expect(host.delivered).toEqual(names);
		}
		await pollRepeatedly(host, 70);
		const { requests } = host;
		account.disturb = undefined;
		await pollRepeatedly(host, 1);
		// The page behind the last one is asked for.
		const lists = event === 'commentCreated' ? count + 2 : 1;
		expect(requests).toBeLessThanOrEqual(host.requests + lists);
		expect(host.errors).toEqual([]);
	});
});

/** Wrong responses to the look-up of a record that exists. */
const LOOK_UPS: Array<[string, (answer: Answer) => Answer]> = [
	['404 of a proxy', (answer) => ({ ...answer, statusCode: 404, body: '<html>Not here</html>' })],
	['404 of the service', (answer) => ({ ...answer, statusCode: 404, body: { message: 'No' } })],
	['410', (answer) => ({ ...answer, statusCode: 410, body: {} })],
	['403', (answer) => ({ ...answer, statusCode: 403, body: { message: 'No' } })],
	['500', (answer) => ({ ...answer, statusCode: 500, body: { message: 'No' } })],
	['{}', (answer) => ({ ...answer, body: {} })],
	['null', (answer) => ({ ...answer, body: null })],
	['another record', (answer) => ({ ...answer, body: { id: 1, status: 'uploaded' } })],
	['a list', (answer) => ({ ...answer, body: [] })],
];

describe.each(LOOK_UPS)('a waiting video that is answered with %s', (_, respond) => {
	const byId: Disturb = (answer, request) => (isList(request) ? answer : respond(answer));

	it.each([1, 20])('in %i polls still fires when it is uploaded', async (polls) => {
		const id = account.add('videos', { at: account.now - 9 * HOUR, status: 'processing' });
		fill();
		const host = await published('uploadCompleted');
		account.disturb = byId;
		await pollRepeatedly(host, polls);
		account.disturb = undefined;
		account.change('videos', id, { status: 'uploaded' });
		await pollRepeatedly(host, 2);
		expect([host.delivered, host.errors]).toEqual([[`uploadCompleted:${id}`], []]);
	});

	it('still fires when its date has come', async () => {
		const availableFrom = account.now + HOUR;
		const id = account.add('videos', { at: account.now - 9 * HOUR, availableFrom });
		fill();
		const host = await published('videoPublished');
		account.now = availableFrom;
		account.disturb = byId;
		await pollRepeatedly(host, 2);
		account.disturb = undefined;
		await pollRepeatedly(host, 2);
		expect(host.delivered).toEqual([`videoPublished:${id}`]);
	});
});

it('a waiting video that is deleted is looked up for an hour, and then no more', async () => {
	const id = account.add('videos', { at: account.now - 9 * HOUR, status: 'processing' });
	fill();
	const host = await published('uploadCompleted');
	account.remove('videos', id);
	const looks: number[] = [];
	for (let polls = 0; polls < 70; polls++) {
		await pollRepeatedly(host, 1);
		looks.push(host.requests - 1);
	}
	expect([looks.indexOf(0), looks.lastIndexOf(1)]).toEqual([61, 60]);
});

describe.each(HAPPENS)('%s, where each page is page 1', (event) => {
	it.each([undefined, 'absent'] as const)('fails without reading on (total: %s)', async (total) => {
		newAccount({ ...USUAL, total });
		fill();
		// All of the last hour, so that page 1 does not end the reading.
		for (let index = 0; index < 60; index++) {
			for (const kind of ['customers', 'live_events', 'videos'] as const) account.add(kind);
			account.add('comments', { video: oldest });
		}
		const pages = new Map<string, Answer>();
		account.disturb = (answer, request) => {
			const key = JSON.stringify({ ...request.query, page: 1, path: request.path });
			if (request.query.page === 1) pages.set(key, answer);
			return pages.get(key) ?? answer;
		};
		const publishing = published(event);
		await expect(publishing).rejects.toThrow('page after page');
		expect(account.requests.length).toBeLessThan(40);
	});
});

it('a list that grows by three pages between two requests does not count as endless', async () => {
	newAccount({ ...USUAL, pageSize: 4 });
	const video = account.add('videos', { at: account.now - 9 * HOUR });
	const comment = () => account.add('comments', { video });
	const host = await published('commentCreated');
	const ids = Array.from({ length: 12 }, comment);
	host.beforeRequest = (request) => {
		if (request !== 4) return;
		ids.push(...Array.from({ length: 12 }, comment));
		host.beforeRequest = () => {};
	};
	await pollRepeatedly(host, 2);
	expect(host.errors).toEqual([]);
	expect(new Set(host.delivered)).toEqual(new Set(ids.map((id) => `commentCreated:${id}`)));
});

describe('the initial scan of videos, where pages are small and the total counts hidden records', () => {
	beforeEach(() => newAccount({ ...USUAL, pageSize: 4, total: 'withHidden' }));

	it('ends after an hour', async () => {
		for (let age = 1; age <= 24; age++) account.add('videos', { at: account.now - age * HOUR });
		const host = await published('videoPublished');
		await pollRepeatedly(host, 70);
		expect(host.requests).toBe(1);
	});

	it('does not fire a second time for a video whose date is put off', async () => {
		for (let age = 1; age <= 24; age++) account.add('videos', { at: account.now - age * HOUR });
		const at = account.now - 5 * HOUR;
		const id = account.add('videos', { at, availableFrom: account.now + 10_000 });
		const host = await published('videoPublished');
		await pollRepeatedly(host, 2);
		account.change('videos', id, { availableFrom: account.now + 10 * MINUTE });
		await pollRepeatedly(host, 70);
		expect(host.delivered).toEqual([`videoPublished:${id}`]);
	});
});

describe('comments on videos that cannot be read', () => {
	/** Watches videos, and lets the comments on some of them be answered with a status, for as long as it is one. */
	async function watched(count: number, statuses: number[], more: IDataObject = {}) {
		const videos = Array.from({ length: count }, () => account.add('videos'));
		const host = await published('commentCreated', { videos, ...more });
		await pollRepeatedly(host, 2);
		account.disturb = (answer, request) => {
			const index = videos.findIndex((id) => String(request.query.video).endsWith(`/${id}`));
			return { ...answer, statusCode: statuses[index] ?? answer.statusCode };
		};
		const comment = (index: number) => account.add('comments', { video: videos[index] ?? 0 });
		return { host, videos, comment };
	}

	it.each([404, 403, 500])(
		'for a while hold up no others, and are delivered later (%i)',
		async (status) => {
			const { host, comment, videos } = await watched(2, [status]);
			const ids = [comment(0)];
			for (let count = 0; count < 40; count++) {
				ids.push(comment(1));
				await pollRepeatedly(host, 5);
				expect(host.delivered).toHaveLength(count + 1);
			}
			if (status !== 404) expect(host.warnings).toHaveLength(200);
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
		// The round that began before ends first.
		{ status: 403, count: 6, failing: 4 },
		{ status: 500, count: 6, failing: 5 },
	])(
		'fail each poll and lose nothing where they are those on all $count videos ($status)',
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

	it('end a poll after three of them, which leaves the others to the next', async () => {
		const { host, comment } = await watched(6, [200, 500, 500, 500]);
		const ids = [comment(0), comment(5)];
		await pollRepeatedly(host, 1);
		expect(host.warnings).toEqual([expect.stringMatching(/video \d+ and 2 more cannot be read/)]);
		expect(host.delivered).toHaveLength(1);
		await pollRepeatedly(host, 1);
		expect([host.delivered, host.errors]).toEqual([ids.map((id) => `commentCreated:${id}`), []]);
	});

	it('refuse publishing where they are those on all videos', async () => {
		const videos = [account.add('videos')];
		account.disturb = (answer, request) =>
			isList(request) ? { ...answer, statusCode: 403 } : answer;
		await expect(published('commentCreated', { videos })).rejects.toMatchObject({
			httpCode: '403',
		});
	});

	it('for ever do not let the saved state grow', async () => {
		const { host, videos } = await watched(2, [403]);
		const [known = 0] = videos;
		const seen = new Map(Array.from({ length: 12_000 }, (_, index) => [known + index, index]));
		const { state } = host.state as { state: State };
		const { checkpoint } = defined(await readState(state, 'commentCreated'));
		const window = { ...(checkpoint.window as IDataObject), since: 0, seen };
		const more = await stateOf(state.fingerprint, null, { ...checkpoint, window });
		host.stored = JSON.stringify({ state: more });
		host.kill();
		await pollRepeatedly(host, 1);
		const after = defined(await readState(host.memory?.state, 'commentCreated'));
		expect(after.checkpoint.window).toMatchObject({ since: 2000 });
	});
});
