import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { first } from '../../kit/defined.mts';
import { reportKinds, reportTypes } from '../../../service/contract/values.mts';
import { chosen, withService } from '../kit.mts';

const TEXT_OF_A_NUMBER = /^-?\d+(\.\d+)?$/;

const cases = reportTypes.flatMap((type) =>
	reportKinds[type].map((kind): [string, string] => [type, kind]),
);

describe('the service understands', () => {
	it.each(cases)('%s as %s', async (type, kind) => {
		await withService('analytics', async (run, service) => {
			const { id } = first(service.state.videos.all());
			const period: INodeParameters = {
				period: 'exact',
				from: '3-month-ago',
				to: '={{ $today.toISODate() }}',
			};
			const rows = await run({
				operation: 'getReport',
				type,
				...(type.startsWith('video') && { video: chosen(id) }),
				...period,
				...(kind === 'series' && { by: 'month' }),
				options: { perPage: 5 },
			});
			expect(rows.length).toBeGreaterThan(0);
			for (const { timestamp, ...row } of rows) {
				expect(row).toMatchObject({ type, from: expect.any(String), to: expect.any(String) });
				const isSeries = typeof timestamp === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(timestamp);
				expect(row.by).toBe(kind === 'series' ? 'month' : undefined);
				expect(timestamp === undefined).toBe(kind !== 'series');
				expect(isSeries || timestamp === undefined || /T\d/.test(String(timestamp))).toBe(true);
				const texts = Object.values(row).filter((value) => typeof value === 'string');
				expect(texts.filter((text) => TEXT_OF_A_NUMBER.test(text))).toEqual([]);
			}
		});
	});
});
