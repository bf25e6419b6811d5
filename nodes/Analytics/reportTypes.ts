import type { INodePropertyOptions } from 'n8n-workflow';

/** The report of the reasons for leaving: the count of each, and the customers with their email addresses. */
export const CHURN = 'churn';

/** The reports (docs/developers/service.md, Analytics), as people choose them. */
export const REPORT_TYPES: INodePropertyOptions[] = [
	{ name: 'Churn', value: CHURN, description: 'Customers who paused or canceled, and why' },
	{
		name: 'Income Statement',
		value: 'income_statement',
		description: 'Revenue and expenses of each payout period, generated once a month',
	},
	{
		name: 'Subscribers',
		value: 'subscribers',
		description: 'New, lost and total paying and trial subscribers',
	},
	{
		name: 'Traffic',
		value: 'traffic',
		description: 'Visits on the web by device and browser, without the apps',
	},
	{
		name: 'Units',
		value: 'units',
		description: 'Rentals and purchases that were sold or redeemed',
	},
	{ name: 'Video', value: 'video', description: 'Plays and finishes of a video' },
	{
		name: 'Video by Country',
		value: 'video.geography',
		description: 'Plays of a video in each country',
	},
	{
		name: 'Video by Platform',
		value: 'video.platforms',
		description: 'Plays of a video on each platform',
	},
	{
		name: 'Video by Subtitles',
		value: 'video.subtitles',
		description: 'Plays of a video with each of its subtitles',
	},
];

export const VIDEO_TYPES = ['video', 'video.geography', 'video.platforms', 'video.subtitles'];

/** The rows of a report without breakdowns: all of them. */
export const ALL_ROWS = 'all';

/** One choice for all reports that have it: a field has each value once. */
const TOTALS: INodePropertyOptions = {
	name: 'Totals',
	value: 'totals',
	description: 'One row for the whole report or interval, and for churn one row for each reason',
};

const EVERYTHING: INodePropertyOptions = {
	name: 'All',
	value: ALL_ROWS,
	description: 'Totals and all breakdowns. Their columns differ.',
};

/** The kinds of rows in reports that have several: totals, and breakdowns by their names in the report. */
export const ROW_KINDS: Record<string, INodePropertyOptions[]> = {
	[CHURN]: [
		{
			name: 'Both',
			value: 'both',
			description: 'One table of totals and people, with the columns of both',
		},
		{ name: 'People', value: 'people', description: 'One row for each person who gave a reason' },
		TOTALS,
	],
	income_statement: [
		EVERYTHING,
		{
			name: 'Product Revenue',
			value: 'revenue_gross_products',
			description: 'One row for each product',
		},
		TOTALS,
	],
	traffic: [
		EVERYTHING,
		{ name: 'Categories', value: 'categories', description: 'One row for each kind of referrer' },
		{ name: 'Countries', value: 'geo', description: 'One row for each country' },
		{ name: 'Devices', value: 'devices', description: 'One row for each device' },
		{ name: 'Referrers', value: 'referrers', description: 'One row for each referrer' },
		TOTALS,
	],
	units: [
		EVERYTHING,
		{ name: 'Products', value: 'products', description: 'One row for each product' },
		TOTALS,
	],
};

/** Reports that sum up a whole period and have no time series. */
export const AGGREGATE_TYPES = ['income_statement', 'traffic', 'video.platforms'];
