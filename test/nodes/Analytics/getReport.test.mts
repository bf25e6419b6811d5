import { chosen, itRefuses, itSends, TRIED } from '../kit.mts';

const sent = { method: 'GET', path: '/analytics' };
const report = {
	_links: { self: { href: 'me' } },
	from: '2026-01-01',
	to: '2026-03-31',
	data: { existing_free_trials: 9 },
};
const churn = { ...report, data: { left: { reasons: [{ user_email: 'ada@example.com' }] } } };
const masked = { ...report, data: { left: { reasons: [{ user_email: 'a***@example.com' }] } } };
const videoTypes = ['video', 'video.geography', 'video.platforms', 'video.subtitles'];
const otherTypes = ['churn', 'income_statement', 'subscribers', 'traffic', 'units'];

itSends('analytics', 'getReport', {
	'the type of an expression, and the video only for reports on videos': {
		parameters: { period: 'all', type: '={{ $json.type }}', video: chosen(5), output: 'raw' },
		input: [...videoTypes, ...otherTypes].map((type) => ({ type })),
		sends: [
			...videoTypes.map((type) => ({ ...sent, query: { type, video_id: '5' } })),
			...otherTypes.map((type) => ({ ...sent, query: { type } })),
		],
		answer: report,
		gives: [...videoTypes, ...otherTypes].map((_, item) => [report, item]),
	},
	'the last days, weeks, months or years as a relative date': {
		parameters: {
			type: 'units',
			output: 'raw',
			period: 'last',
			periodAmount: '={{ $json.amount }}',
			periodUnit: '={{ $json.unit }}',
		},
		input: [
			{ amount: 10, unit: 'day' },
			{ amount: 1, unit: 'year' },
		],
		sends: ['10-day-ago', '1-year-ago'].map((from) => ({
			...sent,
			query: { type: 'units', from },
		})),
		answer: report,
		gives: [report, [report, 1]],
	},
	'exact dates in every form, and moments in UTC': {
		parameters: {
			type: 'units',
			output: 'raw',
			period: 'exact',
			from: '={{ $json.from }}',
			to: '={{ $json.to }}',
		},
		input: [
			{ from: '2026-01-31', to: '' },
			{ from: '2026-01-31T17:00:00Z', to: '2026-03-01T00:00:00-05:00' },
			{ from: '2026-01-31T17:00:00', to: '2026-03-01T00:00:00.000+01:00' },
			{ from: '3-weeks-ago', to: '1-day-ago' },
		],
		sends: [
			{ from: '2026-01-31' },
			{ from: '2026-01-31T17:00:00Z', to: '2026-03-01T05:00:00Z' },
			{ from: '2026-01-31T22:00:00Z', to: '2026-02-28T23:00:00Z' },
			{ from: '3-weeks-ago', to: '1-day-ago' },
		].map((query) => ({ ...sent, query: { type: 'units', ...query } })),
		answer: report,
		gives: [report, [report, 1], [report, 2], [report, 3]],
	},
	'picked days unchanged, and a moment in summer by its own offset': {
		parameters: {
			type: 'units',
			output: 'raw',
			period: '={{ $json.period }}',
			fromDate: '2026-07-01T00:00:00',
			toDate: '2026-07-31T00:00:00',
			from: '2026-07-01T12:00:00+02:00',
			to: '2026-07-01T12:00:00',
		},
		input: [{ period: 'between' }, { period: 'exact' }],
		sends: [
			{ ...sent, query: { type: 'units', from: '2026-07-01', to: '2026-07-31' } },
			// Eastern Standard Time has no summer time.
			{
				...sent,
				query: { type: 'units', from: '2026-07-01T10:00:00Z', to: '2026-07-01T17:00:00Z' },
			},
		],
		answer: report,
		gives: [report, [report, 1]],
	},
	'and masks email addresses in rows': {
		parameters: { period: 'all', type: 'churn', rows: 'people' },
		sends: [{ ...sent, query: { type: 'churn' } }],
		answer: churn,
		gives: [
			{
				type: 'churn',
				from: '2026-01-01',
				to: '2026-03-31',
				kind: 'customer',
				breakdown: 'left',
				user_email: 'a***@example.com',
			},
		],
	},
	'and masks email addresses in the report itself': {
		parameters: { period: 'all', type: 'churn', output: 'raw' },
		sends: [{ ...sent, query: { type: 'churn' } }],
		answer: churn,
		gives: [masked],
	},
	'and masks email addresses when an expression returns null': {
		parameters: { period: 'all', type: 'churn', output: 'raw', maskEmails: '={{ null }}' },
		sends: [{ ...sent, query: { type: 'churn' } }],
		answer: churn,
		gives: [masked],
	},
	'and masks nothing with Mask Emails off': {
		parameters: { period: 'all', type: 'churn', output: 'raw', maskEmails: false },
		sends: [{ ...sent, query: { type: 'churn' } }],
		answer: churn,
		gives: [churn],
	},
	'and masks nothing in a report that has no switch for it': {
		parameters: { period: 'all', type: 'units', output: 'raw' },
		sends: [{ ...sent, query: { type: 'units' } }],
		answer: { data: { label: 'Ask ada@example.com' } },
		gives: [{ data: { label: 'Ask ada@example.com' } }],
	},
	'and returns only the totals by default': {
		parameters: { period: 'all', type: 'churn' },
		sends: [{ ...sent, query: { type: 'churn' } }],
		answer: { data: { left: { reasons: [{ user_email: 'ada@example.com' }], price: 3 } } },
		gives: [{ kind: 'total', breakdown: 'left', reason: 'price', count: 3, type: 'churn' }],
	},
	'no video for a type that needs none': {
		parameters: { period: 'all', type: '={{ "units" }}', video: chosen('') },
		sends: [{ ...sent, query: { type: 'units' } }],
		answer: { data: { units: 3 } },
		gives: [{ units: 3, type: 'units' }],
	},
	'and reads an array as the data of a report': {
		parameters: { period: 'all', type: 'units' },
		sends: [{ ...sent, query: { type: 'units' } }],
		answer: [{ units: '3' }],
		gives: [{ type: 'units', units: 3 }],
	},
});

itRefuses('analytics', 'getReport', [
	...videoTypes.map((type) => ({
		names: 'Video',
		where: ` of ${type}`,
		parameters: { type: `={{ "${type}" }}`, video: chosen(TRIED) },
		good: 5,
		bad: ['', null, 'x y'],
	})),
	{
		names: 'Rows',
		parameters: { type: 'churn', rows: TRIED },
		good: 'both',
		bad: ['all', ['people']],
	},
	{
		names: 'Group By',
		parameters: { type: TRIED, video: chosen(5), by: 'day' },
		good: 'units',
		bad: ['traffic', 'income_statement', 'video.platforms'],
	},
	{
		names: 'Last',
		parameters: { type: 'units', period: 'last', periodAmount: TRIED, periodUnit: 'day' },
		good: 10,
		bad: [' ', 11, -1],
	},
	{
		names: 'From',
		parameters: { type: 'units', period: 'exact', from: TRIED },
		good: '2026-01-31',
		bad: ['2026-13-01', '11-day-ago', '0-day-ago', '1-hour-ago', '2026-01-31T25:00:00Z'],
	},
	{
		names: 'From Date',
		parameters: { type: 'units', period: 'between', fromDate: TRIED },
		good: '2026-01-31',
		bad: ['3-day-ago'],
	},
	{
		names: 'To Date',
		parameters: { type: 'units', period: 'between', toDate: TRIED },
		good: '2026-01-31',
		bad: ['3-day-ago'],
	},
	{
		names: 'From Date',
		parameters: { type: 'units', period: 'between', fromDate: TRIED, toDate: '2026-11-30' },
		good: '2026-11-30',
		bad: ['2026-12-01'],
	},
	{
		names: 'From',
		parameters: { type: 'units', period: 'exact', from: TRIED, to: '1-week-ago' },
		good: '1-week-ago',
		bad: ['6-day-ago'],
	},
]);
