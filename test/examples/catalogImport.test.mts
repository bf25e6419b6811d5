import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { defined } from '../kit/defined.mts';
import { withNodes } from '../../scripts/lib/examples.mts';
import { published, uploaded, withExample, type ExampleWorld } from './worlds/world.mts';

const HEADER = 'key,title,description,source_url,plans';

/** Imports rows, and returns the rows of the file that comes back. */
async function imported(world: ExampleWorld, ...rows: string[]): Promise<string[]> {
	const { length } = world.sent;
	const file = uploaded(Buffer.from([HEADER, ...rows].join('\n')));
	const { error } = await world.execute('Catalog Form', file);
	expect(error).toBeUndefined();
	const { bytes } = defined(world.sent[length]?.files[0], 'a file');
	return bytes.toString('utf8').trimEnd().split('\n').slice(1);
}

test('a new key creates a video, a known one updates it, and neither is done twice', async () => {
	await withExample('catalog-import', { seed: 'empty' }, async (world) => {
		const [first] = await imported(
			world,
			'7,Tide,Sea,https://files.example.com/a.mp4,"free, Standard"',
		);
		expect(first).toMatch(/,imported$/);
		const [again, other] = await imported(world, '7,Low Tide,,,', '8,Rope,,,');
		expect([again, other]).toEqual([
			expect.stringMatching(/^7,Low Tide,,,,\d+,imported$/),
			expect.stringMatching(/^8,Rope,,,,\d+,imported$/),
		]);
		const { videos } = world.service.state;
		const found = [...videos.all()].map(({ title, description, metadata }) => ({
			title,
			description,
			key: metadata.import_key,
		}));
		expect(found).toEqual([
			{ title: 'Low Tide', description: 'Sea', key: '7' },
			{ title: 'Rope', description: null, key: '8' },
		]);
	});
});

test('a new key beside the title of another video fails, and the others are imported', async () => {
	const settle = (state: ExampleWorld['service']['state']) => {
		state.addVideo({ id: 501, title: 'Tide', metadata: { import_key: 4_000_000_000_001 } });
		state.addVideo({ id: 502, title: 'Made by hand' });
	};
	await withExample('catalog-import', { seed: 'empty', settle }, async (world) => {
		const rows = await imported(world, '4.00E+12,Tide,,,', '9,Made by hand,,,', '10,New,,,');
		expect(rows).toEqual(
			expect.arrayContaining([
				expect.stringMatching(
					/^4\.00E\+12,Tide,,,,,failed,"?Video 501 has this title and the key 4000000000001\./,
				),
				expect.stringMatching(
					/^9,Made by hand,,,,,failed,"?Video 502 has this title and the key \(none\)\./,
				),
				expect.stringMatching(/^10,New,,,,\d+,imported,$/),
			]),
		);
		expect(world.writes).toEqual(['POST /videos']);
	});
});

test('the file that comes back updates the videos that it created, though no list shows them yet', async () => {
	await withExample('catalog-import', { seed: 'empty' }, async (world) => {
		await imported(world, '7,Tide,Sea,,');
		const { bytes } = defined(world.sent[0]?.files[0], 'a file');
		for (const video of world.service.state.videos.all()) video.metadata = {};
		const mended = bytes.toString('utf8').replace('Tide', 'Low Tide');
		await world.execute('Catalog Form', uploaded(Buffer.from(mended)));
		const titles = [...world.service.state.videos.all()].map(({ title }) => title);
		expect(titles).toEqual(['Low Tide']);
	});
});

test('a row with the ID that no video has fails, and creates none', async () => {
	await withExample('catalog-import', { seed: 'empty' }, async (world) => {
		const file = uploaded(Buffer.from('video id,title,note\n999,Tide,a\n'));
		await world.execute('Catalog Form', file);
		const { bytes } = defined(world.sent[0]?.files[0], 'a file');
		expect(bytes.toString('utf8')).toMatch(
			/^\uFEFF"?ID"?,Title,note,outcome,error\n999,Tide,a,failed,No video 999$/m,
		);
		expect(world.writes).toEqual([]);
	});
});

test('the file that the README offers is imported', async () => {
	await withExample('catalog-import', { seed: 'empty' }, async (world) => {
		const csv = readFileSync(new URL('../../examples/videos.csv', import.meta.url));
		await world.execute('Catalog Form', uploaded(csv));
		expect(defined(world.sent[0]?.files[0], 'a file').bytes.toString('utf8')).toMatch(/imported/);
		expect(world.writes).toEqual(Array(4).fill('POST /videos'));
	});
});

test('videos of several seasons may have one title once Known Title? is deactivated, as its note says', async () => {
	const workflow = withNodes(published('catalog-import'), (node) =>
		node.name === 'Known Title?' ? { ...node, disabled: true } : node,
	);
	const settle = (state: ExampleWorld['service']['state']) => {
		state.addVideo({ id: 501, title: 'Episode 1', metadata: { import_key: 's1e1' } });
	};
	await withExample(
		'catalog-import',
		{ seed: 'empty', settle, workflows: [workflow] },
		async (world) => {
			const rows = await imported(world, 's1e1,Episode 1,First,,', 's2e1,Episode 1,,,');
			expect(rows).toEqual([
				's1e1,Episode 1,First,,,501,imported',
				expect.stringMatching(/^s2e1,Episode 1,,,,\d+,imported$/),
			]);
		},
	);
});

test.each([
	['two rows have the same key', '7,A,,,\n7,B,,,', /rows 2 and 3 have the same/],
	['a row has neither a key nor an ID', '7,A,,,\n ,B,,,', /Row 3 has no \\"ID\\" or \\"Key\\"/],
])('nothing is imported where %s', async (_, rows, sentence) => {
	await withExample('catalog-import', { seed: 'empty' }, async (world) => {
		await world.execute('Catalog Form', uploaded(Buffer.from(`${HEADER}\n${rows}`)));
		expect(JSON.stringify(world.sent.map(({ parameters }) => parameters))).toMatch(sentence);
		expect(world.writes).toEqual([]);
	});
});

test('nothing is imported where the catalog cannot be read', async () => {
	await withExample('catalog-import', {}, async (world) => {
		world.service.faults.add({ kind: 'html', status: 503, times: Infinity });
		const file = uploaded(Buffer.from(`${HEADER}\n7,A,,,`));
		expect((await world.execute('Catalog Form', file)).error).toBeDefined();
		expect(world.writes).toEqual([]);
	});
});
