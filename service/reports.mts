import type { QueryOf } from './contract/index.mts';
import { repeated } from './pattern.mts';
import type { Customer, Product, Video } from './records.mts';

type Query = QueryOf<'analytics.getReport'>;
type Interval = NonNullable<Query['by']>;
type Numbers = (name: string, upTo: number) => number;

/** Report times are Eastern Standard Time (docs/service.md, Analytics). */
const hourMs = 3_600_000;
const estOffsetMs = 5 * hourMs;
const est = (ms: number): Date => new Date(ms - estOffsetMs);
const day = (ms: number): string => est(ms).toISOString().slice(0, 10);
const dateTime = (ms: number): string => est(ms).toISOString().slice(0, 19).replace('T', ' ');

/** Counts up one interval, in the calendar. */
const steps: Record<Interval, (date: Date, by: number) => void> = {
	hour: (date, by) => date.setUTCHours(date.getUTCHours() + by),
	day: (date, by) => date.setUTCDate(date.getUTCDate() + by),
	week: (date, by) => date.setUTCDate(date.getUTCDate() + 7 * by),
	month: (date, by) => date.setUTCMonth(date.getUTCMonth() + by),
	year: (date, by) => date.setUTCFullYear(date.getUTCFullYear() + by),
};

const stepped = (ms: number, interval: Interval, by: number): number => {
	const date = est(ms);
	steps[interval](date, by);
	return Number(date) + estOffsetMs;
};

const isInterval = (text: string): text is Interval => text in steps;

const midnight = (ms: number): number => Date.parse(day(ms)) + estOffsetMs;

/** A `from` or `to` as milliseconds; relative dates begin at midnight, like dates. */
const momentOf = (given: string, now: number): number => {
	if (given === 'today') return midnight(now);
	const [, amount, unit = ''] = /^(\d+)-(\w+?)s?-ago$/.exec(given) ?? [];
	if (isInterval(unit)) return midnight(stepped(now, unit, -Number(amount)));
	return given.length === 10 ? Date.parse(given) + estOffsetMs : Date.parse(given);
};

/** Believable numbers that are the same at every request. */
const numbersFor =
	(...seed: Array<string | number>): Numbers =>
	(name, upTo) => {
		let hash = 7;
		for (const letter of [...seed, name].join('|')) {
			hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
		}
		return hash % upTo;
	};

/** What reports are drawn from. */
export interface ReportSource {
	now: number;
	accountCreatedAt: number;
	products: readonly Product[];
	lapsed: ReadonlyArray<Readonly<Customer>>;
	video: Video | undefined;
}

interface Sales {
	units: number;
	amount_cents: number;
}

const added = (parts: readonly Sales[]): Sales => ({
	units: parts.reduce((sum, { units }) => sum + units, 0),
	amount_cents: parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
});

/** Of units that were given away, and of those that were paid. */
const totalsOf = (fulfillment: Sales, paid: Sales) => {
	const total = added([fulfillment, paid]);
	return { totals: { fulfillment, paid, total }, total_units: total.units };
};

const units = ({ products }: ReportSource, numbers: Numbers) => {
	const sold = products.filter(({ type }) => type !== 'subscription');
	const rows = sold.map(({ id, name, cents }) => {
		const paid = numbers(`${id} paid`, 160);
		const free = { units: numbers(`${id} free`, 40), amount_cents: 0 };
		const sales = totalsOf(free, { units: paid, amount_cents: paid * cents[0] });
		return { product_id: id, product_name: name, ...sales };
	});
	const all = rows.map(({ totals }) => totals);
	const [free, paid] = [all.map((one) => one.fulfillment), all.map((one) => one.paid)];
	return { products: rows, ...totalsOf(added(free), added(paid)) };
};

const rate = (numbers: Numbers, name: string): number => numbers(name, 1000) / 1000;

const subscribers = (_source: ReportSource, numbers: Numbers) => ({
	existing_paying_subscribers: 900 + numbers('paying', 300),
	existing_free_trials: numbers('trials', 90),
	trend_metrics: {
		free_trial_conversion: rate(numbers, 'conversion'),
		churn: rate(numbers, 'churn') / 5,
	},
});

const subscribersInPeriod = (_source: ReportSource, numbers: Numbers) => ({
	free_trial_created: numbers('trial created', 60),
	free_trial_churn: numbers('trial churn', 20),
	free_trial_converted: numbers('converted', 40),
	paying_created: numbers('created', 50),
	paying_churn: numbers('churned', 30),
	paused_created: numbers('paused', 9),
	paused_ended: numbers('resumed', 9),
	existing_paying: 900 + numbers('existing', 300),
	total_paying: 900 + numbers('total', 300),
	existing_free_trials: numbers('existing trials', 90),
	total_free_trials: numbers('total trials', 90),
	trend_metrics: {
		free_trial_conversion: rate(numbers, 'conversion'),
		subscriber_growth: rate(numbers, 'growth') / 5,
		free_trial_growth: null,
		churn: rate(numbers, 'churn') / 5,
	},
});

const farewells = ['Back after the summer.', 'Too many services.', 'Waiting for new films.'];
const reasonOf = ({ id, email, name, updatedAt }: Readonly<Customer>, index: number) => ({
	message: repeated(farewells, index),
	customer_id: id,
	user_email: email,
	user_name: index % 3 === 2 ? null : name,
	occurred_at: `${dateTime(updatedAt)}.540535`,
});

/** The reasons of both kinds together fill a page. */
const churn = ({ lapsed }: ReportSource, numbers: Numbers, perPage: number) => {
	const shown = lapsed.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, perPage);
	const reasonsOf = (wanted: Customer['status']) =>
		shown.filter(({ status }) => status === wanted).map(reasonOf);
	return {
		pause_reasons: {
			reasons: reasonsOf('paused'),
			vacation: numbers('vacation', 60),
			save_money: numbers('money', 200),
			other: numbers('other pause', 30),
			wait_content: numbers('wait', 100),
		},
		cancellation_reasons: {
			reasons: reasonsOf('cancelled'),
			high_price: numbers('price', 300),
			other: numbers('other cancel', 300),
		},
		reasons_total: lapsed.length,
		reasons_count: shown.length,
	};
};

const change = (numbers: Numbers, name: string, upTo: number) => ({
	growth: numbers(`${name} growth`, 4) === 0 ? null : (numbers(name, 800) - 400) / 1000,
	amount_cents: numbers(`${name} amount`, upTo),
});

const incomeStatement = ({ products }: ReportSource, numbers: Numbers) => ({
	revenue: {
		gross: {
			products: products.map(({ id, name }) => ({
				title: name,
				...change(numbers, `product ${id}`, 500_000),
			})),
			total: change(numbers, 'gross', 2_000_000),
		},
	},
	expenses: {
		merchant_fees: change(numbers, 'merchant', 50_000),
		share_fees: change(numbers, 'share', 9_000),
		fixed_fees: change(numbers, 'fixed', 100_000),
		coupons: change(numbers, 'coupons', 1),
		total: change(numbers, 'expenses', 160_000),
	},
	net: change(numbers, 'net', 1_500_000),
});

const places = [
	{ name: 'United States', short: 'us', code: 'USA' },
	{ name: 'Germany', short: 'de', code: 'DEU' },
	{ name: 'Portugal', short: 'pt', code: 'PRT' },
	{ name: 'New Zealand', short: 'nz', code: 'NZL' },
] as const;

const visits = (numbers: Numbers, name: string) => ({
	visits: numbers(`${name} visits`, 60_000),
	units: numbers(`${name} units`, 90),
	amount_cents: numbers(`${name} amount`, 90_000),
	conversion: rate(numbers, name),
});

const traffic = (_source: ReportSource, numbers: Numbers, perPage: number) => ({
	geo: places.slice(0, perPage).map(({ name, short }) => ({
		country: { code: short, name },
		...visits(numbers, name),
	})),
	referrers: ['(direct)', 'search.example.com', 'news.example.com']
		.slice(0, perPage)
		.map((referrer) => ({ referrer, ...visits(numbers, referrer) })),
	devices: ['windows', 'macintosh', 'ios', 'android', 'other'].map((device) => ({
		device,
		visits: numbers(device, 40_000),
	})),
	categories: ['direct', 'search', 'referral', 'social'].map((category) => ({
		category,
		visits: numbers(category, 50_000),
	})),
	totals: visits(numbers, 'total'),
});

/** Numbers of video reports are text. */
const plays = (numbers: Numbers, name: string) => ({
	plays: String(numbers(`${name} plays`, 900)),
	finishes: String(numbers(`${name} finishes`, 400)),
	seconds: String(numbers(`${name} seconds`, 900_000)),
});

const byPlatform = ({ video }: ReportSource, numbers: Numbers, perPage: number) =>
	['Web', 'iPhone', 'iPad', 'Android', 'Roku', 'Apple TV', 'Other']
		.slice(0, perPage)
		.map((platform) => ({ video_id: String(video?.id), ...plays(numbers, platform), platform }));
const byCountry = ({ video }: ReportSource, numbers: Numbers, perPage: number) =>
	places.slice(0, perPage).map(({ name, code }) => ({
		video_id: String(video?.id),
		country: name,
		...plays(numbers, name),
		country_code: code,
	}));
const bySubtitle = ({ video }: ReportSource, numbers: Numbers, perPage: number) =>
	['None', 'English', 'Deutsch'].slice(0, perPage).map((subtitle) => ({
		video_id: String(video?.id),
		subtitle,
		...plays(numbers, subtitle),
	}));

type Content = (source: ReportSource, numbers: Numbers, perPage: number) => object | object[];
interface Shape {
	aggregate: Content;
	/** The row, or rows, of one interval; undefined where there is no time series. */
	row?: Content;
	/** The name of the interval's time. */
	timestamp?: string;
}
const onVideo = { timestamp: 'interval_timestamp' };

const shapes: Record<Query['type'], Shape> = {
	traffic: { aggregate: traffic },
	income_statement: { aggregate: incomeStatement },
	units: { aggregate: units, row: units },
	subscribers: { aggregate: subscribers, row: subscribersInPeriod },
	churn: { aggregate: churn, row: churn },
	video: {
		aggregate: (_source, numbers) => [plays(numbers, 'all')],
		row: (_source, numbers) => plays(numbers, 'all'),
		...onVideo,
	},
	'video.platforms': { aggregate: byPlatform },
	'video.geography': { aggregate: byCountry, row: byCountry, ...onVideo },
	'video.subtitles': { aggregate: bySubtitle, row: bySubtitle, ...onVideo },
};

/** The starts of the intervals from one moment to another; an hour begins on the hour, all others at midnight. */
const intervals = (from: number, to: number, by: Interval): number[] => {
	const starts: number[] = [];
	const first = by === 'hour' ? Math.floor(from / hourMs) * hourMs : midnight(from);
	for (let start = first; start <= to; start = stepped(first, by, starts.length)) {
		starts.push(start);
	}
	return starts;
};

/**
 * A report, with the shapes that recorded answers of the service have: an aggregate is an object, or an
 * array for the video types; a time series is an array of intervals. Lists in it are cut at the page
 * size. Asked twice on a day, it tells the same.
 */
export const report = (query: Query, source: ReportSource, href: string): object => {
	const { type, by, video_id, per_page = 50 } = query;
	const to = query.to === undefined ? source.now : momentOf(query.to, source.now);
	const from =
		query.from === undefined ? source.accountCreatedAt : momentOf(query.from, source.now);
	const { aggregate, row = aggregate, timestamp = 'timestamp' } = shapes[type];
	const rowsAt = (start: number): object[] => {
		const rows = row(source, numbersFor(type, video_id ?? 0, start), per_page);
		return [rows].flat().map((one) => ({ [timestamp]: dateTime(start), ...one }));
	};
	const data =
		by === undefined
			? aggregate(source, numbersFor(type, video_id ?? 0, day(from), day(to)), per_page)
			: intervals(from, to, by).flatMap(rowsAt);
	return {
		_links: { self: { href } },
		to: day(to),
		from: day(from),
		...(by && { by }),
		...(video_id !== undefined && { type, video_id }),
		data,
		page: 1,
	};
};
