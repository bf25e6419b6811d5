// Executes the examples for operations staff in a real n8n against the simulated service: with invalid rows, twice, and
// with a service that fails midway. Stand-ins replace Slack, sheets and email. agents.test.mts has the examples with a
// language model.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
	ARRIVAL,
	changed,
	csvFile,
	ExampleRuns,
	fileOnPage,
	given,
	giving,
	REASON_LENGTH,
	refusing,
	textsOf,
	type NodeChange,
	windowsFile,
} from './kit/exampleRuns.mts';
import { only } from '../kit/defined.mts';
import { parsed } from '../kit/json.mts';
import { EXAMPLES } from '../../scripts/lib/examples.mts';

/** Subscription products of the simulated service. */
const PRODUCT = 101;
const OTHER_PRODUCT = 102;

const runs = new ExampleRuns('jobs');

// --- Nightly reconciliation

interface Row {
	name: string;
	email: string | null;
}

/** Prepares the example for another product, with these rows from the CRM, and without Dry Run by default. */
const nightly = (rows: Row[], parameters: INodeParameters = {}) =>
	changed({
		'Customers from the CRM': giving(...rows),
		'Sync Access': given({
			product: { __rl: true, mode: 'id', value: String(OTHER_PRODUCT) },
			dryRun: false,
			stopIfMoreThan: '100%',
			...parameters,
		}),
	});

const rowsOf = (emails: string[]): Row[] => emails.map((email) => ({ name: 'Row', email }));
const NOTHING_TO_DO =
	/^:arrows_counterclockwise: \*Sync Access\*\nNo changes: both lists agree\.\nRun \d+$/;

test('nightly-reconciliation: a fresh import is a dry run that reports its plan', async () => {
	const id = await runs.import('nightly-reconciliation');
	const { status, error, output } = await runs.run(id, 'Click to Try');
	// The invalid row ends the execution as failed, after everything else.
	expect(status).toBe('error');
	expect(error).toMatch(/^Already reported: rows failed/);
	expect(await runs.writes()).toEqual([]);
	const [text = '', ...rest] = textsOf(output['Tell the Team']);
	expect(rest).toEqual([]);
	expect(text).toContain('Dry run: nothing was changed');
	// Twelve members, one of them listed twice, and an invalid row.
	expect(text).toMatch(/^12 would be created, with access \(member\.1@example\.com, /m);
	expect(text).toMatch(/^:warning: Row 14: .*row 14 has no usable email address/m);
	expect(text).not.toContain('would lose access');
});

test('nightly-reconciliation: a real run makes both lists agree, and a second run changes nothing', async () => {
	const holders = await runs.holders(OTHER_PRODUCT, '');
	const kept = holders.slice(0, 3).map((email) => email.toUpperCase());
	await runs.add('customers', { email: 'ada@staff.example.com', products: [OTHER_PRODUCT] });
	await runs.add('customers', { email: 'night.known@example.com', products: [PRODUCT] });
	const rows = rowsOf([...kept, 'night.new@example.com', 'Night.Known@Example.com']);
	const id = await runs.import('nightly-reconciliation', nightly(rows));

	const output = await runs.output(id, 'Click to Try');
	const expected = rows.map(({ email }) => String(email).toLowerCase());
	expect(await runs.holders(OTHER_PRODUCT, '')).toEqual(
		[...expected, 'ada@staff.example.com'].sort(),
	);
	const [text = ''] = textsOf(output['Tell the Team']);
	expect(text).toMatch(/^1 created, with access \(night\.new@example\.com\)$/m);
	expect(text).toMatch(/^1 granted access \(night\.known@example\.com\)$/im);
	expect(text).toMatch(new RegExp(`^${holders.length - kept.length} lost access`, 'm'));
	expect(text).not.toContain(':warning:');

	await runs.service.forgetRequests();
	const again = await runs.output(id, 'Click to Try');
	expect(await runs.writes()).toEqual([]);
	expect(only(textsOf(again['Tell the Team']))).toMatch(NOTHING_TO_DO);
});

test('several-tiers: each product gets its own rows, and a row without a known tier revokes nobody', async () => {
	const row = (email: string, tier: string) => ({ name: 'Tier', email, tier });
	const importWith = async (...rows: Array<ReturnType<typeof row>>) =>
		await runs.import(
			'several-tiers',
			changed({
				'Members and Their Tiers': giving(...rows),
				'Sync Access': given({ dryRun: false, stopIfMoreThan: '100%' }),
			}),
		);
	const list = [row('both@tiers.example', 'Basic'), row('both@tiers.example', ' premium ')];
	const withGold = await importWith(...list, row('gold@tiers.example', 'Gold'));
	const bad = await runs.run(withGold, 'Click to Try');
	expect(bad.status).toBe('error');
	expect(only(textsOf(bad.output['Tell the Team']))).toContain(':warning: Row 3: ');
	expect((await runs.holders(PRODUCT, '')).length).toBeGreaterThan(1);
	const output = await runs.output(await importWith(...list), 'Click to Try');
	for (const product of [PRODUCT, OTHER_PRODUCT]) {
		const holders = await runs.holders(product, '');
		// Never Revoke protects the staff.
		expect(holders.filter((email) => !email.endsWith('@staff.example.com'))).toEqual([
			'both@tiers.example',
		]);
	}
	expect(only(textsOf(output['Tell the Team']))).toMatch(/lost access \(.* for .+\)$/m);
});

test('nightly-reconciliation: nothing is changed, and Slack is told, when the subscribers cannot be read', async () => {
	await runs.fail({ method: 'GET', path: '/customers' }, 403);
	const rows = rowsOf(['unread@example.com']);
	const id = await runs.import('nightly-reconciliation', nightly(rows));
	const { status, output } = await runs.run(id, 'Click to Try');
	expect(status).toBe('error');
	expect(await runs.writes()).toEqual([]);
	const [text = ''] = textsOf(output['Tell the Team']);
	expect(text).toMatch(/^:warning: .*does not allow this/m);
	expect(text).not.toContain('both lists agree');
});

// --- Access kept in a Google Sheet

test('sheet-access: the first submission is a dry run, the second one writes, and the form lists bad rows', async () => {
	// One revocation among them stays below the example's limit.
	await runs.service.control('POST', 'customers', { count: 20, products: [OTHER_PRODUCT] });
	for (const email of ['sheet.stays@example.com', 'sheet.leaves@example.com'])
		await runs.add('customers', { email, products: [OTHER_PRODUCT] });
	const before = await runs.holders(OTHER_PRODUCT, '');
	const staying = before.filter((email) => email !== 'sheet.leaves@example.com');
	const product = { __rl: true, mode: 'id', value: String(OTHER_PRODUCT) };
	const submit = async (rows: Row[], choice: string, more: Record<string, NodeChange> = {}) => {
		const changes = {
			'Read the Sheet': giving(...rows),
			'Sync Access': given({ product }),
			...more,
		};
		const id = await runs.import('sheet-access', changed(changes));
		return await runs.pageAfter(id, 'sync-access', choice);
	};
	const list = rowsOf([...staying, 'sheet.new@example.com', 'Sheet.Stays@Example.com']);

	const looked = await submit(list, 'Show what would change');
	expect(looked).toContain('What would change');
	expect(looked).toContain('1 would be created, with access (sheet.new@example.com)');
	expect(looked).toContain('1 would lose access (sheet.leaves@example.com)');
	expect(await runs.writes()).toEqual([]);

	const bad = await submit([...list, { name: 'Half', email: 'half@' }], 'Change it');
	expect(bad).toMatch(/To fix: Row \d+: .*No access was revoked/);
	expect(await runs.holders(OTHER_PRODUCT, 'sheet.')).toHaveLength(3);

	await runs.fail({ method: 'DELETE' }, 403);
	expect(await submit(list, 'Change it')).toContain('To fix: sheet.leaves@example.com: ');
	const rest = await submit(list, 'Change it', {
		'Tell the Team': refusing('true', 'No channel'),
	});
	expect(rest).toContain('1 lost access (sheet.leaves@example.com)');
	expect(rest).toContain('Slack did not get this message: the reason is in execution ');
	const after = [...staying, 'sheet.new@example.com'].sort();
	expect(await runs.holders(OTHER_PRODUCT, '')).toEqual(after);
	expect(await submit(list, 'Change it')).toContain('No changes');
	expect(await runs.writes()).toEqual([]);

	for (const rows of [[], rowsOf(['half.of@example.com'])])
		expect(await submit(rows, 'Change it')).toMatch(/To fix: (Row 1|Stopped): /);
	const unread = { 'Read the Sheet': refusing('true', 'The sheet is gone') };
	expect(await submit([], 'Change it', unread)).toContain('To fix: The sheet is gone');
	expect(await runs.writes()).toEqual([]);
	expect(await runs.holders(OTHER_PRODUCT, '')).toEqual(after);
});

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

const day = (days: number): string =>
	new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Imports the example with a wait of one second, and returns what requests free access in its form. */
async function importComp(isApproved: boolean) {
	const wait = given({ resume: 'timeInterval', amount: 1, unit: 'seconds' });
	const id = await runs.import('comp-access', changed({ 'Wait for the Day': wait }, isApproved));
	/** Returns the messages about a request: the one that the last page has, too, and the one of the last day. */
	const request = async (name: string, email: string, until: string) => {
		const { page, execution } = await runs.submit(id, 'comp-access', name, email, 'Press', until);
		expect(execution.status).toBe('success');
		const text = only(textsOf(execution.output['Tell the Team']));
		const [, result = ''] = /\): ([^.(]+)/.exec(text) ?? [];
		expect(page).toContain(result);
		const logged = z
			.array(z.object({ outcome: z.string() }))
			.parse(execution.output['Rows for the Log'] ?? []);
		expect(textsOf(execution.output['Report Unsaved Rows'])).toEqual([]);
		return {
			text,
			end: textsOf(execution.output['Report the End'])[0],
			logged: logged.map(({ outcome }) => outcome),
		};
	};
	return { id, request };
}

test('comp-access: new, known, paying and invalid addresses each get the documented result', async () => {
	await runs.add('customers', { email: 'comp.known@example.com', products: [OTHER_PRODUCT] });
	await runs.add('customers', { email: 'comp.paying@example.com', products: [PRODUCT] });
	const { id, request } = await importComp(true);
	await runs.whilePublished(id, async () => {
		const added = await request('New', 'comp.new@example.com', day(30));
		expect(added.text).toMatch(
			/comp\.new@example\.com \(Press, until .*\): has free access; the service ends it/,
		);
		expect(added.end).toBeUndefined();
		expect(added.logged).toEqual(['created']);
		const creation = (await runs.service.requests()).find(({ method }) => method === 'POST');
		expect(creation?.body).toMatch(/expires_in\W+(30|31)-days/);

		const paying = await request('Pays', 'comp.paying@example.com', day(30));
		expect(paying.text).toContain('already has access; nothing was changed');
		const late = await request('Late', 'comp.late@example.com', day(-1));
		expect(late.text).toContain('did not get access');

		const known = await request('Known', 'comp.known@example.com', day(30));
		expect(known).toEqual({
			text: expect.stringContaining('has free access; n8n asks before it ends it'),
			end: ':ticket: comp.known@example.com: lost the free access, as agreed',
			logged: ['granted', 'revoked'],
		});
		expect(await runs.holders(PRODUCT, 'comp.')).toEqual([
			'comp.new@example.com',
			'comp.paying@example.com',
		]);

		// A second request changes nothing.
		const again = await request('New', 'Comp.New@example.com', day(30));
		expect(again.text).toContain('already has access');
		await runs.fail({ method: 'GET', path: '/customers' }, 403);
		const failed = await request('Sad', 'comp.sad@example.com', day(3));
		expect(failed.text).toMatch(/did not get access: .{20,}/);
	});
});

test('comp-access: a list of people gets one message, and those whom the service knew are asked about', async () => {
	await runs.add('customers', { email: 'list.known@example.com', products: [OTHER_PRODUCT] });
	const { id } = await importComp(true);
	const list = 'New One, list.new@example.com\nlist.known@example.com\nhalf@';
	const { page, execution } = await runs.whilePublished(
		id,
		async () => await runs.submit(id, 'comp-access', '', '', 'Press', day(30), list),
	);
	const { output } = execution;
	const text = only(textsOf(output['Tell the Team']));
	expect(text).toMatch(/^:ticket: 3 people \(Press/);
	expect(text).toContain('1 of them has free access; the service ends it (list.new@example.com)');
	expect(text).toMatch(/half@ did not get access: .{20,}/);
	expect(page).toContain('1 of them has free access; n8n asks before it ends it');
	expect(textsOf(output['Report the End'])).toEqual([
		':ticket: list.known@example.com: lost the free access, as agreed',
	]);
	expect(await runs.holders(PRODUCT, 'list.')).toEqual(['list.new@example.com']);
});

test('comp-access: access on the keep list is not revoked', async () => {
	await runs.add('customers', { email: 'kept.known@example.com', products: [OTHER_PRODUCT] });
	const { id, request } = await importComp(false);
	await runs.whilePublished(id, async () => {
		const { end } = await request('Known', 'kept.known@example.com', day(9));
		expect(end).toContain('keeps the access');
	});
	expect(await runs.holders(PRODUCT, 'kept.')).toEqual(['kept.known@example.com']);
});

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

const importSchema = z.array(
	z.object({ row: z.number(), key: z.string(), result: z.string(), reason: z.string() }),
);

async function importVideos(id: string, csv: string, file = csvFile(csv, 'videos.csv')) {
	const { page, execution } = await runs.submit(id, 'import-videos', file);
	return { page, results: importSchema.parse(execution.output['Result of the Row'] ?? []) };
}

test('catalog-import: every row has its result, and a second run creates nothing', async () => {
	const id = await runs.import('catalog-import');
	await runs.whilePublished(id, async () => {
		const csv = readFileSync(path.join(EXAMPLES, 'videos.csv'), 'utf8');

		// The service refuses one creation: only that row fails.
		const first = await importVideos(id, csv);
		const byRow = Object.fromEntries(first.results.map(({ row, result }) => [row, result]));
		expect(byRow).toEqual({
			2: 'created',
			3: 'created',
			4: 'created',
			5: 'failed',
			6: 'failed',
			7: 'failed',
			8: 'failed',
			9: 'failed',
			10: 'failed',
			11: 'created',
		});
		for (const { result, reason } of first.results)
			expect(reason.length > REASON_LENGTH).toBe(result === 'failed');
		expect(fileOnPage(first.page).name).toBe('4 imported, 6 failed.xlsx');
		const created = (await runs.service.requests()).filter(
			({ method, path: address }) => method === 'POST' && address === '/videos',
		);
		expect(created.map(({ body }) => parsed<unknown>(body))).toEqual(
			expect.arrayContaining([
				{
					title: 'Low Tide at Dawn',
					description: 'The first morning, before anybody is awake.',
					source_url: 'https://files.example.com/tide-1.mp4',
					plans: ['standard'],
					metadata: { import_key: 'tide-1', director: 'M. Lindqvist', year: 2024 },
				},
				{ title: 'Placeholder for Spring', metadata: { import_key: 'tide-10' } },
			]),
		);
		const placed = (await runs.fulfilled('PUT')).filter((request) => request.endsWith('/items'));
		expect(placed).toHaveLength(2);

		await runs.service.forgetRequests();
		const again = await importVideos(id, csv);
		const secondByRow = again.results.map(({ row, result }) => [row, result]);
		expect(Object.fromEntries(secondByRow)).toEqual(
			Object.fromEntries(
				first.results.map(({ row, result }) => [row, result === 'failed' ? result : 'unchanged']),
			),
		);
		expect(await runs.writes()).toEqual([]);

		const third = await importVideos(id, csv.replace('Low Tide at Dawn', 'Low Tide at Dusk'));
		expect(
			third.results.filter(({ result }) => result === 'updated').map(({ row }) => row),
		).toEqual([2]);
		expect(await runs.fulfilled('POST')).toEqual([]);

		// Excel saves it with semicolons in Windows-1252, and has damaged a key.
		const german =
			'key;TITLE;Description\r\ntide-3;Salz & Wind – Die Überfahrt;Später, viel später\r\n';
		const windows = `${german}1,00E+12;Low Tide at Dusk;\r\n`.replace('–', '\u0096');
		const last = await importVideos(id, windows, windowsFile(windows));
		expect(last.results).toMatchObject([
			{ row: 2, result: 'updated' },
			{ row: 3, result: 'failed', reason: expect.stringMatching(/"1,00E\+12".*"tide-1"/) },
		]);
		const updates = (await runs.service.requests()).filter(({ method }) => method === 'PUT');
		expect(parsed<unknown>(updates.at(-1)?.body ?? '')).toMatchObject({
			title: 'Salz & Wind – Die Überfahrt',
			description: 'Später, viel später',
		});
		expect(await runs.fulfilled('POST')).toEqual([]);
	});
});

test('catalog-import: nothing is imported when the existing catalog cannot be read', async () => {
	await runs.fail({ method: 'GET', path: '/videos' }, 403);
	const id = await runs.import('catalog-import');
	await runs.whilePublished(id, async () => {
		const { page } = await importVideos(id, 'key,title\nunread-1,Not to Be Made\n');
		expect(page).toContain('Nothing was imported');
	});
	expect(await runs.writes()).toEqual([]);
});

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
