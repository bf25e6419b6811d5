// Executes the examples for operations staff in a real n8n against the simulated service: with invalid rows, twice, and
// with a service that fails midway. Stand-ins replace Slack, sheets and email. agents.test.mts has the examples with a
// language model.
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
	ARRIVAL,
	changed,
	ExampleRuns,
	fileOnPage,
	given,
	giving,
	refusing,
	textsOf,
} from './kit/exampleRuns.mts';
import { only } from '../kit/defined.mts';
import { parsed } from '../kit/json.mts';

/** Subscription products of the simulated service. */
const PRODUCT = 101;

const runs = new ExampleRuns('jobs');

// --- Nightly reconciliation

// --- Access kept in a Google Sheet

// --- A playlist from a sheet

const itemsSchema = z.object({
	_embedded: z.object({ items: z.array(z.object({ id: z.number() })) }),
});
const videoSchema = z.object({ title: z.string() });

test('sheet-playlist: a dry run comes first, then the playlist follows the sheet, and bad rows are listed', async () => {
	const playlist = await runs.add('collections', {});
	const collection = { __rl: true, mode: 'id', value: String(playlist) };
	const held = async () => {
		const list = await runs.service.read(`/collections/${playlist}/items?sort=position`);
		return itemsSchema.parse(list)._embedded.items.map(({ id }) => id);
	};
	const submit = async (videos: unknown[], choice: string) => {
		const changes = {
			'Read the Sheet': giving(...videos.map((video) => ({ video, title: 'For people' }))),
			'Sync Items': given({ collection }),
		};
		const id = await runs.import('sheet-playlist', changed(changes));
		return await runs.pageAfter(id, 'sync-playlist', choice);
	};
	const [first, ...rest] = Array.from({ length: 11 }, (_, n) => 20_001 + n);
	expect(await submit([first, ...rest], 'Change it')).toContain('11 added (');

	// One is removed, one added in front, and one moved from the beginning to the end.
	const sheet = [20_012, ...rest.slice(1), first];
	const looked = await submit(sheet, 'Show what would change');
	const { title } = videoSchema.parse(await runs.service.read('/videos/20012'));
	expect(looked).toContain(`1 would be added (${title})`);
	expect(looked).toMatch(/1 would be moved \(.*1 would be removed \(/s);
	expect(await runs.writes()).toEqual([]);

	expect(await submit([...sheet, 'no video'], 'Change it')).toMatch(
		/To fix: Row 13: .*Nothing was removed/,
	);
	expect(await held()).toHaveLength(12);

	await runs.fail({ method: 'DELETE' }, 403);
	expect(await submit(sheet, 'Change it')).toContain(`To fix: Video ${rest[0]} (`);
	expect(await submit(sheet, 'Change it')).toContain('1 removed (');
	expect(await held()).toEqual(sheet);
	expect(await submit(sheet, 'Change it')).toContain('No changes');
	for (const videos of [[], [20_001]])
		expect(await submit(videos, 'Change it')).toMatch(/To fix: (Row [12]|Stopped): /);
	expect(await runs.writes()).toEqual([]);
});

// --- Comp access

// --- Weekly numbers

const rowSchema = z.looseObject({ week: z.string(), missing: z.string() });
const chartSchema = z.object({
	type: z.literal('data_visualization'),
	title: z.string().max(50),
	chart: z.object({
		series: z.array(
			z.object({
				name: z.string().max(20),
				data: z.array(z.object({ label: z.string().max(20), value: z.number() })),
			}),
		),
		axis_config: z.looseObject({ categories: z.array(z.string()) }),
	}),
});
const blocksSchema = z.object({
	blocks: z.tuple([z.looseObject({ type: z.literal('section') })]).rest(chartSchema),
});
const postSchema = z.object({ text: z.string(), blocksUi: z.string() });

/** Returns the text of a message with charts, and the charts. */
function readPost(records: unknown) {
	const { text, blocksUi } = only(z.array(postSchema).parse(records));
	const [, ...charts] = blocksSchema.parse(parsed(blocksUi)).blocks;
	return { text, charts };
}

test('weekly-numbers: one row is written to the sheet, and posted and emailed with ten weeks', async () => {
	const id = await runs.import('weekly-numbers');
	const output = await runs.output(id, 'Every Monday at 8');
	const [row] = z.array(rowSchema).length(1).parse(output["This Week's Row"]);
	expect(row).toMatchObject({ missing: '', week: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
	for (const name of ['subscribers', 'trials', 'unitsSold', 'left'])
		expect(String(row?.[name])).toMatch(/^\d+$/);
	expect(Number(row?.left)).toBeGreaterThan(0);
	expect(String(row?.mostPlayed).split(', ').length).toBeGreaterThanOrEqual(5);
	const { text, charts } = readPost(output['Post to Slack']);
	expect(text).toContain(`${String(row?.subscribers)} paying subscribers`);
	expect(text).not.toContain('Missing');
	expect(charts.map(({ title }) => title)).toEqual([
		'Paying subscribers',
		'New and lost subscribers',
	]);
	for (const { chart } of charts) {
		const { categories } = chart.axis_config;
		expect(categories).toHaveLength(10);
		for (const { data } of chart.series) expect(data.map(({ label }) => label)).toEqual(categories);
	}
	const { subject, html } = only(
		z.array(z.object({ subject: z.string(), html: z.string() })).parse(output['Email the Numbers']),
	);
	expect(subject).toBe(`Numbers of the week to ${row?.week}`);
	expect(html.match(/bgcolor="#[0-9a-f]{6}"/g)?.length).toBeGreaterThan(20);
	for (const { value } of charts[0]?.chart.series[0]?.data ?? [])
		expect(html).toContain(`>${value}<`);
	const weekly = (await runs.service.requests()).filter((request) => request.path === '/analytics');
	const from = weekly.map(({ query }) => new URLSearchParams(query).get('from'));
	expect(from).toEqual([...from.slice(1).map(() => '1-week-ago'), '10-week-ago']);
});

test('weekly-numbers: a report that cannot be read is named, and the other numbers are there', async () => {
	await runs.fail({ method: 'GET', path: '/analytics' }, 403, { after: 1 });
	const id = await runs.import('weekly-numbers');
	const { output, error } = await runs.run(id, 'Every Monday at 8');
	expect(error).toMatch(/^Already reported/);
	const [row] = z.array(rowSchema).length(1).parse(output["This Week's Row"]);
	expect(row?.missing).toMatch(/^Units Sold: .{10,}/);
	expect(row?.unitsSold ?? '').toBe('');
	expect(String(row?.subscribers)).toMatch(/^\d+$/);
	const { text } = readPost(output['Post to Slack']);
	expect(text).toContain('\nMissing: Units Sold');
	expect(text).not.toMatch(/ sold|null|undefined|\?/);
});

test('weekly-numbers: without ten weeks or charts in Slack, the numbers go out as text', async () => {
	await runs.fail({ method: 'GET', path: '/analytics' }, 403, { after: 3 });
	const refused = refusing('true', 'invalid_blocks');
	const id = await runs.import('weekly-numbers', changed({ 'Post to Slack': refused }));
	const { output, error } = await runs.run(id, 'Every Monday at 8');
	expect(error).toMatch(/^Already reported/);
	expect(output['Charts for Slack']?.[0]?.charts).toEqual([]);
	const [text = ''] = textsOf(output['Post Without Charts']);
	expect(text).toContain('paying subscribers');
	expect(text).toContain('\nMissing: Ten Weeks');
});

// --- Catalog import

// --- Privacy request

const privacySchema = z.looseObject({
	customer: z.looseObject({ email: z.string() }),
	comments: z.array(z.looseObject({ content: z.string() })),
	couldNotBeRead: z.array(z.string()),
	cannotBeErased: z.array(z.string()),
});

/** Reads the file on the last page. */
async function savedOn(page: string) {
	const text = await fileOnPage(page).text();
	const saved: unknown = JSON.parse(text);
	return { text, told: privacySchema.parse(Array.isArray(saved) ? saved[0] : saved) };
}

const askForAll = async (id: string, email: string) =>
	await runs.submit(id, 'privacy-request', email);

test('privacy-request: one file holds everything of one customer, and nothing of another', async () => {
	const customer = await runs.add('customers', {
		name: 'Priya Private',
		email: 'priya@example.com',
		products: [PRODUCT],
		status: 'paused',
	});
	const videoId = await runs.add('videos', { title: 'Talked About', status: 'uploaded' });
	const say = async (content: string, customerId?: number, parentId?: number) =>
		await runs.add('comments', { videoId, content, customerId, parentId });
	const others = await say('From somebody else');
	await say('Mine', customer);
	await say('My reply', customer, others);
	const id = await runs.import('privacy-request');
	await runs.whilePublished(id, async () => {
		const { page } = await askForAll(id, 'Priya@example.com');
		expect(fileOnPage(page).name).toBe(`privacy-${customer}.json`);
		const { text, told: first } = await savedOn(page);
		expect(first.customer.email).toBe('priya@example.com');
		expect(first.comments.map(({ content }) => content).sort()).toEqual(['Mine', 'My reply']);
		expect(first.couldNotBeRead).toEqual([]);
		expect(first.cannotBeErased.join(' ')).toContain('no way to delete');
		expect(text).not.toContain('browse_url');
		expect(await runs.writes()).toEqual([]);

		// A second run makes the same file, except for its time.
		const again = await savedOn((await askForAll(id, 'priya@example.com')).page);
		expect({ ...again.told, createdAt: '' }).toEqual({ ...first, createdAt: '' });

		// The file names what could not be read and contains the rest.
		await runs.fail({ method: 'GET', path: `/customers/${customer}/watchlist` }, 403);
		await runs.fail({ method: 'GET', path: '/comments' }, 403);
		const partly = await savedOn((await askForAll(id, 'priya@example.com')).page);
		expect(partly.told.couldNotBeRead).toEqual([
			expect.stringMatching(/^watchlist: .{10,}/),
			expect.stringMatching(/^comments on .+: The service does not allow/),
		]);
		expect(partly.told.customer).toEqual(first.customer);

		const nobody = await askForAll(id, 'nobody.here@example.com');
		expect(nobody.page).toContain('No file was created');
		expect(nobody.page).toContain('No customer with the email address nobody.here@example.com');
		await runs.fail({ method: 'GET', path: '/customers' }, 403);
		const unread = await askForAll(id, 'priya@example.com');
		expect(unread.page).toContain('No file was created');
		expect(unread.page).not.toContain('No customer');
	});
});

// --- A file becomes a video

test('file-to-video: each file becomes one video in the collection, and a failed file is retried by the next run', async () => {
	const files = ['low-tide.mp4', 'high-tide.MOV', 'notes.txt'].map((name) => ({
		Key: `masters/${name}`,
	}));
	await runs.useCredential('Crypto account', 'crypto', { hmacSecret: 'AWS4secret' });
	const changes = changed({ 'Files in the Bucket': giving(...files) });
	const id = await runs.import('file-to-video', changes);
	const created = async () => (await runs.fulfilled('POST')).length;
	/** Runs the example and finishes the uploads that it started. */
	const runAndFinish = async () => {
		await runs.service.forgetRequests();
		const started = await runs.api.startManually(id, 'Click to Try');
		await expect.poll(created, ARRIVAL).toBe(1);
		for (const video of await runs.processing())
			await runs.service.control('POST', `videos/${video}/finish`);
		return (await runs.finished(id, started)).output;
	};

	await runs.fail({ method: 'POST', path: '/videos' }, 403, { times: 1 });
	const first = await runAndFinish();
	const [added = '', refused = ''] = textsOf(first['Tell the Team']).sort();
	expect(refused).toMatch(
		/^:warning: \*masters\/(low|high)-tide\.\w+\* was not created: .*does not allow this/,
	);
	expect(added).toMatch(/^:film_frames: \*(low|high) tide\* is ready/);

	const second = await runAndFinish();
	expect(textsOf(second['Tell the Team']).join()).not.toContain(':warning:');
	const requests = (await runs.service.requests()).filter(({ method }) => method !== 'GET');
	expect(requests.map(({ method, path: at }) => `${method} ${at}`)).toEqual([
		'POST /videos',
		'PUT /collections/309/items',
	]);
	const [, name = ''] = /\*(masters\/\S+)\* /.exec(refused) ?? [];
	expect(parsed<unknown>(requests[0]?.body ?? '')).toMatchObject({
		title: name
			.replace('masters/', '')
			.replace(/\.\w+$/, '')
			.replace('-', ' '),
		source_url: expect.stringMatching(
			/^https:\/\/your-bucket\.s3\.us-east-1\.amazonaws\.com\/masters\/.+&X-Amz-Signature=[0-9a-f]{64}$/,
		),
		metadata: { source_key: name },
	});

	await runs.service.forgetRequests();
	const third = await runs.output(id, 'Click to Try');
	expect(await runs.writes()).toEqual([]);
	expect(third['Tell the Team'] ?? []).toEqual([]);
});

test('file-to-video: nothing is created when the catalog cannot be read', async () => {
	await runs.fail({ method: 'GET', path: '/videos' }, 403);
	const files = changed({ 'Files in the Bucket': giving({ Key: 'masters/unread.mp4' }) });
	const { output, error } = await runs.run(
		await runs.import('file-to-video', files),
		'Click to Try',
	);
	expect(error).toMatch(/^Already reported/);
	expect(await runs.writes()).toEqual([]);
	expect(only(textsOf(output['Tell the Team']))).toMatch(/^:warning: Nothing was created: .{20,}/);
});
