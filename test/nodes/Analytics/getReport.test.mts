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
	existing_free_trials: 9,
};
const churn = { ...report, data: { left: { reasons: [{ user_email: 'ada@example.com' }] } } };
const ways = waysToSayFive('videos');
const videoTypes = ['video', 'video.geography', 'video.platforms', 'video.subtitles'];
const otherTypes = ['churn', 'income_statement', 'subscribers', 'traffic', 'units'];

itSends('analytics', 'getReport', {
	'the last month, unless another period is chosen': {
		parameters: { type: 'subscribers' },
		sends: [{ ...sent, query: { type: 'subscribers', from: '1-month-ago' } }],
		answer: report,
		gives: [row],
	},
	'the type chosen by an expression, and the video only where the report is on one': {
		parameters: { period: 'all', type: '={{ $json.type }}', video: chosen(5), output: 'raw' },
		input: [...videoTypes, ...otherTypes].map((type) => ({ type })),
		sends: [
			...videoTypes.map((type) => ({ ...sent, query: { type, video_id: '5' } })),
			...otherTypes.map((type) => ({ ...sent, query: { type } })),
		],
		answer: report,
		gives: [...videoTypes, ...otherTypes].map((_, item) => [report, item]),
	},
	'the id of the video, whatever way it is said': {
		parameters: { period: 'all', type: 'video', video: chosen('={{ $json.id }}'), output: 'raw' },
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
			by: 'week',
			period: 'between',
			fromDate: '2026-01-31T00:00:00',
			toDate: '2026-03-01',
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
	'one end of a period': {
		parameters: { type: 'units', output: 'raw', period: 'between', toDate: '2026-03-01' },
		sends: [{ ...sent, query: { type: 'units', to: '2026-03-01' } }],
		answer: report,
		gives: [report],
	},
	'the last so long': {
		parameters: {
			type: 'units',
			output: 'raw',
			period: 'last',
			periodAmount: '={{ "10" }}',
			periodUnit: 'year',
		},
		sends: [{ ...sent, query: { type: 'units', from: '10-year-ago' } }],
		answer: report,
		gives: [report],
	},
	'what is typed exactly, in every form, moments in UTC': {
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
	'nothing of a period that is not chosen': {
		parameters: {
			period: 'all',
			type: 'units',
			output: 'raw',
			fromDate: '2026-01-31',
			periodAmount: 3,
		},
		sends: [{ ...sent, query: { type: 'units' } }],
		answer: report,
		gives: [report],
	},
	'no interval where it cannot be chosen': {
		parameters: { period: 'all', type: 'traffic', output: 'raw', by: 'day' },
		sends: [{ ...sent, query: { type: 'traffic' } }],
		answer: report,
		gives: [report],
	},
	'and masks e-mail addresses in rows': {
		parameters: { period: 'all', type: 'churn' },
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
	'and masks e-mail addresses in the report itself': {
		parameters: { period: 'all', type: 'churn', output: 'raw' },
		sends: [{ ...sent, query: { type: 'churn' } }],
		answer: churn,
		gives: [{ ...churn, data: { left: { reasons: [{ user_email: 'a***@example.com' }] } } }],
	},
	'and masks nothing unasked': {
		parameters: { period: 'all', type: 'churn', output: 'raw', maskEmails: false },
		sends: [{ ...sent, query: { type: 'churn' } }],
		answer: churn,
		gives: [churn],
	},
	'and takes a bare array as the data of a report': {
		parameters: { period: 'all', type: 'units' },
		sends: [{ ...sent, query: { type: 'units' } }],
		answer: [{ units: '3' }],
		gives: [{ type: 'units', units: 3 }],
	},
});

itRefuses('analytics', 'getReport', [
	{
		names: 'Video',
		parameters: { type: 'video', video: chosen(TRIED) },
		good: 5,
		bad: badIds('customers'),
	},
	{
		names: 'Group By',
		parameters: { type: TRIED, video: chosen(5), by: 'day' },
		good: 'units',
		bad: ['traffic', 'income_statement', 'video.platforms'],
	},
	{
		names: 'Period',
		parameters: { type: 'units', period: TRIED },
		good: 'all',
		bad: ['', 'yesterday', 'constructor'],
	},
	{
		names: 'From Date',
		parameters: { type: 'units', period: 'between', fromDate: TRIED },
		good: '2026-01-31',
		bad: ['yesterday'],
	},
	{
		names: 'To Date',
		parameters: { type: 'units', period: 'between', toDate: TRIED },
		good: '2026-01-31',
		bad: ['yesterday'],
	},
	{
		names: 'Last',
		parameters: { type: 'units', period: 'last', periodAmount: TRIED, periodUnit: 'day' },
		good: 10,
		bad: ['', null, ' ', 0, 11, 1.5, -1, 'two'],
	},
	{
		names: 'Unit',
		parameters: { type: 'units', period: 'last', periodAmount: 1, periodUnit: TRIED },
		good: 'week',
		bad: ['', null, 'hour', 'days'],
	},
	{
		names: 'From',
		parameters: { type: 'units', period: 'exact', from: TRIED },
		good: '2026-01-31',
		bad: [
			'yesterday',
			'2026-13-01',
			'11-day-ago',
			'0-day-ago',
			'1-hour-ago',
			'2026-01-31T25:00:00Z',
		],
	},
	{
		names: 'To',
		parameters: { type: 'units', period: 'exact', to: TRIED },
		good: '1-year-ago',
		bad: ['soon'],
	},
	{
		names: 'Maximum Entries',
		parameters: { type: 'units', options: { perPage: TRIED } },
		good: 10,
		bad: [0, 1.5, 'ten'],
	},
]);
