import type { QueryOf } from './contract/index.mts';
import { hourMs, type CustomerRecord, type ProductRecord, type VideoRecord } from './records.mts';
import { repeated } from './table.mts';

type Query = QueryOf<'analytics.getReport'>;
type Interval = NonNullable<Query['by']>;
type Numbers = (name: string, upTo: number) => number;

/** Report times are Eastern Standard Time (docs/developers/service.md, Analytics). */
const estOffsetMs = 5 * hourMs;
const est = (ms: number): Date => new Date(ms - estOffsetMs);
const day = (ms: number): string => est(ms).toISOString().slice(0, 10);
const dateTime = (ms: number): string => est(ms).toISOString().slice(0, 19).replace('T', ' ');

/** Moves a date by a number of intervals, in the calendar. */
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

/** Returns a `from` or `to` in milliseconds. A relative date means midnight, as a date does. */
const momentOf = (text: string, now: number): number => {
	if (text === 'today') return midnight(now);
	const [, amount, unit = ''] = /^(\d+)-(\w+?)s?-ago$/.exec(text) ?? [];
	if (isInterval(unit)) return midnight(stepped(now, unit, -Number(amount)));
	return text.length === 10 ? Date.parse(text) + estOffsetMs : Date.parse(text);
};

/** Pseudo-random numbers, the same for the same seed and name. */
const numbersFor =
	(...seed: Array<string | number>): Numbers =>
	(name, upTo) => {
		let hash = 7;
		for (const letter of [...seed, name].join('|')) {
			hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
		}
		return hash % upTo;
	};

/** The records that reports are made of. */
interface ReportSource {
	now: number;
	accountCreatedAt: number;
	products: readonly ProductRecord[];
	lapsed: ReadonlyArray<Readonly<CustomerRecord>>;
	video: VideoRecord | undefined;
}

interface Sales {
	units: number;
	amount_cents: number;
}

const added = (parts: readonly Sales[]): Sales => ({
	units: parts.reduce((sum, { units }) => sum + units, 0),
	amount_cents: parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
});

/** Sums the units that were given away and those that were paid for. */
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
	const [free, paid] = [all.map((day) => day.fulfillment), all.map((day) => day.paid)];
	return { products: rows, ...totalsOf(added(free), added(paid)) };
};

const counts = (numbers: Numbers, names: readonly string[]) =>
	Object.fromEntries(names.map((name) => [name, numbers(name, 300)]));
const rates = (numbers: Numbers, names: readonly string[]) =>
	Object.fromEntries(names.map((name) => [name, numbers(`${name} rate`, 1000) / 1000]));

const subscribers = (_source: ReportSource, numbers: Numbers) => ({
	...counts(numbers, ['existing_paying_subscribers', 'existing_free_trials']),
	trend_metrics: rates(numbers, ['free_trial_conversion', 'churn']),
});

const periodCounts =
	'free_trial_created free_trial_churn free_trial_converted paying_created paying_churn paused_created paused_ended existing_paying total_paying existing_free_trials total_free_trials'.split(
		' ',
	);
const subscribersInPeriod = (_source: ReportSource, numbers: Numbers) => ({
	...counts(numbers, periodCounts),
	trend_metrics: {
		...rates(numbers, ['free_trial_conversion', 'subscriber_growth', 'churn']),
		free_trial_growth: null,
	},
});

const farewells = ['Back after the summer.', 'Too many services.', 'Waiting for new films.'];
const reasonOf = ({ id, email, name, updatedAt }: Readonly<CustomerRecord>, index: number) => ({
	message: repeated(farewells, index),
	customer_id: id,
	user_email: email,
	user_name: index % 3 === 2 ? null : name,
	occurred_at: `${dateTime(updatedAt)}.540535`,
});

/** The churn report. `per_page` counts the reasons of both kinds together. */
const churn = ({ lapsed }: ReportSource, numbers: Numbers, perPage: number) => {
	const shown = lapsed.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, perPage);
	const reasonsOf = (wanted: CustomerRecord['status']) =>
		shown.filter(({ status }) => status === wanted).map(reasonOf);
	return {
		pause_reasons: {
			reasons: reasonsOf('paused'),
			...counts(numbers, ['vacation', 'save_money', 'other', 'wait_content']),
		},
		cancellation_reasons: {
			reasons: reasonsOf('cancelled'),
			...counts(numbers, ['high_price', 'other']),
		},
		reasons_total: lapsed.length,
		reasons_count: shown.length,
	};
};

const change = (numbers: Numbers, name: string) => ({
	growth: numbers(`${name} growth`, 4) === 0 ? null : (numbers(name, 800) - 400) / 1000,
	amount_cents: numbers(`${name} amount`, 500_000),
});

const expenses = ['merchant_fees', 'share_fees', 'fixed_fees', 'coupons', 'total'];
const incomeStatement = ({ products }: ReportSource, numbers: Numbers) => {
	const rows = products.map(({ id, name }) => ({ title: name, ...change(numbers, String(id)) }));
	return {
		revenue: { gross: { products: rows, total: change(numbers, 'gross') } },
		expenses: Object.fromEntries(expenses.map((name) => [name, change(numbers, name)])),
		net: change(numbers, 'net'),
	};
};

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
	...rates(numbers, ['conversion']),
});

const traffic = (_source: ReportSource, numbers: Numbers, perPage: number) => {
	const visitsBy = (key: string, names: readonly string[]) =>
		names.map((name) => ({ [key]: name, visits: numbers(name, 40_000) }));
	return {
		geo: places.slice(0, perPage).map(({ name, short }) => ({
			country: { code: short, name },
			...visits(numbers, name),
		})),
		referrers: ['(direct)', 'search.example.com', 'news.example.com']
			.slice(0, perPage)
			.map((referrer) => ({ referrer, ...visits(numbers, referrer) })),
		devices: visitsBy('device', ['windows', 'macintosh', 'ios', 'android', 'other']),
		categories: visitsBy('category', ['direct', 'search', 'referral', 'social']),
		totals: visits(numbers, 'total'),
	};
};

/** The plays of a video; numbers of video reports are text. */
const plays = (numbers: Numbers, name: string) => ({
	plays: String(numbers(`${name} plays`, 900)),
	finishes: String(numbers(`${name} finishes`, 400)),
	seconds: String(numbers(`${name} seconds`, 900_000)),
});

const playsBy =
	(key: string, names: readonly string[], more: (index: number) => object = () => ({})): Content =>
	({ video }, numbers, perPage) =>
		names.slice(0, perPage).map((name, index) => ({
			video_id: String(video?.id),
			[key]: name,
			...plays(numbers, name),
			...more(index),
		}));

const platforms = ['Web', 'iPhone', 'iPad', 'Android', 'Roku', 'Apple TV', 'Other'];
const countries = places.map(({ name }) => name);
const byPlatform = playsBy('platform', platforms);
const byCountry = playsBy('country', countries, (index) => ({ country_code: places[index]?.code }));
const bySubtitle = playsBy('subtitle', ['None', 'English', 'Deutsch']);

type Content = (source: ReportSource, numbers: Numbers, perPage: number) => object | object[];
interface Shape {
	aggregate: Content;
	/** The row or rows of one interval, for a type with a time series. */
	row?: Content;
	/** The key of an interval's start. Default `timestamp`. */
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

/** Returns the starts of the intervals in a period. An hour starts on the hour, every other interval at midnight. */
const intervals = (from: number, to: number, by: Interval): number[] => {
	const starts: number[] = [];
	const first = by === 'hour' ? Math.floor(from / hourMs) * hourMs : midnight(from);
	for (let start = first; start <= to; start = stepped(first, by, starts.length)) {
		starts.push(start);
	}
	return starts;
};

/**
 * Makes a report in the shape of recorded responses (docs/developers/service.md, Analytics). Lists in it are cut at `per_page`.
 * Two requests on one day get the same numbers.
 */
export const createReport = (query: Query, source: ReportSource, href: string): object => {
	const { type, by, video_id, per_page = 50 } = query;
	const to = query.to === undefined ? source.now : momentOf(query.to, source.now);
	const from =
		query.from === undefined ? source.accountCreatedAt : momentOf(query.from, source.now);
	const { aggregate, row = aggregate, timestamp = 'timestamp' } = shapes[type];
	const rowsAt = (start: number): object[] => {
		const rows = row(source, numbersFor(type, video_id ?? 0, start), per_page);
		return [rows].flat().map((row) => ({ [timestamp]: dateTime(start), ...row }));
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
