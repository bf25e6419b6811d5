import { expect, it } from 'vitest';

import { first } from '../../kit/defined.mts';
import { chosen, withService } from '../kit.mts';
import { DESCRIBED } from './parameters.mts';

const SOURCE = 'https://files.example.com/salt.mp4';

it('the service understands every operation', async () => {
	await withService('video', async (run) => {
		const { canonicalCollection: _, ...additionalFields } = DESCRIBED;
		const { id } = first(
			await run({ operation: 'create', title: 'Salt', sourceUrl: SOURCE, additionalFields }),
		);
		const video = chosen(Number(id));
		const read = await run({ operation: 'get', video });
		expect(read).toMatchObject([
			{ id, title: 'Salt', status: 'processing', plans: ['free', 'standard'] },
		]);

		const updateFields = {
			title: 'Pepper',
			genres: ['drama'],
			casts: { entries: [{ actor: 'A. Berg', character: 'The keeper' }] },
			releaseDates: { entries: [{ date: '2026-05-01', location: '' }] },
			timeAvailable: '',
		};
		const changed = await run({ operation: 'update', video, updateFields });
		expect(changed).toMatchObject([{ id, title: 'Pepper', time_available: null }]);

		const found = await run({ operation: 'getAll', filters: { query: 'Pepper', plan: ['free'] } });
		expect(found.map((record) => record.id)).toEqual([id]);
		const [uploaded] = await run({ operation: 'getAll', limit: 1, sorting: { sort: 'oldest' } });
		const files = await run({
			operation: 'getFiles',
			video: chosen(String(uploaded?.href), 'url'),
			filters: { format: 'mp4' },
		});
		expect(files.length).toBeGreaterThan(0);
		expect(new Set(files.map(({ format }) => format))).toEqual(new Set(['mp4']));

		expect(await run({ operation: 'delete', video })).toEqual([{ deleted: true, id }]);
	});
});
