// "What a response proves" of docs/service.md: a record that a list or a look-up hides for a while is neither forgotten nor new.
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { readState, type State, stateOf } from '../../nodes/VideoSubscriptionTrigger/state.ts';
import type { Kind } from '../../service/contract/index.mts';
import { defined } from '../kit/defined.mts';
import { type TriggerResponse, type Disturb, PRODUCTS, type Request, USUAL } from './account.mts';
import { eventIds, HOUR, MINUTE } from './host.mts';
import { account, activated, isList, newAccount, pollRepeatedly } from './stage.mts';

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
	await activated({ event, product: PRODUCT, ...more });

describe.each(SHORT)('a list that is %s for a while', (_, short) => {
	describe.each(HAPPENS)('%s', (event, happens) => {
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

	it('is refused on activation, so that no video in processing is forgotten', async () => {
		fill();
		const ids = [0, 10 * HOUR].map((age) =>
			account.add('videos', { at: account.now - age, status: 'processing' }),
		);
		account.disturb = short;
		await expect(published('uploadCompleted')).rejects.toThrow('The list is incomplete');
		account.disturb = undefined;
		const host = await published('uploadCompleted');
		await pollRepeatedly(host, 3);
		for (const id of ids) account.change('videos', id, { status: 'uploaded' });
		await pollRepeatedly(host, 3);
		expect(host.delivered.sort()).toEqual(ids.map((id) => `uploadCompleted:${id}`).sort());
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

describe('a list that shows none of its records', () => {
	const hollow: Disturb = (response, request) =>
		isList(request) ? withRecords(request, response, []) : response;

	const REFUSED = [
		['customerCreated', 'customers'],
		['liveEventCreated', 'live_events'],
		['uploadCompleted', 'videos'],
		['videoPublished', 'videos'],
		['productAdded', 'customers'],
		['productRemoved', 'customers'],
	] as const;

	describe.each(REFUSED)('%s', (event, kind) => {
		it.each([1, 8, 60])('is refused on activation, with a total of %i', async (count) => {
			for (let index = 0; index < count; index++) account.add(kind);
			account.now += MINUTE;
			account.disturb = hollow;
			await expect(published(event)).rejects.toThrow(
				`The list is incomplete: it contains 0 of its ${count} records`,
			);
			account.disturb = undefined;
			const host = await published(event);
			await pollRepeatedly(host, 5);
			expect([host.delivered, host.errors]).toEqual([[], []]);
		});
	});

	it.each(REFUSED.slice(0, 4))(
		'for an hour, delays %s and loses none in a small account',
		async (event, kind) => {
			account.add(kind, { at: account.now - HOUR });
			const host = await published(event);
			account.disturb = hollow;
			const id = account.add(kind);
			await pollRepeatedly(host, 60);
			expect(host.delivered).toEqual([]);
			account.disturb = undefined;
			await pollRepeatedly(host, 1);
			expect(host.delivered).toEqual([`${event}:${id}`]);
		},
	);
});

it.each(['uploadCompleted', 'videoPublished'])(
	'%s forgets no upload when the list lacks half of its records during publishing',
	async (event) => {
		const ids = Array.from({ length: 120 }, () =>
			account.add('videos', { at: account.now - 9 * HOUR, status: 'processing' }),
		);
		account.disturb = (response, request) => {
			if (!isList(request)) return response;
			const { _embedded: shown } = response.body as { _embedded: { videos: object[] } };
			const half = shown.videos.filter((_, index) => index % 2 === 0);
			return withRecords(request, response, half);
		};
		await expect(published(event)).rejects.toThrow('The list is incomplete');
		account.disturb = undefined;
		const host = await published(event);
		const done = ids.slice(0, 2);
		for (const id of done) account.change('videos', id, { status: 'uploaded' });
		await pollRepeatedly(host, 10);
		expect(host.delivered.sort()).toEqual(done.map((id) => `${event}:${id}`));
	},
);

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

describe.each(HAPPENS)('%s, when totals always count hidden records,', (event, happens) => {
	it.each([1, 3, 20])('fires in the next poll of an account with %i records', async (count) => {
		const hidden: Disturb = (response, request) => {
			const { total } = response.body as { total?: number };
			return isList(request)
				? { ...response, body: { ...(response.body as IDataObject), total: Number(total) + 7 } }
				: response;
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
		// While the total is larger than the list, each list takes one more request, for the page after its last one.
		const lists = event === 'commentCreated' ? count + 2 : 1;
		expect(requests).toBeLessThanOrEqual(host.requests + lists);
		expect(host.errors).toEqual([]);
	});
});

/** Wrong responses to the look-up of a record that exists. */
const LOOK_UPS: Array<[string, (response: TriggerResponse) => TriggerResponse]> = [
	[
		'404 of a proxy',
		(response) => ({ ...response, statusCode: 404, body: '<html>Not here</html>' }),
	],
	['403', (response) => ({ ...response, statusCode: 403, body: { message: 'No' } })],
	['500', (response) => ({ ...response, statusCode: 500, body: { message: 'No' } })],
	['a web page', (response) => ({ ...response, body: '<html>Back soon</html>' })],
	['{}', (response) => ({ ...response, body: {} })],
	['null', (response) => ({ ...response, body: null })],
	['another record', (response) => ({ ...response, body: { id: 1, status: 'uploaded' } })],
	['a list', (response) => ({ ...response, body: [] })],
];

describe.each(LOOK_UPS)('a waiting video whose look-up returns %s', (_, respond) => {
	const byId: Disturb = (response, request) => (isList(request) ? response : respond(response));

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

it('a waiting video still fires after a gateway answered its look-ups with 404 for two hours', async () => {
	const id = account.add('videos', { at: account.now - 9 * HOUR, status: 'processing' });
	fill();
	const host = await published('uploadCompleted');
	account.disturb = (response, request) =>
		isList(request) ? response : { ...response, statusCode: 404, body: '<html>Not here</html>' };
	await pollRepeatedly(host, 12, 10 * MINUTE);
	account.disturb = undefined;
	account.change('videos', id, { status: 'uploaded' });
	await pollRepeatedly(host, 2);
	expect([host.delivered, host.errors]).toEqual([[`uploadCompleted:${id}`], []]);
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

describe.each(HAPPENS)('%s, when every page is page 1,', (event) => {
	it.each([undefined, 'absent'] as const)('fails within 40 requests (total: %s)', async (total) => {
		newAccount({ ...USUAL, total });
		fill();
		// All records are of the last hour, so that page 1 alone does not end the scan.
		for (let index = 0; index < 60; index++) {
			for (const kind of ['customers', 'live_events', 'videos'] as const) account.add(kind);
			account.add('comments', { video: oldest });
		}
		const pages = new Map<string, TriggerResponse>();
		account.disturb = (response, request) => {
			const key = JSON.stringify({ ...request.query, page: 1, path: request.path });
			if (request.query.page === 1) pages.set(key, response);
			return pages.get(key) ?? response;
		};
		const publishing = published(event);
		await expect(publishing).rejects.toThrow('The list never ends');
		expect(account.requests.length).toBeLessThan(40);
	});
});

it('a list that grows by three pages between two requests is not mistaken for an endless one', async () => {
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

describe('the first scan of videos, with small pages and totals that count hidden records,', () => {
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

describe('commentCreated, when the comments on a video cannot be read,', () => {
	/** Watches `count` videos. Requests for the comments on the first ones return `statuses`. */
	async function watched(count: number, statuses: number[], more: IDataObject = {}) {
		const videos = Array.from({ length: count }, () => account.add('videos'));
		const host = await published('commentCreated', { videos, ...more });
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

	it('cannot be activated when that is true of all watched videos', async () => {
		const videos = [account.add('videos')];
		account.disturb = (response, request) =>
			isList(request) ? { ...response, statusCode: 403 } : response;
		await expect(published('commentCreated', { videos })).rejects.toMatchObject({
			httpCode: '403',
		});
	});

	it('saves no more comments than otherwise, also when that never ends', async () => {
		const { host, videos } = await watched(2, [403]);
		const [refused = 0] = videos;
		const seen = new Map(Array.from({ length: 12_000 }, (_, index) => [refused + index, index]));
		const { state } = host.state as { state: State };
		const { checkpoint } = defined(await readState(state));
		const window = { ...(checkpoint.window as IDataObject), since: 0, seen };
		const more = await stateOf(state, { ...checkpoint, window });
		host.stored = JSON.stringify({ state: more });
		host.kill();
		await pollRepeatedly(host, 1);
		const after = defined(await readState(host.memory?.state));
		expect(after.checkpoint.window).toMatchObject({ since: 2000 });
	});
});
