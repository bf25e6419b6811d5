// What leaves the examples about videos, numbers, single customers and assistants.
import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { readExample } from '../../scripts/lib/examples.mts';
import { customerStatuses } from '../../service/contract/index.mts';
import { defined, only } from '../kit/defined.mts';
import { parsed } from '../kit/json.mts';
import { contextOf, evaluate, itemsOf, nodeOf, runCode, runCodeNode } from './evaluate.mts';
import { messagesIn, textsIn } from './worlds/sent.mts';
import { withExample, type ExampleWorld, type WorldOptions } from './worlds/world.mts';

type State = Parameters<NonNullable<WorldOptions['settle']>>[0];
type Answer = NonNullable<WorldOptions['answer']>;

const DAY_MS = 24 * 3_600_000;
const VIDEO = 7501;

/** The texts that people read in messages. */
const textsOf = ({ sent }: ExampleWorld): string[] =>
	messagesIn(sent).flatMap((one) => textsIn(one).map(([, text]) => text));

/** The names of the nodes whose services took something. */
const takenBy = ({ sent }: ExampleWorld): string[] =>
	sent.filter(({ isTaken }) => isTaken).map(({ node }) => node.name);

/** Lets the service answer the next requests of a path with these data, one after the other. */
function answerWith({ service }: ExampleWorld, path: string, ...answers: unknown[]): void {
	for (const data of answers)
		service.faults.add({ match: { path }, status: 200, body: JSON.stringify({ data }) });
}

const failAll = ({ service }: ExampleWorld, path: string | RegExp): void =>
	service.faults.add({ match: { path }, kind: 'html', status: 503, times: Infinity });

/** What is refused in words of its own each: which addresses are some is a table of `shared/values`. */
const NO_ADDRESSES = ['Ada <a@b.co>', '', 7, ['a@b.co'], { a: 1 }, null];

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
/** Send and Wait for Response undoes one escaping (n8n 2.41, `escapeHtml`). */
const unescaped = (text: string) =>
	text.replaceAll(/&amp;|&lt;|&gt;/g, (entity) => ENTITIES[entity] ?? entity);

/** A file of subtitles with all that may be in one. */
const SUBTITLES = `\uFEFFWEBVTT - Tides
X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000

STYLE
::cue(b) { color: red }

NOTE
Draft: ask the lawyer --> before Friday

intro
00:00.000 --> 00:02.000 align:start position:0%
<v Ada>The sea <i>rises</i> &amp; falls.</v>

2
00:02.000 --> 00:04.000
The sea rises & falls.

3
00:04.000 --> 00:06.000
{\\an8}- It waits
[wind howling]
(applause)

4
00:06.000 --> 00:08.000
It waits for nobody.
♪
`;

// --- Files and videos

describe('file-to-video', () => {
	const rows = { 'Files in the Bucket': [{ Key: 'masters/Episode #3.mp4' }] };
	const run = async (world: ExampleWorld) => await world.execute('Every Two Hours');

	test('a file that the service could not fetch is named once, and fails no later run', async () => {
		await withExample('file-to-video', { rows }, async (world) => {
			failAll(world, /^\/videos\/\d+$/);
			expect((await run(world)).error).toMatch(/^masters\/Episode #3\.\u200Bmp4: .{10,}/);
			// The next run adds it to the collection, and those after that do nothing.
			for (let times = 0; times < 2; times += 1) expect((await run(world)).error).toBeUndefined();
			expect(world.writes).toEqual(['POST /videos', 'PUT /collections/309/items']);
		});
	});

	test('a file becomes a video once, and the next run puts it into the collection and keeps it there', async () => {
		let state: State | undefined;
		const settle = (given: State) => void (state = given);
		await withExample('file-to-video', { rows, settle }, async (world) => {
			expect((await run(world)).error).toBeUndefined();
			const [{ id } = { id: 0 }] = [...defined(state, 'the account').videos.all()].filter(
				({ title }) => title === 'Episode #3',
			);
			expect(textsOf(world)).toEqual([expect.stringMatching(/A video is ready:\n• Episode #3$/)]);
			const collection = () => defined(state, 'the account').collections.existing(309);
			const has = () => collection().items.some((item) => item.id === id);
			expect((await run(world)).error).toBeUndefined();
			expect(has()).toBe(true);
			collection().items.splice(0);
			await run(world);
			expect(has()).toBe(true);
			expect(world.writes.filter((write) => write === 'POST /videos')).toHaveLength(1);
			expect(world.writes.filter((write) => write.startsWith('DELETE'))).toEqual([]);
		});
	});

	test('videos of another folder stay out of the collection', async () => {
		const settle = (state: State) =>
			state.addVideo({ title: 'Other', metadata: { source_key: 'trailers/other.mp4' } });
		await withExample(
			'file-to-video',
			{ rows: { 'Files in the Bucket': [] }, settle },
			async (world) => {
				expect((await run(world)).error).toBeUndefined();
				expect(world.writes).toEqual([]);
			},
		);
	});

	test('a collection that cannot be written is named, and new files become videos all the same', async () => {
		const settle = (state: State) =>
			state.addVideo({ title: 'Old', metadata: { source_key: 'masters/old.mp4' } });
		await withExample('file-to-video', { rows, settle }, async (world) => {
			world.service.faults.add({ match: { path: /^\/collections/ }, status: 403, times: Infinity });
			const { error } = await run(world);
			expect(error).toMatch(/^Collection: .{10,}/);
			expect(world.writes).toContain('POST /videos');
		});
	});

	test('nothing is created when the videos cannot be read', async () => {
		await withExample('file-to-video', { rows }, async (world) => {
			failAll(world, '/videos');
			expect((await run(world)).error).toBeDefined();
			expect(world.writes).toEqual([]);
		});
	});

	/** Returns the URL of a file for AWS's own example of a presigned URL. */
	const presigned = (Key: string) => {
		const day_key = createHmac('sha256', 'AWS4wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')
			.update('20130524')
			.digest('hex');
		const settings = {
			host: 'examplebucket.s3.amazonaws.com',
			region: 'us-east-1',
			access_key: 'AKIAIOSFODNN7EXAMPLE',
			signed_at: '20130524T000000Z',
		};
		const code = nodeOf('file-to-video', 'Presigned URLs');
		const jsCode = String(code.parameters.jsCode).replace('12 * 3600', '86_400');
		const before = { '': itemsOf([{ Key, day_key }]), 'Where the Files Are': itemsOf([settings]) };
		const context = { ...contextOf(before), Buffer };
		return String(runCodeNode({ ...code, parameters: { jsCode } }, context)[0]?.source_url);
	};

	test('the URLs are signed as AWS documents it', () => {
		expect(presigned('test.txt')).toBe(
			'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
				'&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
				'&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
				'&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
		);
	});

	test.each([
		['masters/Episode #3.mp4', 'masters/Episode%20%233.mp4'],
		['masters/What?+%20.mp4', 'masters/What%3F%2B%2520.mp4'],
		["masters/It's (1).mp4", 'masters/It%27s%20%281%29.mp4'],
	])('the URL of %s encodes each part', (Key, path) => {
		expect(presigned(Key).split('?')[0]).toBe(`https://examplebucket.s3.amazonaws.com/${path}`);
	});
});

describe('describe-videos', () => {
	const video = { id: VIDEO, title: 'Tide', subtitles: ['en'] };
	/** Returns what the service was asked to change after the answer of an editor. */
	const changesOf = async (options: Omit<WorldOptions, 'size'>) =>
		await withExample(
			'describe-videos',
			{ settle: (state) => state.addVideo(video), ...options },
			async (world) => {
				const { error } = await world.execute('Upload Completed', { json: { id: VIDEO } });
				const bodies = world.service.requests.filter(({ method }) => method === 'PUT');
				return { error, questions: textsOf(world), bodies: bodies.map(({ body }) => body) };
			},
		);

	test('asks about one video by its title and ID, and writes only the description', async () => {
		const { error, questions, bodies } = await changesOf({});
		expect(error).toBeUndefined();
		expect(questions).toHaveLength(1);
		expect(questions[0]).toContain('Is this right for *Tide* (7501)?\n> A film about the sea.');
		expect(bodies.map((body) => parsed<unknown>(body))).toEqual([
			{ description: 'A film about the sea.' },
		]);
	});

	test('Approve changes nothing after somebody wrote a description meanwhile', async () => {
		const meanwhile = (state: State) => {
			state.editVideo(VIDEO, (written) => {
				written.description = 'Written by a person';
			});
		};
		expect((await changesOf({ meanwhile })).bodies).toEqual([]);
	});

	test('a declined description, and one without an answer, change nothing', async () => {
		for (const data of [{ approved: false }, undefined]) {
			const answer: Answer = ({ name }) =>
				name === 'Ask an Editor' ? [{ ...(data && { data }) }] : undefined;
			expect((await changesOf({ answer })).bodies).toEqual([]);
		}
	});

	test.each([
		['a description', { description: 'Is there.' }],
		['no subtitles', { subtitles: [] }],
	])('nobody is asked about a video with %s', async (_, more) => {
		const settle = (state: State) => state.addVideo({ ...video, ...more });
		expect(await changesOf({ settle })).toEqual({ error: undefined, questions: [], bodies: [] });
	});

	const spoken = (data: string) =>
		runCode('describe-videos', 'What Is Spoken', { '': itemsOf([{ data }]) })[0]?.spoken;

	test('only what is spoken goes to the AI model', () => {
		const expected = 'The sea rises & falls. It waits for nobody.';
		expect(spoken(SUBTITLES)).toBe(expected);
		expect(spoken(SUBTITLES.replaceAll('\n', '\r\n'))).toBe(expected);
		expect(spoken('1\n00:00:01,000 --> 00:00:02,000\n<font color="red">Hello.</font>\n')).toBe(
			'Hello.',
		);
	});

	test.each([
		[
			'a line behind a blank line',
			'00:01.000 --> 00:02.000\nThe sea\n\nrises.\n\n00:03.000 --> 00:04.000\nIt falls.',
		],
		[
			'no blank line between cues',
			'1\n00:01.000 --> 00:02.000\nThe sea rises.\n2\n00:03.000 --> 00:04.000\nIt falls.',
		],
		[
			'names of cues',
			'one\n00:01.000 --> 00:02.000\nThe sea rises.\n\ntwo\n00:03.000 --> 00:04.000\nIt falls.',
		],
	])('with %s, all that is spoken is read, and no times or names', (_, cues) => {
		expect(spoken(`WEBVTT\n\n${cues}\n`)).toMatch(/^The sea rises\. It falls\.$/);
	});

	test('characters are read as they look', () => {
		const line = 'It&#39;s &quot;low&quot; &amp; &#x1F30A; tide';
		expect(spoken(`WEBVTT\n\n00:01.000 --> 00:02.000\n${line}\n`)).toBe(
			`It's "low" & \u{1F30A} tide`,
		);
	});

	test('subtitles in SRT only are read, and without a file the execution fails', async () => {
		const answer =
			(links: object): Answer =>
			({ name }, { url }) =>
				name === 'Fetch the Subtitles'
					? [{ data: `1\n00:00:01,000 --> 00:00:02,000\n${String(url)} ${JSON.stringify(links)}` }]
					: undefined;
		const read = async (links: object) =>
			await withExample(
				'describe-videos',
				{ settle: (state) => state.addVideo(video), answer: answer(links) },
				async (world) => {
					const track = { language: 'en', _links: links };
					const body = JSON.stringify({ id: VIDEO, title: 'Tide', tracks: { subtitles: [track] } });
					world.service.faults.add({ match: { path: `/videos/${VIDEO}` }, status: 200, body });
					const { error } = await world.execute('Upload Completed', { json: { id: VIDEO } });
					const fetched = world.sent.find(({ node }) => node.name === 'Fetch the Subtitles');
					return { error, url: fetched?.parameters.url };
				},
			);
		const srt = { srt: { href: 'https://files.example.com/1.srt' } };
		expect(await read(srt)).toEqual({ error: undefined, url: 'https://files.example.com/1.srt' });
	});

	test('a file in which nothing is spoken is a failure', () => {
		expect(() => spoken('WEBVTT\n\nNOTE nothing\n')).toThrow(/^Nothing is spoken/);
		expect(() => spoken('<html>Sign in</html>')).toThrow(/another format/);
	});
});

describe('sheet-playlist', () => {
	const PLAYLIST = 310;
	const run = async (
		list: (items: number[]) => unknown[],
		options: Omit<WorldOptions, 'size' | 'rows'> = {},
	) => {
		let state: State | undefined;
		const rows: Record<string, IDataObject[]> = { 'Videos in the Sheet': [] };
		const settle = (given: State) => {
			state = given;
			const items = given.collections.existing(PLAYLIST).items.map(({ id }) => id);
			rows['Videos in the Sheet'] = list(items).map((video) => ({ video: String(video) }));
		};
		return await withExample('sheet-playlist', { ...options, rows, settle }, async (world) => {
			const { error } = await world.execute('Every Night at 3');
			const items = state?.collections.existing(PLAYLIST).items.map(({ id }) => id);
			return { error, items, texts: textsOf(world), writes: world.writes };
		});
	};

	test('the playlist gets the videos and the order of the sheet, and Slack is told', async () => {
		let wanted: number[] = [];
		const { error, items, texts } = await run(
			(known) => (wanted = [20_005, ...known.toReversed()]),
		);
		expect(error).toBeUndefined();
		expect(items).toEqual(wanted);
		expect(texts).toEqual([expect.stringMatching(/^:clapper: \*The playlist\*\n.*1 added/s)]);
	});

	test('nobody is told where nothing changes', async () => {
		expect(await run((known) => known)).toMatchObject({ error: undefined, texts: [], writes: [] });
	});

	test('an empty sheet removes nothing, and a row without a video neither: both executions fail and say why', async () => {
		const lists: Array<[(known: number[]) => unknown[], RegExp]> = [
			[() => [], /^The list is empty/],
			[(known) => [...known.slice(1), 'Tide'], /1 failed.*Tide/s],
		];
		for (const [list, why] of lists) {
			const { error, writes } = await run(list);
			expect(error).toMatch(why);
			expect(writes.filter((write) => write.startsWith('DELETE'))).toEqual([]);
		}
	});

	test('a message that Slack refuses is a red execution', async () => {
		const isDown = ({ name }: { name: string }) => name === 'Tell the Team';
		expect((await run((known) => [...known, 20_005], { isDown })).error).toBeDefined();
	});
});

describe('catalog-export', () => {
	const HOUR_MS = 3_600_000;
	const in_ = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
	const ending =
		(count: number, title: string, after = 9 * DAY_MS) =>
		(state: State) => {
			for (let index = 1; index <= count; index += 1)
				state.addVideo({ title: `Film ${index} ${title}`, timeUnavailable: in_(after) });
		};
	const told = async (
		settle: (state: State) => void = () => {},
		seed: 'empty' | 'believable' = 'empty',
	) =>
		await withExample('catalog-export', { settle, seed }, async (world) => {
			const execution = await world.execute('Every Monday at 8');
			const rows = execution.output('Row of the Catalog');
			return {
				error: execution.error,
				taken: takenBy(world),
				text: textsOf(world).at(-1) ?? '',
				email: world.sent.find(({ node }) => node.name === 'Email the Catalog')?.parameters.text,
				rows,
			};
		});

	test('Slack gets the day, title and ID of each video whose rights end, one a line', async () => {
		const { text } = await told(ending(2, '<!channel> & Co'));
		expect(text).toMatch(
			/\nRights that end soon: 2\n• 2026-03-11 \d\d:\d\d Film 1 .*\(\d+\)\n• 2026-03-11 .*Film 2/,
		);
		expect(text).not.toContain('<!channel>');
	});

	test.each([
		['five hours ago', -5 * HOUR_MS, 0],
		['in an hour', HOUR_MS, 1],
		['in 29 days', 29 * DAY_MS, 1],
		['in 31 days', 31 * DAY_MS, 0],
	])('of rights that end %s, Slack lists those to come: %#', async (_, after, count) => {
		const { text } = await told(ending(1, 'Tide', after));
		expect(text).toContain(`\nRights that end soon: ${count}\n`);
	});

	test('the time is that of the workflow', async () => {
		// Midnight in Berlin is 23:00 UTC.
		const settle = (state: State) =>
			state.addVideo({ title: 'Tide', timeUnavailable: '2026-03-10T23:30:00Z' });
		const { rows } = await told(settle);
		expect(rows).toMatchObject([{ available_until: '2026-03-11 00:30' }]);
	});

	test('what a video lacks is in its row and in the message', async () => {
		const bare = { title: 'Bare', description: null, thumbnailUrl: null, subtitles: [], plans: [] };
		const whole = {
			title: 'Whole',
			description: 'A film.',
			subtitles: ['en'],
			plans: ['free' as const],
		};
		const { rows, text, email } = await told((state) => {
			state.addVideo(bare);
			state.addVideo(whole);
		});
		expect(email).toContain('all 2 videos');
		const missing: IDataObject = Object.fromEntries(rows.map((row) => [row.title, row.missing]));
		expect(missing).toMatchObject({
			Bare: expect.stringMatching(/^description .*subtitles plan$/),
		});
		expect(missing.Whole).not.toMatch(/description|subtitles|plan/);
		expect(text).toMatch(/\n• Bare \(\d+\): description /);
	});

	test('of hundreds, Slack gets the next ones, and where the others are', async () => {
		const { text } = await told(ending(300, '&'.repeat(200)));
		expect(text).toMatch(/300 videos.*\nThe file in the email has all of them\.$/s);
		expect(text.length).toBeLessThan(4000);
	});

	test('an empty catalog is told', async () => {
		const { error, taken, text } = await told();
		expect([error, taken]).toEqual([undefined, ['Email the Catalog', 'Tell the Team']]);
		expect(text).toContain('The catalog has 0 videos');
	});
});

describe('rights-statement', () => {
	const PLAYLIST = 310;
	const written = async (prepare: (world: ExampleWorld) => void = () => {}) =>
		await withExample('rights-statement', {}, async (world) => {
			prepare(world);
			const execution = await world.execute('On the 2nd at 6');
			const queries = world.service.requests
				.filter(({ path }) => path === '/analytics')
				.map(({ query }) => query);
			return {
				error: execution.error,
				rows: execution.output('Row of the Statement'),
				queries,
				taken: takenBy(world),
			};
		});

	test('each video of the collection has a row with the numbers of the last month, as numbers', async () => {
		const { error, rows, queries, taken } = await written();
		expect(error).toBeUndefined();
		expect(rows.length).toBeGreaterThan(1);
		expect(taken).toHaveLength(rows.length);
		for (const row of rows) {
			expect(row).toMatchObject({ row: `2026-02 ${String(row.video_id)}`, month: '2026-02' });
			for (const field of ['video_id', 'plays', 'finishes', 'hours'])
				expect(row[field]).toEqual(expect.any(Number));
		}
		expect(queries).toHaveLength(rows.length);
		expect(queries[0]).toMatch(/^type=video&video_id=\d+&from=2026-02-01&to=2026-03-01$/);
	});

	test('if one report cannot be read, nothing is written', async () => {
		const { error, taken } = await written(({ service }) =>
			service.faults.add({ match: { path: '/analytics' }, after: 1, status: 403 }),
		);
		expect(error).toBeDefined();
		expect(taken).toEqual([]);
	});

	test('a number that the report lacks is no zero, and an empty report leaves no video out', async () => {
		const { error, rows } = await written((world) =>
			answerWith(world, '/analytics', [{ plays: '1,234' }], []),
		);
		expect(error).toBeUndefined();
		expect(rows[0]).toMatchObject({ plays: 1234, finishes: null, hours: null });
		const all = await written();
		expect(rows.map(({ video_id }) => video_id)).toEqual(all.rows.map(({ video_id }) => video_id));
	});

	test('an empty collection writes nothing', async () => {
		const { error, taken } = await written(({ service }) =>
			service.faults.add({
				match: { path: `/collections/${PLAYLIST}/items` },
				status: 200,
				body: JSON.stringify({ _embedded: { items: [] }, count: 0, total: 0 }),
			}),
		);
		expect([error, taken]).toEqual([undefined, []]);
	});
});

// --- Numbers

describe('number-alert', () => {
	/** Returns the days on which Slack is told of a number that follows a series. */
	const toldOf = async (
		series: (day: number) => unknown,
		days: number,
		options: Omit<WorldOptions, 'size'> = {},
	) =>
		await withExample('number-alert', options, async (world) => {
			const told: number[] = [];
			const errors = new Set<string>();
			for (let day = 0; day < days; day += 1) {
				const report = Array.from({ length: 36 }, (_, index) => ({
					timestamp: `day ${index}`,
					total_paying: series(day - 35 + index),
				}));
				answerWith(world, '/analytics', report);
				const { length } = textsOf(world);
				const { error } = await world.execute('Every Day at 8');
				if (error) errors.add(error);
				if (textsOf(world).length > length) told.push(day);
				world.passTime(DAY_MS);
			}
			return { told, errors: [...errors], text: textsOf(world)[0] };
		});

	test('a number that falls by 2% a day is told within two weeks, and again after seven days', async () => {
		const { told, text } = await toldOf((day) => Math.round(10_000 * 0.98 ** Math.max(day, 0)), 40);
		expect(told[0]).toBeLessThan(14);
		expect(told.length).toBeGreaterThan(2);
		const pauses = told.slice(1).map((day, index) => day - (told[index] ?? 0));
		expect(new Set(pauses)).toEqual(new Set([7]));
		expect(text).toMatch(
			/Paying subscribers: 9412\*\nA week ago: 10000, four weeks ago: 10000\n.*enabled/,
		);
	});

	test('the message counts the customers by status', async () => {
		const settle = (state: State) => {
			for (const [index, status] of customerStatuses.entries()) {
				for (let count = 0; count <= index; count += 1) state.addCustomer({ status });
			}
		};
		const { text } = await toldOf((day) => (day < 0 ? 1000 : 900), 1, { seed: 'empty', settle });
		const count = (status: (typeof customerStatuses)[number]) =>
			customerStatuses.indexOf(status) + 1;
		expect(text).toContain(
			`\nCustomers now: ${count('enabled')} enabled, ${count('paused')} paused, ` +
				`${count('cancelled')} canceled, ${count('expired')} expired`,
		);
	});

	test('a test shows the message as often as wanted, and keeps no later one back', async () => {
		await withExample('number-alert', { isTry: true }, async (world) => {
			const report = Array.from({ length: 36 }, (_, day) => ({
				total_paying: day < 30 ? 100 : 50,
			}));
			for (let times = 0; times < 2; times += 1) {
				answerWith(world, '/analytics', report);
				await world.execute('Every Day at 8');
			}
			expect(textsOf(world)).toHaveLength(2);
		});
	});

	test('a fall of 1% a week is told within two months', async () => {
		const { told } = await toldOf((day) => Math.round(10_000 * 0.99 ** (Math.max(day, 0) / 5)), 40);
		expect(told).not.toEqual([]);
	});

	test.each([
		['stays', () => 10_000],
		['rises', (day: number) => 10_000 + day],
		['falls a little', (day: number) => (day > 0 ? 9900 : 10_000)],
	])('nobody is told of a number that %s', async (_, series) => {
		expect(await toldOf(series, 10)).toMatchObject({ told: [], errors: [] });
	});

	test('a number with separators is one', async () => {
		const { told } = await toldOf((day) => (day < 2 ? '10,000' : '9,000'), 4);
		expect(told).toEqual([2]);
	});

	test.each([[undefined], [null], ['none']])(
		'a number that is %j ends the execution as failed, and is no fall',
		async (value) => {
			const { told, errors } = await toldOf(() => value, 1);
			expect(told).toEqual([]);
			expect(errors).toHaveLength(1);
		},
	);
});

describe('weekly-numbers', () => {
	const SUBSCRIBERS = { existing_paying_subscribers: 12, existing_free_trials: 0 };
	const sold = (amount: unknown, currency?: string) => ({
		totals: { paid: { units: 3, amount_cents: amount, ...(currency && { currency }) } },
	});
	interface Reports {
		subscribers?: object;
		units?: unknown;
		churn?: object;
	}
	const sentAbout = async (
		{ subscribers = SUBSCRIBERS, units = sold(900), churn = {} }: Reports,
		options: Omit<WorldOptions, 'size'> = {},
	) =>
		await withExample('weekly-numbers', options, async (world) => {
			answerWith(world, '/analytics', subscribers, units, churn);
			const execution = await world.execute('Every Monday at 8');
			const of = (name: string, field: string) =>
				String(world.sent.find(({ node }) => node.name === name)?.parameters[field]);
			return {
				...{ error: execution.error, taken: takenBy(world) },
				...{ slack: of('Tell the Team', 'text'), email: of('Email the Numbers', 'text') },
				row: execution.output("This Week's Row")[0] ?? {},
			};
		});

	test.each([
		[sold(123_450, 'USD'), '1234.50 USD'],
		[sold('1,234,500', 'EUR'), '12345.00 EUR'],
		[sold(5000, 'JPY'), '5000 JPY'],
		[[sold('1,234,500', 'EUR'), sold(1200, 'JPY')], '12345.00 EUR, 1200 JPY'],
		[sold('many', 'EUR'), '?'],
		[sold(0), '0.00'],
		[{}, '?'],
	])('of sales %j, everyone reads %s', async (units, amount) => {
		const { error, row, slack, email } = await sentAbout({ units });
		expect(error).toBeUndefined();
		expect(row.amount || '?').toBe(amount);
		for (const text of [slack, email]) expect(text).toContain(`sold, for ${amount}`);
	});

	test('a week in which nobody left says so, and a number that is missing is no zero', async () => {
		const none = { reasons: [], other: 0 };
		const churn = { pause_reasons: none, cancellation_reasons: none, reasons_total: 0 };
		const nobody = await sentAbout({ churn });
		expect(nobody.slack).toContain('\n0 paused or canceled');
		expect(nobody.email).toContain('Nobody.');
		for (const churn of [{}, { reasons: [] }]) {
			const { error, slack, taken } = await sentAbout({ churn, subscribers: {} });
			expect(error).toBeUndefined();
			expect(taken).toContain('Tell the Team');
			expect(slack).toContain('\n? paying subscribers, ? trials\n');
			expect(slack).toContain('\n? paused or canceled');
		}
	});

	test('who left is in the email with their words, and no markup of theirs', async () => {
		const reason = { message: `<img src=x> ${'y'.repeat(4000)}`, user_email: 'ada@example.com' };
		const churn = { reasons_total: 1, cancellation_reasons: { reasons: [reason] } };
		const { email, slack } = await sentAbout({ churn });
		expect(email).toMatch(/in their words:\n• ‹img src=x› y{100,}.*… \(cut\)$/);
		expect(email).not.toMatch(/<img|ada@example\.com/);
		expect(email.length).toBeLessThan(2000);
		expect(slack).toContain('\n1 paused or canceled and gave a reason');
	});

	test('without Slack, the email and the row still go out, and the execution fails with the reason', async () => {
		const isDown = ({ name }: { name: string }) => name === 'Tell the Team';
		const { error, taken } = await sentAbout({}, { isDown });
		expect(taken).toEqual(['Add to the Sheet', 'Email the Numbers']);
		expect(error).toMatch(/^Not everything was sent: Tell the Team: .{5,}/);
	});

	test('without the sheet, the email and the message still go out', async () => {
		const isDown = ({ name }: { name: string }) => name === 'Add to the Sheet';
		const { error, taken } = await sentAbout({}, { isDown });
		expect(taken).toEqual(['Email the Numbers', 'Tell the Team']);
		expect(error).toMatch(/^Not everything was sent: Add to the Sheet: .{5,}/);
	});

	test('numbers reach the sheet as numbers, and one that is missing as nothing', async () => {
		const subscribers = { existing_paying_subscribers: '1,234', existing_free_trials: 5 };
		const { row, slack, email } = await sentAbout({ subscribers, churn: { reasons_total: 0 } });
		expect(row).toMatchObject({ subscribers: 1234, trials: 5, sold: 3, left: 0 });
		for (const text of [slack, email])
			expect(text).toContain('1234 paying subscribers, 5 trials\n3 sold, for ');
		const several = await sentAbout({ units: [sold(900, 'EUR'), sold(1200, 'JPY')] });
		expect(several.row).toMatchObject({ sold: 6 });
		const missing = await sentAbout({ subscribers: {}, units: {} });
		expect(missing.row).toMatchObject({ subscribers: null, trials: null, sold: null, left: null });
	});

	test('nothing is sent if a report cannot be read', async () => {
		await withExample('weekly-numbers', {}, async (world) => {
			failAll(world, '/analytics');
			expect((await world.execute('Every Monday at 8')).error).toBeDefined();
			expect(takenBy(world)).toEqual([]);
		});
	});
});

describe('customers-to-sheet', () => {
	test('a name neither turns the text around nor begins a line', async () => {
		const settle = (state: State) =>
			state.addCustomer({ email: 'r@example.com', name: 'Ada \u202Egnp.exe\nB' });
		await withExample('customers-to-sheet', { settle }, async (world) => {
			const rows = (await world.execute('Every Day at 5')).output('Row of the Sheet');
			expect(rows.find(({ email }) => email === 'r@example.com')?.name).toBe('Ada gnp.exe B');
		});
	});

	test('every customer has a row with the status, and none is written if they cannot be read', async () => {
		const settle = (state: State) => {
			for (const status of customerStatuses) state.addCustomer({ status, products: [101] });
		};
		await withExample('customers-to-sheet', { settle }, async (world) => {
			const rows = (await world.execute('Every Day at 5')).output('Row of the Sheet');
			expect(rows.map(({ status }) => status).sort()).toEqual([...customerStatuses].sort());
			expect(rows[0]).toMatchObject({
				id: expect.any(Number),
				customer_since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
			});
			expect(takenBy(world)).toEqual(rows.map(() => 'Write to the Sheet'));
			const { length } = world.sent;
			world.service.faults.add({ match: { path: '/customers' }, after: 1, status: 403 });
			expect((await world.execute('Every Day at 5')).error).toBeDefined();
			expect(world.sent).toHaveLength(length);
		});
	});
});

// --- Single customers

describe('subscriber-check', () => {
	const answered = async (email: unknown, prepare: (world: ExampleWorld) => void = () => {}) =>
		await withExample('subscriber-check', {}, async (world) => {
			prepare(world);
			const item = { json: { headers: { 'x-partner': 'secret' }, body: { email } } };
			const { error } = await world.execute('Question from a Partner', item);
			return { error, taken: takenBy(world), answer: only(world.sent).parameters.responseBody };
		});

	test.each(NO_ADDRESSES)(
		'%j is no address: the partner is told so, and not that the service is unavailable',
		async (email) => {
			const { error, taken } = await answered(email);
			expect([error, taken]).toEqual([undefined, ['No Email Address']]);
		},
	);

	test('an address with blanks that nobody sees is one', async () => {
		const { error, taken, answer } = await answered(' A.b+c@b.co\u200B');
		expect([error, taken]).toEqual([undefined, ['Yes or No']]);
		expect(answer).toEqual({ subscriber: false });
	});

	test('a subscriber is one, in any capitals', async () => {
		const email = 'Ada.Yes@example.com';
		await withExample(
			'subscriber-check',
			{ settle: (state) => state.addCustomer({ email: email.toLowerCase(), products: [101] }) },
			async (world) => {
				await world.execute('Question from a Partner', { json: { body: { email } } });
				expect(only(world.sent).parameters.responseBody).toEqual({ subscriber: true });
			},
		);
	});

	test('a service that does not answer is no "no", and the error names neither address nor secret', async () => {
		const { error, taken } = await answered('ada@example.com', (world) => failAll(world, /./));
		expect(taken).toEqual(['Service Unavailable']);
		expect(error).toBe('A question of a partner could not be answered.');
	});
});

test.each(['subscriber-check', 'privacy-request'])('%s: n8n keeps no execution', (name) => {
	expect(readExample(name).settings).toMatchObject({
		saveDataSuccessExecution: 'none',
		saveDataErrorExecution: 'none',
		saveManualExecutions: false,
		saveExecutionProgress: false,
	});
});

describe('who-is-this', () => {
	const ticket = (id: string, email: string) => ({
		json: { 'ticket.id': id, 'ticket.requester.email': email },
	});
	const ADA = { email: 'ada@example.com', name: 'Ada <b>L</b>' };
	const settle = (state: State) => state.addCustomer({ ...ADA, products: [101] });
	const notes = ({ sent }: ExampleWorld) =>
		sent
			.filter(({ isTaken }) => isTaken)
			.map(({ parameters }) => [parameters.id, parameters.updateFields]);

	test('a ticket gets one note, although the note brings it again', async () => {
		await withExample('who-is-this', { settle }, async (world) => {
			for (let round = 0; round < 3; round += 1)
				await world.execute('New Ticket', ticket('35437', ADA.email));
			const internalNote = expect.stringMatching(
				/^<b>May watch<\/b><br>Customer: Ada ‹b›L‹\/b›, ada@example\.com<br>Customer since: 20/,
			);
			expect(notes(world)).toEqual([['35437', { internalNote }]]);
		});
	});

	test('a stranger is called one, and a ticket without an address gets no note', async () => {
		await withExample('who-is-this', { settle }, async (world) => {
			await world.execute('New Ticket', ticket('1', 'nobody@example.com'));
			await world.execute('New Ticket', ticket('2', ''));
			const internalNote = '<b>Not a customer under this address</b><br>nobody@example.com';
			expect(notes(world)).toEqual([['1', { internalNote }]]);
		});
	});

	test('a ticket that could not be checked is red, and Retry writes its note', async () => {
		await withExample('who-is-this', { settle }, async (world) => {
			failAll(world, /./);
			const failed = await world.execute('New Ticket', ticket('3', ADA.email));
			expect([failed.error === undefined, notes(world)]).toEqual([false, []]);
			world.service.faults.clear();
			await world.retry(failed);
			expect(notes(world)).toHaveLength(1);
		});
	});
});

describe('privacy-request', () => {
	const ADA = { id: 7001, email: 'ada@example.com', name: 'Ada' };
	const EVE = { id: 7002, email: 'eve@example.com', name: 'Eve' };
	const fileSchema = z.looseObject({ couldNotBeRead: z.array(z.string()) });

	/** Returns the page at the end of the form, and the file that it gives. */
	const fileOf = async (email: string, prepare: (world: ExampleWorld) => void = () => {}) => {
		const settle = (state: State) => {
			for (const customer of [ADA, EVE]) {
				state.addCustomer(customer);
				state.addComment({
					videoId: 20_001,
					customerId: customer.id,
					content: `I am ${customer.name}`,
				});
			}
		};
		return await withExample('privacy-request', { settle }, async (world) => {
			prepare(world);
			const { error } = await world.execute('Privacy Form', { json: { Email: email } });
			const page = world.sent.at(-1);
			const text = page?.files[0]?.bytes.toString('utf8') ?? '';
			const { completionTitle, completionMessage } = page?.parameters ?? {};
			const file = text === '' ? undefined : fileSchema.parse(JSON.parse(text));
			return { error, page: [completionTitle, completionMessage].map(String), text, file };
		});
	};

	test('the file has all of one customer, and nothing of another', async () => {
		const { error, page, text, file } = await fileOf(' Ada@example.com ');
		expect(error).toBeUndefined();
		expect(page).toEqual(['Done', 'The file contains everything that the service returns.']);
		expect(file).toMatchObject({
			customer: { id: ADA.id, email: ADA.email },
			comments: [{ content: 'I am Ada' }],
			couldNotBeRead: [],
		});
		expect(text).not.toMatch(/Eve|eve@|browse_url/);
	});

	test('a person who is no customer is told on the page, and a refused key ends as failed', async () => {
		const { error, page, file } = await fileOf('nobody@example.com');
		expect([error, page[0], file]).toEqual([undefined, 'No file was created', undefined]);
		expect(page[1]).toMatch(/nobody@example\.com/);
		const refused = await fileOf(ADA.email, (world) =>
			world.service.faults.add({ status: 401, times: Infinity }),
		);
		expect(refused.error).toMatch(/credential/);
	});

	test('a file in which comments are missing says so, and so does the page', async () => {
		const { page, file } = await fileOf(ADA.email, (world) =>
			world.service.faults.add({ match: { path: '/comments' }, after: 3, status: 403 }),
		);
		expect(page[1]).toBe('Some parts could not be read. The file says which.');
		expect(only(file?.couldNotBeRead ?? [])).toMatch(/^comments on .{3,}: /);
	});

	/** Returns the file about Ada, made from what the service returned. */
	const madeOf = (read: Record<string, IDataObject[]>) => {
		const before = Object.entries({ 'Find the Customer': [ADA], ...read });
		const items = before.map(([node, records]) => [node, itemsOf(records)] as const);
		return only(runCode('privacy-request', 'Put It Together', Object.fromEntries(items)));
	};

	test('comments count by the ID, link or address of who wrote them, and others are named as missing', () => {
		const href = `https://api.example.com/customers/${ADA.id}`;
		const comments = [
			{ id: 1, content: 'by link', customer: { href } },
			{ id: 2, content: 'by address', customer: { email: 'ADA@example.com' } },
			{ id: 3, content: 'other', customer: { id: EVE.id, email: ADA.email } },
			{ id: 4, content: 'nameless', comments_count: 30, comments: [{ id: 5, content: 'reply' }] },
		];
		const file = madeOf({ 'All Videos': [{ id: 9 }], 'Comments on Each': comments });
		expect(file.comments).toMatchObject([{ id: 1 }, { id: 2 }]);
		expect(file.couldNotBeRead).toEqual([
			'comments: the service does not say who wrote 2 of them',
			'replies to comments: the service did not return 29 of them',
		]);
	});

	test('a reason of another customer with the same address is not in the file, a cut report is named', () => {
		const reasons = [
			{
				customer_id: 777,
				user_email: ADA.email,
				message: 'not mine',
				reasons_count: 2,
				reasons_total: 9,
			},
			{ customer_id: null, user_email: 'ADA@example.com', message: 'mine' },
		];
		const file = madeOf({ 'Why People Left': reasons });
		expect(file.reasonsForLeaving).toMatchObject([{ message: 'mine' }]);
		expect(file.couldNotBeRead).toEqual([expect.stringMatching(/only 2 of 9/)]);
	});

	test('each part that cannot be read is named', () => {
		const failed = [{ error: 'Forbidden' }];
		const read = {
			Watching: failed,
			Watchlist: failed,
			'All Videos': failed,
			'Why People Left': failed,
		};
		expect(madeOf(read).couldNotBeRead).toEqual([
			'watching: Forbidden',
			'watchlist: Forbidden',
			'videos with comments: Forbidden',
			'reasons for leaving: Forbidden',
		]);
	});
});

// --- Assistants

test('mcp-assistant: no tool changes anything, and strangers get nothing', () => {
	const { nodes } = readExample('mcp-assistant');
	const tools = nodes.filter(({ type }) => type.endsWith('Tool'));
	expect(tools.length).toBeGreaterThan(5);
	const READS = new Set(['get', 'getAll', 'count', 'checkAccess', 'getReport']);
	expect(tools.filter(({ parameters }) => !READS.has(String(parameters.operation)))).toEqual([]);
	expect(nodeOf('mcp-assistant', 'MCP Server').parameters.authentication).toBe('bearerAuth');
});

describe('support-agent: the question in Slack', () => {
	const questionFor = (parameters: Record<string, unknown>) => {
		const { message } = nodeOf('support-agent', 'Ask the Support Lead').parameters;
		const $tool = { name: 'Grant_Access', parameters };
		// n8n unescapes the text once, and makes line breaks.
		return unescaped(String(evaluate(String(message), { $tool })))
			.replaceAll(/\\n|<br>/g, '\n')
			.split('\n');
	};

	test('is not asked by email, whose links are opened by mail scanners', () => {
		expect(nodeOf('support-agent', 'Ask the Support Lead').type).toContain('slack');
	});

	test.each([
		'<a href="https://evil.example">Approve</a>',
		'a\n*Approve* <!channel>\\n&lt;b&gt;',
		'ada\u202E@example.com',
		'``` *bold* ```',
	])('contains no markup, ping or reversed text of strangers: %j', (email) => {
		const [head, open, values, close] = questionFor({ email, product: '101' });
		expect(head).toMatch(/Grant Access with:$/);
		expect([open, close]).toEqual(['```', '```']);
		expect(values).toContain('"product":"101"');
		expect(values).not.toMatch(/<|`|\p{Cf}|&(?!amp;|lt;)/u);
		expect(questionFor({ email, product: '101' })).toHaveLength(4);
	});

	test.each(['x', '&', '<', '\u{1F600}', '"', '\\'])(
		'fits into Slack, and says that a long text was cut: %j',
		(character) => {
			const question = questionFor({ email: character.repeat(5000), product: '101' }).join('\n');
			expect(question.length).toBeLessThan(2900);
			expect(question).toContain(' … (cut)');
			expect(question).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
		},
	);
});
