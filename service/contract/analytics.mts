import { z } from 'zod';

import { endpoint, queryCount, queryId, reportDate, text } from './common.mts';
import { reportIntervals, reportTypes, seriesReportTypes } from './values.mts';

/**
 * The parts that recorded reports share. The shape of a report is not documented (docs/developers/service.md, Analytics).
 */
export const report = z.looseObject({
	type: text,
	by: text,
	from: text,
	to: text,
	data: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullish(),
});

const isVideoReport = (type: string) => type === 'video' || type.startsWith('video.');

export const analytics = [
	endpoint('analytics.getReport', 'GET', '/analytics', {
		query: z
			.strictObject({
				type: z.enum(reportTypes),
				by: z.enum(reportIntervals).optional(),
				from: reportDate.optional(),
				to: reportDate.optional(),
				video_id: queryId('videos').optional(),
				per_page: queryCount.optional(),
			})
			.refine(({ type, video_id }) => !isVideoReport(type) || video_id !== undefined, {
				path: ['video_id'],
				error: 'is required for video report types',
			})
			.refine(({ type, video_id }) => isVideoReport(type) || video_id === undefined, {
				path: ['video_id'],
				error: 'must be omitted for reports that are not on videos',
			})
			.refine(({ type, by }) => by === undefined || seriesReportTypes.includes(type), {
				path: ['by'],
				error: 'must be omitted: this type has an aggregate report only',
			}),
		item: report,
	}),
] as const;
