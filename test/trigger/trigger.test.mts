import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { asObject } from '../../nodes/shared/data/json.ts';
import { clock } from '../../nodes/shared/concurrency/clock.ts';
import { events } from '../../nodes/VideoSubscriptionTrigger/events/index.ts';
import { EVENT_TYPES } from '../../nodes/VideoSubscriptionTrigger/events/types.ts';
import { only } from '../kit/defined.mts';
import { ACCOUNT_URL, type Failure, PRODUCTS, USUAL } from './account.mts';
import { eventIds, Host, HOUR, MINUTE, type HostOptions } from './host.mts';
import { account, activated, newAccount } from './stage.mts';

beforeEach(() => newAccount());

const [PRODUCT, OTHER_PRODUCT] = PRODUCTS;

const hostFor = (parameters: IDataObject, options: Partial<HostOptions> = {}) =>
	new Host(account, { parameters, ...options });

const hostForCustomers = (options: Partial<HostOptions> = {}) =>
	hostFor({ events: ['customerCreated'] }, options);

/** The value of a resource locator. */
const locatorOf = (id: number) => ({ __rl: true, mode: 'id', value: String(id) });

/** Advances the clock by a minute and adds a customer. */
function addCustomer(): number {
	account.now += MINUTE;
	return account.add('customers');
}

describe('an item', () => {
	it('contains the simplified record and the event', async () => {
		const host = await activated({ events: ['customerCreated'] });
		const id = addCustomer();
		account.now += MINUTE;
		account.change('customers', id, { title: 'Ada' });
		const { json } = only(await host.poll());
		expect(json).toMatchObject({
			id,
			name: 'Ada',
			href: `${ACCOUNT_URL}/customers/${id}`,
			email: `customer+${id}@example.com`,
		});
		expect(json.event).toEqual({
			id: expect.stringMatching(new RegExp(`^customerCreated:${id}:[0-9a-f]{8}$`)),
			type: 'customerCreated',
			occurredAt: '2026-01-01T12:01:00Z',
		});
		expect(json).not.toHaveProperty('_links');
	});

	it.each([
		['full', {}, { href: expect.any(String), name: expect.any(String) }],
		['raw', {}, { _links: expect.any(Object) }],
		['selected', { outputFields: 'email' }, { email: expect.any(String) }],
	])('contains the record in the form of Output %s', async (output, more, shown) => {
		const host = await activated({ events: ['customerCreated'], output, ...more });
		addCustomer();
		const { json } = only(await host.poll());
		expect(json).toMatchObject({ ...shown, event: { type: 'customerCreated' } });
		if (output === 'selected') expect(json).not.toHaveProperty('name');
	});

	const DANGEROUS = '<!channel> @here *x* https://evil.example [y](z)';

	it.each(EVENT_TYPES)(
		'has harmless texts with Safe Text, and its event stays as it is: %s',
		async (event) => {
			const video = account.add('videos', { title: DANGEROUS });
			const customer = account.add('customers', { title: DANGEROUS });
			const host = hostFor({
				events: [event],
				product: PRODUCT,
				filters: { statuses: ['enabled', 'cancelled'] },
				options: { safeText: true },
			});
			account.add('comments', { video, title: DANGEROUS });
			account.add('live_events', { title: DANGEROUS });
			if (event === 'productRemoved' || event === 'customerStatusChanged') {
				account.change('customers', customer, { status: 'cancelled' });
			}
			account.disturb = (response, { path }) =>
				path === `/products/${PRODUCT}`
					? { ...response, body: { ...asObject(response.body), name: DANGEROUS } }
					: undefined;
			const { json } = only(await host.manual());
			const { event: own, ...record } = json;
			expect(JSON.stringify(record)).not.toMatch(/[<>*@]here|<|https:\/\/evil|\]\(/);
			expect(own).toMatchObject({ id: expect.stringMatching(`^${event}:`), type: event });
		},
	);

	it('has an event ID that depends on the account, and not on the API key', async () => {
		const idWith = async (options: Partial<HostOptions>) => {
			const host = await activated({ events: ['customerCreated'] }, options);
			account.now += MINUTE;
			account.add('customers', { id: 77 });
			const { json } = only(await host.poll());
			account.remove('customers', 77);
			return (json.event as IDataObject).id;
		};
		const id = await idWith({ credentialId: 'mine' });
		expect(await idWith({ credentialId: 'mine', credential: { apiKey: 'new' } })).toBe(id);
		expect(await idWith({ credentialId: 'other' })).not.toBe(id);
		const credential = { baseUrl: `${ACCOUNT_URL}/other` };
		expect(await idWith({ credentialId: 'mine', credential })).not.toBe(id);
	});
});

describe('the start of the trigger', () => {
	it('is the activation: only later records fire, also in an empty account', async () => {
		const host = await activated({ events: ['customerCreated'] });
		expect(await host.poll()).toEqual([]);
		const id = account.add('customers');
		expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
	});

	it('is Start From when that is in the past', async () => {
		account.add('customers', { at: account.now - 2 * HOUR });
		const id = account.add('customers', { at: account.now - HOUR });
		const host = await activated({ events: ['customerCreated'] });
		const options = { startFrom: '2026-01-01T11:00:00Z' };
		host.parameters = { events: ['customerCreated'], options };
		await host.activate('update');
		await host.activate('update');
		expect(host.delivered).toEqual([`customerCreated:${id}`]);
	});

	it('is Start From in the time zone of the workflow when it has no offset', async () => {
		account.add('customers', { at: account.now - 90 * MINUTE });
		const id = account.add('customers', { at: account.now - 30 * MINUTE });
		// 11:00 in UTC: the host is in New York, where it is 7:00 now.
		const options = { startFrom: '2026-01-01T06:00:00' };
		const host = await activated({ events: ['customerCreated'], options });
		expect(host.delivered).toEqual([`customerCreated:${id}`]);
	});

	it.each([
		['a second', 1000],
		['a day', 24 * HOUR],
		['a year', 365 * 24 * HOUR],
	])('is the activation when Start From is %s ahead', async (_, ahead) => {
		account.add('customers', { at: account.now - HOUR });
		const options = { startFrom: new Date(account.now + ahead).toISOString() };
		const host = await activated({ events: ['customerCreated'], options });
		expect(await host.poll()).toEqual([]);
		const id = addCustomer();
		expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
	});

	it.each([0, HOUR])(
		'is Start From at that very second when n8n’s clock is %i ms ahead',
		async (ahead) => {
			clock.now = () => account.now + ahead;
			account.add('customers', { at: account.now - 30 * MINUTE });
			const id = account.add('customers', { at: account.now });
			const options = { startFrom: new Date(account.now).toISOString() };
			const host = await activated({ events: ['customerCreated'], options });
			expect(host.delivered).toEqual([`customerCreated:${id}`]);
		},
	);

	it('takes one small request to compare the clocks, unless another one did', async () => {
		const options = { startFrom: '2026-01-01T11:00:00Z' };
		await activated({ events: ['customerCreated'], options });
		expect(account.requests.map(({ path, query }) => [path, query.per_page])).toEqual([
			['/products', 1],
			['/customers', 50],
		]);
		account.requests.length = 0;
		await activated({ events: ['liveEventCreated'], options, product: PRODUCT });
		expect(account.requests.map(({ path }) => path)).toEqual([
			`/products/${PRODUCT}`,
			'/live_events',
		]);
	});

	it('includes a video that becomes available at the second of Start From', async () => {
		const created = { at: account.now - 9 * HOUR };
		const options = { startFrom: '2026-01-01T10:00:00Z' };
		account.add('videos', { ...created, availableFrom: Date.UTC(2026, 0, 1, 9, 59, 59) });
		const id = account.add('videos', { ...created, availableFrom: Date.UTC(2026, 0, 1, 10) });
		const host = await activated({ events: ['videoPublished'], options });
		expect(host.delivered).toEqual([`videoPublished:${id}`]);
	});

	it('is Start From for published videos, and the activation for uploads', async () => {
		const at = account.now - 9 * HOUR;
		account.add('videos', { at, availableFrom: account.now - 3 * HOUR });
		const id = account.add('videos', { at, availableFrom: account.now - HOUR });
		const options = { startFrom: '2026-01-01T10:00:00Z' };
		const host = await activated({ events: ['videoPublished'], options });
		expect(host.delivered).toEqual([`videoPublished:${id}`]);
		expect((await activated({ events: ['uploadCompleted'], options })).delivered).toEqual([]);
	});

	const uploads = { events: ['uploadCompleted'] };
	it.each([
		[
			'Customer Created starts from now, because it was added.',
			'Upload Completed ends, because it was removed.',
			{ events: ['customerCreated'] },
			{},
		],
		[
			'Upload Completed starts again from now, because the filter "query" was not set and is "news".',
			undefined,
			{ ...uploads, filters: { query: 'news' } },
			{},
		],
		[
			'The trigger starts again from now, because the ID of the credential was "one" and is "other".',
			undefined,
			uploads,
			{ credentialId: 'other' },
		],
		[
			`The trigger starts again from now, because the Base URL was "${ACCOUNT_URL}" and is "${ACCOUNT_URL}/other".`,
			undefined,
			uploads,
			{ credential: { baseUrl: `${ACCOUNT_URL}/other` } },
		],
	])('is now again, and n8n’s log says so: %s', async (first, second, parameters, options) => {
		const before = await activated(uploads, { credentialId: 'one' });
		addCustomer();
		account.add('videos');
		account.now += HOUR;
		const after = hostFor(parameters, { credentialId: 'one', ...options });
		after.stored = before.stored;
		await after.activate('update');
		expect(after.delivered).toEqual([]);
		expect(after.warnings).toEqual([
			`Trigger: ${first}`,
			...(second === undefined ? [] : [`Trigger: ${second}`]),
		]);
	});

	it('depends on nothing but what a person has set, which the saved state says', async () => {
		const before = await activated({ events: ['commentCreated'] }, { credentialId: 'one' });
		const state = asObject(before.state.state);
		expect(state.settings).toEqual({
			events: { commentCreated: {} },
			baseUrl: ACCOUNT_URL,
			credential: 'one',
		});
	});

	it.each([
		[
			'videos',
			{ events: ['commentCreated'] },
			{ filters: { videos: [9, 10] } },
			{ filters: { videos: [10, 9, 10] } },
		],
		[
			'plans',
			{ events: ['videoPublished'] },
			{ filters: { plan: ['free', 'public'] } },
			{ filters: { plan: ['public', 'free'] } },
		],
		[
			'statuses',
			{ events: ['customerStatusChanged'] },
			{ filters: { statuses: ['paused', 'expired'] } },
			{ filters: { statuses: ['expired', 'paused'] } },
		],
		[
			'words',
			{ events: ['commentCreated'] },
			{ filters: { words: 'spam, casino' } },
			{ filters: { words: ['casino', 'spam', 'casino'] } },
		],
	])('is kept when the same %s are chosen in another order', async (_, event, chosen, again) => {
		for (const id of [9, 10]) account.add('videos', { id, at: account.now - HOUR });
		const host = await activated({ ...event, ...chosen });
		const { settings } = asObject(host.state.state);
		host.parameters = { ...event, ...again };
		await host.activate('update');
		expect([asObject(host.state.state).settings, host.warnings]).toEqual([settings, []]);
	});

	it('is kept when an API key changes, or an option that the trigger does not have', async () => {
		const before = await activated({ events: ['customerCreated'] }, { credentialId: 'one' });
		const id = addCustomer();
		const after = hostFor(
			{ events: ['customerCreated'], options: { batchSize: 5 } },
			{ credentialId: 'one', credential: { apiKey: 'another key' } },
		);
		after.stored = before.stored;
		await after.activate('update');
		expect(after.delivered).toEqual([`customerCreated:${id}`]);
	});

	it.each([null, 'text', 5, { version: 2 }, { version: 3, data: 'damaged' }])(
		'is reset when the saved state is %j',
		async (state) => {
			account.add('customers', { at: account.now - HOUR });
			const host = hostForCustomers();
			host.stored = JSON.stringify({ state });
			await host.activate('init');
			expect(host.warnings).toEqual([expect.stringContaining('starts again from now')]);
			const id = addCustomer();
			expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
		},
	);

	it('fails and overwrites nothing when a later version saved the state', async () => {
		const host = await activated({ events: ['customerCreated'] });
		const { state } = host.state as { state: IDataObject };
		const later = JSON.stringify({ state: { ...state, version: Number(state.version) + 1 } });
		host.stored = later;
		host.kill();
		await host.poll();
		expect(host.warnings).toEqual([expect.stringContaining('Another version of this package')]);
		await expect(host.activate('update')).rejects.toThrow('Install the version of the package');
		expect(host.stored).toBe(later);
	});
});

describe('a failed request', () => {
	const fail = (status: number) => account.failures.push(...new Array<number>(9).fill(status));

	it.each([
		[500, 'temporarily-unavailable'],
		[429, 'rate-limited'],
		[401, 'temporarily-unavailable'],
		[403, 'temporarily-unavailable'],
		[404, 'temporarily-unavailable'],
	])('with status %i throws with its cause, and leaves the state alone', async (status, cause) => {
		const host = await activated({ events: ['customerCreated'] });
		const { stored } = host;
		fail(status);
		await host.poll();
		const error = only(host.errors);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ httpCode: String(status), failure: { cause } });
		expect(host.stored).toBe(stored);
		account.failures = [];
		const id = addCustomer();
		expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
	});

	it('with status 401 on activation throws at once', async () => {
		const host = hostForCustomers();
		fail(401);
		await expect(host.activate()).rejects.toMatchObject({
			failure: { cause: 'credential-invalid' },
		});
		expect(host.requests).toBe(1);
	});

	it.each(['uploadCompleted', 'videoPublished'])(
		'in which nothing responds in time ends, and n8n goes on: %s',
		async (event) => {
			const host = hostFor({ events: [event] }, { budgetMs: 36_000 });
			account.disturb = (response) => {
				account.now += 25_000;
				return response;
			};
			await host.activate();
			expect(host.requests).toBe(1);
		},
	);

	describe.each(['init', 'leadershipChange'] as const)('after a restart (%s)', (mode) => {
		it.each([401, 'disconnect' as const])(
			'is logged, and thrown only from the next poll on: %s',
			async (failure) => {
				const host = await activated({ events: ['customerCreated'] });
				const { stored } = host;
				account.failures = Array<Failure>(99).fill(failure);
				await host.activate(mode);
				expect(host.stored).toBe(stored);
				await host.poll();
				const error = only(host.errors);
				if (!(error instanceof NodeApiError)) throw error;
				const { message, description } = error;
				// Pauses between attempts are random, so that their number may differ.
				const texts = [
					...host.warnings,
					`Trigger: ${message}. ${description} The next poll tries again.`,
				];
				const [warning, expected] = texts.map((text) => text.replace(/\d+ times/, ''));
				expect(warning).toBe(expected);
				account.failures = [];
				const id = addCustomer();
				expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
			},
		);

		it('is logged also when it is not of a request, such as an expression that fails', async () => {
			const host = await activated({ events: ['customerCreated'] });
			host.parameters = Object.defineProperty({}, 'events', {
				get() {
					throw new Error('The expression fails');
				},
			});
			await host.activate(mode);
			expect(host.warnings).toEqual([expect.stringContaining('The expression fails')]);
		});
	});

	it('that exceeds the time budget says that the service is too slow', async () => {
		account.add('videos');
		const host = await activated({ events: ['commentCreated'] }, { budgetMs: 36_000 });
		account.responseMs = 30_000;
		await host.poll();
		const error = only(host.errors);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'The service is too slow: the poll has used up its time',
			description:
				'Nothing is lost, and the next poll tries again. If it keeps happening, raise the time limit for polls in n8n, or contact the service.',
			httpCode: 'none',
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(host.requests).toBe(1);
	});

	it('is given up after ten seconds, so that a poll ends', async () => {
		const host = await activated({ events: ['customerCreated'] });
		await host.poll();
		expect(host.timeoutMs).toBe(10_000);
	});

	it('that exceeds the time budget on activation says what to do, and sends nothing', async () => {
		const publishing = hostForCustomers({ budgetMs: -1 }).activate();
		await expect(publishing).rejects.toThrow(/too slow: .* used up its time\. Nothing is lost/);
		expect(account.requests).toEqual([]);
	});
});

/** Lists without entries, as an expression or the blank cells of a sheet give them. */
const BLANK_LISTS = ['', ' ', '[]', '[ ]', ',', ' ; ', '[""]', '[null]', [], [null], ['', ' ']];

const STATUSES = { events: ['customerStatusChanged'] };

describe('the activation', () => {
	it.each([
		['Base URL', {}, { credential: { baseUrl: 'http://example.com' } }],
		['Product', { ...STATUSES, filters: { product: `${ACCOUNT_URL}/videos/5` } }, {}],
		['Product', { ...STATUSES, filters: { product: null } }, {}],
		['Filters', { ...STATUSES, filters: '={{ null }}' }, {}],
		['Search', { events: ['uploadCompleted'], filters: { query: '' } }, {}],
		['Search', { events: ['uploadCompleted'], filters: { query: true } }, {}],
		['Plan', { events: ['videoPublished'], filters: { plan: ['gold'] } }, {}],
		['Plan', { events: ['videoPublished'], filters: { plan: null } }, {}],
		...BLANK_LISTS.flatMap(
			(blank): Array<[string, IDataObject, object]> => [
				['Plan" is empty', { events: ['videoPublished'], filters: { plan: blank } }, {}],
				[
					'Statuses" is empty',
					{ events: ['customerStatusChanged'], filters: { statuses: blank } },
					{},
				],
				['Videos" is empty', { events: ['commentCreated'], filters: { videos: blank } }, {}],
			],
		),
		[
			'Videos" is empty',
			{ events: ['commentCreated'], filters: { videos: { entries: [{ video: '' }] } } },
			{},
		],
		[
			'Videos" is empty',
			{ events: ['commentCreated'], filters: { videos: { entries: [5, { video: ' ' }] } } },
			{},
		],
		['Videos" is empty', { events: ['commentCreated'], filters: { videos: { entries: '' } } }, {}],
		['Videos', { events: ['commentCreated'], filters: { videos: { id: 9 } } }, {}],
		['Product', { events: ['liveEventCreated'] }, {}],
		['Product', { events: ['productRemoved'], filters: { product: PRODUCT } }, {}],
		['Videos', { events: ['commentCreated'], filters: { videos: '12, x' } }, {}],
		['Start From', { options: { startFrom: 'soon' } }, {}],
		['Requests per Poll', { options: { requestsPerPoll: 4 } }, {}],
		...[0, -1, 1001, 1.5, 'ten', '', ' ', null, undefined, true, [], {}].map(
			(eventsPerExecution): [string, IDataObject, object] => [
				'Events per Execution" is not a whole number from 1 to 1000',
				{ options: { eventsPerExecution } },
				{},
			],
		),
		['Statuses', { events: ['customerStatusChanged'], filters: { statuses: [] } }, {}],
		['Statuses', { events: ['customerStatusChanged'], filters: { statuses: ['all'] } }, {}],
		['Output', { output: 'everything' }, {}],
		...[['other'], [], [''], [null], ['customers']].map((events): [string, IDataObject, object] => [
			'Trigger On',
			{ events },
			{},
		]),
	])(
		'with an invalid %s names the parameter before anything is sent: %j',
		async (name, parameters, options) => {
			const host = hostFor({ events: ['customerCreated'], ...parameters }, options);
			await expect(host.activate()).rejects.toThrow(name);
			expect(account.requests).toEqual([]);
		},
	);

	it.each([
		['product', { events: ['liveEventCreated'], product: 9999 }],
		['product', { events: ['productRemoved'], product: 9999 }],
		['product', { ...STATUSES, filters: { product: 9999 } }],
		['video', { events: ['commentCreated'], filters: { videos: [9999] } }],
	])('reports a %s that does not exist: %j', async (kind, parameters) => {
		const description = `Choose a ${kind} that exists: this one may have been deleted, or belong to another account.`;
		await expect(hostFor(parameters).activate()).rejects.toMatchObject({
			message: expect.stringMatching(new RegExp(`^There is no ${kind} 9999\\b`)),
			description,
		});
		await expect(hostFor(parameters).manual()).rejects.toThrow(`o ${kind} 9999`);
	});

	it.each([
		['a group of locators', (id) => ({ entries: [{ video: locatorOf(id) }] })],
		['a group of IDs', (id) => ({ entries: [{ video: String(id) }] })],
		['a group of locators without names', (id) => ({ entries: [locatorOf(id)] })],
		['an array of IDs', (id) => [id]],
		['an address', (id) => `${ACCOUNT_URL}/videos/${id}`],
		['a text of IDs', (id) => `${id}, ${id}`],
	] satisfies Array<[string, (id: number) => unknown]>)(
		'takes the watched videos from %s',
		async (_, videosOf) => {
			const [id, other] = [account.add('videos'), account.add('videos')];
			const host = await activated({
				events: ['commentCreated'],
				filters: { videos: videosOf(id) },
			});
			account.now += MINUTE;
			account.add('comments', { video: other });
			const comment = account.add('comments', { video: id });
			expect(eventIds(await host.poll())).toEqual([`commentCreated:${comment}`]);
		},
	);

	it.each([undefined, {}, { entries: [] }])('watches all videos with %j', async (videos) => {
		const video = account.add('videos');
		const host = await activated({
			events: ['commentCreated'],
			...(videos && { filters: { videos } }),
		});
		account.now += MINUTE;
		const comment = account.add('comments', { video });
		expect(eventIds(await host.poll())).toEqual([`commentCreated:${comment}`]);
	});

	it.each([null, '', ' '])('takes the defaults of the options for %j', async (blank) => {
		const options = { requestsPerPoll: blank, startFrom: blank };
		const host = await activated({ events: ['customerCreated'], options });
		const id = addCustomer();
		expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
	});

	it('checks as many of the watched videos as its time allows', async () => {
		const videos = Array.from({ length: 20 }, () => account.add('videos'));
		account.responseMs = 2000;
		const parameters = { events: ['commentCreated'], filters: { videos } };
		await activated(parameters, { budgetMs: 36_000 });
		const checks = account.requests.filter(({ path }) => path.startsWith('/videos/'));
		expect(checks).toHaveLength(10);
	});

	it('reports a watched video that was deleted since the last activation', async () => {
		const videos = [account.add('videos'), account.add('videos')];
		const host = await activated({ events: ['commentCreated'], filters: { videos } });
		account.remove('videos', videos[0] ?? 0);
		await host.poll();
		expect(host.errors).toEqual([]);
		await expect(host.activate('update')).rejects.toThrow(`There is no video ${videos[0]}`);
	});
});

it('a watched video that is deleted is reported by each poll, and the others are still read', async () => {
	const [deleted, there] = [account.add('videos'), account.add('videos')];
	const host = await activated({
		events: ['commentCreated'],
		filters: { videos: [deleted, there] },
	});
	account.remove('videos', deleted);
	account.now += MINUTE;
	const id = account.add('comments', { video: there });
	await host.poll();
	await host.poll();
	expect(host.requests).toBe(2);
	expect(host.delivered).toEqual([`commentCreated:${id}`]);
	const warning = expect.stringContaining(`Video ${deleted} no longer exists`);
	expect(host.warnings).toEqual([warning, warning]);
});

/** Parameters for each event. */
const everyEvent = EVENT_TYPES.map((event) => ({ events: [event], product: PRODUCT }));

it.each(everyEvent)(
	'$events.0 is read again in the same poll when a response does not contain its list',
	async (parameters) => {
		const host = await activated(parameters);
		account.failures = ['hollow', 'hollow'];
		await host.poll();
		expect([host.errors, host.delivered]).toEqual([[], []]);
		account.failures = Array(30).fill('hollow');
		await host.poll();
		expect(host.errors).toHaveLength(1);
	},
);

describe('Fetch Test Event', () => {
	it('shows the ten newest records, newest first, and stores nothing', async () => {
		const ids = Array.from({ length: 12 }, addCustomer);
		const host = hostForCustomers();
		expect(eventIds(await host.manual())).toEqual(
			ids
				.reverse()
				.slice(0, 10)
				.map((id) => `customerCreated:${id}`),
		);
		expect(host.stored).toBe('{}');
	});

	it('shows only videos that have reached the milestone of the event', async () => {
		const uploaded = account.add('videos', { availableUntil: account.now });
		const id = account.add('videos');
		account.add('videos', { status: 'processing' });
		account.add('videos', { availableFrom: account.now + HOUR, status: 'processing' });
		const draft = account.add('videos', { plans: [] });
		const shown = async (event: string) => eventIds(await hostFor({ events: [event] }).manual());
		expect(await shown('videoPublished')).toEqual([`videoPublished:${id}`]);
		expect(await shown('uploadCompleted')).toEqual(
			[draft, id, uploaded].map((video) => `uploadCompleted:${video}`),
		);
		const parameters = { events: ['videoPublished'], filters: { plan: ['free'] } };
		await expect(hostFor(parameters).manual()).rejects.toThrow('There is no video to show yet');
	});

	it('shows customers who lost the product for Product Removed, and none who has it', async () => {
		const host = hostFor({ events: ['productRemoved'], product: PRODUCT });
		account.add('customers', { products: [OTHER_PRODUCT], status: 'cancelled' });
		account.add('customers');
		account.add('customers', { status: 'paused' });
		const lost = ['cancelled', 'expired', 'refunded', 'disabled'].map((status) =>
			account.add('customers', { status }),
		);
		const names = lost.map((id) => `productRemoved:${id}:${PRODUCT}:${account.now / 1000}`);
		expect(eventIds(await host.manual()).sort()).toEqual(names.sort());
	});

	it('shows customers with one of the statuses for Customer Status Changed', async () => {
		const statuses = ['paused', 'expired'];
		const names = ['expired', 'paused', 'cancelled'].map((status) => {
			const id = account.add('customers', { status });
			return `customerStatusChanged:${id}:${status}:${account.now / 1000}`;
		});
		const host = hostFor({ events: ['customerStatusChanged'], filters: { statuses } });
		expect(eventIds(await host.manual())).toEqual([names[1], names[0]]);
	});

	it('shows comments and replies', async () => {
		const video = account.add('videos');
		const parent = account.add('comments', { video });
		account.now += MINUTE;
		const reply = account.add('comments', { video, parent });
		expect(eventIds(await hostFor({ events: ['commentCreated'] }).manual())).toEqual([
			`commentCreated:${reply}`,
			`commentCreated:${parent}`,
		]);
	});

	it.each(everyEvent)(
		'says for $events.0 in an empty account that there is nothing to show',
		async (parameters) => {
			const { record, emptyHint } = events[only(parameters.events)];
			const name = record.replace(/[A-Z]/g, ' $&').toLowerCase();
			await expect(hostFor(parameters).manual()).rejects.toMatchObject({
				message: `There is no ${name} to show yet`,
				description: emptyHint,
			});
		},
	);
});

it.each([2, 3, 4, 5])(
	'before request %i of the activation, a customer who moves to another page does not fire',
	async (moment) => {
		newAccount({ ...USUAL, total: 'absent' });
		const ids = Array.from({ length: 120 }, (_, index) =>
			account.add('customers', { at: account.now - (200 - index) * MINUTE }),
		);
		const host = hostFor({ events: ['productAdded'], product: PRODUCT });
		host.beforeRequest = (request) => {
			if (request === moment) account.change('customers', ids[0] ?? 0, { products: [] });
		};
		await host.activate();
		for (let polls = 0; polls < 3; polls++) await host.poll();
		expect(host.delivered).toEqual([]);
	},
);

it('the trigger requests live events newest first', async () => {
	const host = await activated({ events: ['liveEventCreated'], product: PRODUCT });
	await host.poll();
	await host.manual().catch(() => {});
	const lists = account.requests.filter(({ path }) => path === '/live_events');
	expect(lists).toHaveLength(3);
	for (const { query } of lists) expect(query).toMatchObject({ sort: 'newest', order: 'DESC' });
});

it.each(['uploadCompleted', 'videoPublished'])(
	'%s requests the videos that match Search, whatever their plans',
	async (event) => {
		const host = await activated({ events: [event], filters: { query: 'news' } });
		account.now += MINUTE;
		account.requests.length = 0;
		account.add('videos', { title: 'Sports' });
		const id = account.add('videos', { title: 'The news' });
		await host.poll();
		expect(host.delivered).toEqual([`${event}:${id}`]);
		for (const { query } of account.requests) {
			expect(query).toMatchObject({ query: 'news' });
			expect(query).not.toHaveProperty('plan');
		}
	},
);

it('videoPublished delivers only videos of the chosen plans, which may come after the upload', async () => {
	const filters = { plan: ['public', 'free'] };
	const host = await activated({ events: ['videoPublished'], filters });
	account.now += MINUTE;
	account.add('videos', { plans: ['standard'] });
	const draft = account.add('videos', { plans: [] });
	const id = account.add('videos', { plans: ['free'] });
	await host.poll();
	account.change('videos', draft, { plans: ['free'] });
	account.now += MINUTE;
	await host.poll();
	expect(host.delivered).toEqual([`videoPublished:${id}`, `videoPublished:${draft}`]);
});

it('an event without Search and Plan requests videos without them', async () => {
	await activated({ events: ['uploadCompleted'] });
	const [request] = account.requests;
	expect(request?.path).toBe('/videos');
	expect(Object.keys(request?.query ?? {}).sort()).toEqual(['page', 'per_page', 'sort']);
});

it('records without an ID are left out', async () => {
	const host = await activated({ events: ['customerCreated'] });
	const id = addCustomer();
	for (let count = 0; count < 3; count++) account.add('customers', { id: 9000 + count });
	account.disturb = (response) => {
		const body = response.body as { _embedded: { customers: IDataObject[] } };
		const customers = body._embedded.customers.map((customer) =>
			customer.id === id ? customer : { ...customer, id: null, _links: {} },
		);
		return { ...response, body: { ...body, _embedded: { customers } } };
	};
	await host.poll();
	await host.poll();
	expect(host.delivered).toEqual([`customerCreated:${id}`]);
	expect(host.errors).toEqual([]);
});

it('a later Start From does not reset the trigger', async () => {
	const options = { startFrom: '2026-01-01T11:00:00Z' };
	const host = await activated({ events: ['customerCreated'], options });
	const id = addCustomer();
	host.parameters = { events: ['customerCreated'], options: { startFrom: '2026-01-01T12:30:00Z' } };
	account.now += HOUR;
	await host.activate('update');
	expect(host.delivered).toEqual([`customerCreated:${id}`]);
});

it.each([1000, 24 * HOUR])(
	'a Start From that is added, %i ms ahead, drops what was not delivered yet',
	async (ahead) => {
		const host = await activated({ events: ['customerCreated'] });
		addCustomer();
		const options = { startFrom: new Date(account.now + ahead).toISOString() };
		host.parameters = { events: ['customerCreated'], options };
		await host.activate('update');
		expect(host.delivered).toEqual([]);
		const id = addCustomer();
		await host.poll();
		expect(host.delivered).toEqual([`customerCreated:${id}`]);
	},
);
