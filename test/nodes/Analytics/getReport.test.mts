import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
	waysToSayFive,
} from '../kit.mts';

const sent = { method: 'GET', path: '/analytics' };
const report = {
	_links: { self: { href: 'me' } },
	from: '2026-01-01',
	to: '2026-03-31',
	data: { existing_free_trials: 9 },
};
const row = {
	type: 'subscribers',
	from: '2026-01-01',
	to: '2026-03-31',
	breakdown: null,
	existing_free_trials: 9,
};
const churn = { ...report, data: { reasons: [{ user_email: 'ada@example.com' }] } };
const ways = waysToSayFive('videos');
const videoTypes = ['video', 'video.geography', 'video.platforms', 'video.subtitles'];
const otherTypes = ['churn', 'income_statement', 'subscribers', 'traffic', 'units'];

itSends('analytics', 'getReport', {
	'nothing but the type': {
		parameters: { type: 'subscribers' },
		sends: [{ ...sent, query: { type: 'subscribers' } }],
		answer: report,
		gives: [row],
	},
	'the type chosen by an expression, and the video only where the report is on one': {
		parameters: { type: '={{ $json.type }}', video: chosen(5), output: 'raw' },
		input: [...videoTypes, ...otherTypes].map((type) => ({ type })),
		sends: [
			...videoTypes.map((type) => ({ ...sent, query: { type, video_id: '5' } })),
			...otherTypes.map((type) => ({ ...sent, query: { type } })),
		],
		answer: report,
		gives: [...videoTypes, ...otherTypes].map((_, item) => [report, item]),
	},
	'the id of the video, whatever way it is said': {
		parameters: { type: 'video', video: chosen('={{ $json.id }}'), output: 'raw' },
		input: ways.map((id) => ({ id })),
		sends: ways.map(() => ({ ...sent, query: { type: 'video', video_id: '5' } })),
		answer: report,
		gives: ways.map((_, item) => [report, item]),
	},
	'every parameter, with days': {
		parameters: {
			type: 'video.geography',
			video: chosen('5', 'list'),
			output: 'raw',
			filters: {
				by: 'week',
				fromMode: 'date',
				fromDate: '2026-01-31T00:00:00',
				toMode: 'date',
				toDate: '2026-03-01',
			},
			options: { perPage: 10, ...FOR_CUSTOMER },
		},
		sends: [
			{
				...sent,
				query: {
					type: 'video.geography',
					by: 'week',
					from: '2026-01-31',
					to: '2026-03-01',
					video_id: '5',
					per_page: '10',
				},
				headers: CUSTOMER_HEADERS,
			},
		],
		answer: report,
		gives: [report],
	},
	'moments in UTC, picked in the time zone of the workflow or with their own': {
		parameters: {
			type: 'units',
			output: 'raw',
			filters: {
				fromMode: 'dateTime',
				fromDateTime: '2026-01-31T18:00:00',
				toMode: 'dateTime',
				toDateTime: '2026-03-01T00:00:00-05:00',
			},
		},
		sends: [
			{
				...sent,
				query: { type: 'units', from: '2026-01-31T17:00:00Z', to: '2026-03-01T05:00:00Z' },
			},
		],
		answer: report,
		gives: [report],
	},
	'some time ago': {
		parameters: {
			type: 'units',
			output: 'raw',
			filters: {
				fromMode: 'relative',
				fromAmount: 10,
				fromUnit: 'year',
				toMode: 'relative',
				toAmount: '={{ "1" }}',
				toUnit: 'day',
			},
		},
		sends: [{ ...sent, query: { type: 'units', from: '10-year-ago', to: '1-day-ago' } }],
		answer: report,
		gives: [report],
	},
	'nothing of fields without a mode': {
		parameters: {
			type: 'units',
			output: 'raw',
			filters: { fromDate: '2026-01-31', toAmount: 3 },
		},
		sends: [{ ...sent, query: { type: 'units' } }],
		answer: report,
		gives: [report],
	},
	'no interval where it cannot be chosen': {
		parameters: { type: 'traffic', output: 'raw', filters: { by: 'day' } },
		sends: [{ ...sent, query: { type: 'traffic' } }],
		answer: report,
		gives: [report],
	},
	'and masks e-mail addresses in rows': {
		parameters: { type: 'churn', options: { maskEmails: true } },
		sends: [{ ...sent, query: { type: 'churn' } }],
		answer: churn,
		gives: [
			{
				type: 'churn',
				from: '2026-01-01',
				to: '2026-03-31',
				breakdown: 'reasons',
				user_email: 'a***@example.com',
			},
		],
	},
	'and masks e-mail addresses in the report itself': {
		parameters: { type: 'churn', output: 'raw', options: { maskEmails: true } },
		sends: [{ ...sent, query: { type: 'churn' } }],
		answer: churn,
		gives: [{ ...churn, data: { reasons: [{ user_email: 'a***@example.com' }] } }],
	},
	'and masks nothing unasked': {
		parameters: { type: 'churn', output: 'raw', options: { maskEmails: false } },
		sends: [{ ...sent, query: { type: 'churn' } }],
		answer: churn,
		gives: [churn],
	},
	'and takes a bare array as the data of a report': {
		parameters: { type: 'units' },
		sends: [{ ...sent, query: { type: 'units' } }],
		answer: [{ units: '3' }],
		gives: [{ type: 'units', breakdown: null, units: 3 }],
	},
});

const from = (mode: string, filters = {}) => ({
	type: 'units',
	filters: { fromMode: mode, ...filters },
});

itRefuses('analytics', 'getReport', [
	{
		names: 'Video',
		parameters: { type: 'video', video: chosen(TRIED) },
		good: 5,
		bad: badIds('customers'),
	},
	{
		names: 'By',
		parameters: { type: TRIED, video: chosen(5), filters: { by: 'day' } },
		good: 'units',
		bad: ['traffic', 'income_statement', 'video.platforms'],
	},
	{
		names: 'From Mode',
		parameters: from(TRIED, { fromDate: '2026-01-31' }),
		good: 'date',
		bad: ['', 'yesterday'],
	},
	{
		names: 'From Date',
		parameters: from('date', { fromDate: TRIED }),
		good: '2026-01-31',
		bad: ['', null, 'yesterday'],
	},
	{
		names: 'From Date and Time',
		parameters: from('dateTime', { fromDateTime: TRIED }),
		good: '2026-01-31T18:00:00Z',
		bad: ['', null, 'yesterday'],
	},
	{
		names: 'From Amount',
		parameters: from('relative', { fromAmount: TRIED, fromUnit: 'day' }),
		good: 10,
		bad: ['', null, ' ', 0, 11, 1.5, -1, 'two'],
	},
	{
		names: 'From Unit',
		parameters: from('relative', { fromAmount: 1, fromUnit: TRIED }),
		good: 'week',
		bad: ['', null, 'hour', 'days'],
	},
	{
		names: 'To Date',
		parameters: { type: 'units', filters: { toMode: TRIED, toAmount: 1, toUnit: 'day' } },
		good: 'relative',
		bad: ['date'],
	},
	{
		names: 'Page Size',
		parameters: { type: 'units', options: { perPage: TRIED } },
		good: 10,
		bad: [0, 1.5, 'ten'],
	},
]);
