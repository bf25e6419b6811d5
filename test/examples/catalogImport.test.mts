import { expect, test } from 'vitest';

import { defined } from '../kit/defined.mts';
import { uploaded, withExample, type ExampleWorld } from './worlds/world.mts';

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
		expect(first).toMatch(/,imported,$/);
		const [again, other] = await imported(world, '7,Low Tide,,,', '8,Rope,,,');
		expect([again, other]).toEqual(['7,Low Tide,,,,imported,', '8,Rope,,,,imported,']);
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
				expect.stringMatching(/^4\.00E\+12,Tide,,,,failed,"?Video 501 has this title/),
				expect.stringMatching(/^9,Made by hand,,,,failed,"?Video 502 has this title/),
				'10,New,,,,imported,',
			]),
		);
		expect(world.writes).toEqual(['POST /videos']);
	});
});

test.each([
	['two rows have the same key', '7,A,,,\n7,B,,,', /rows 2 and 3 have the same/],
	['a row has no key', '7,A,,,\n ,B,,,', /Row 3 has no/],
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
