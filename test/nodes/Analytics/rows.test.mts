import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { withMaskedEmails } from '../../../nodes/Analytics/maskedEmails';
import { reportRows } from '../../../nodes/Analytics/rows';

const period = { from: '2026-01-01', to: '2026-03-31' };
const rowsOf = (asked: IDataObject, data: unknown, values: IDataObject = {}, wanted?: string) =>
	reportRows(
		{ _links: { self: { href: 'x' } }, ...period, ...values, data, page: 1 } as IDataObject,
		{ ...asked, per_page: 50 },
		wanted,
	);

/** Returns the expected row of an entry. */
const whole = (type: string, values: IDataObject) => ({ type, ...period, ...values });
/** Returns the expected row of a table inside an entry. */
const part = (type: string, breakdown: string, values: IDataObject) => ({
	...whole(type, values),
	breakdown,
});

describe('reportRows of an aggregate report', () => {
	it('returns the totals of units and a row for each product', () => {
		const totals = { paid: { units: 2, amount_cents: 1000 } };
		const data = {
			products: [{ product_id: 4, product_name: '1984', totals }],
			totals,
			total_units: 2,
		};
		const columns = { totals_paid_units: 2, totals_paid_amount_cents: 1000 };
		expect(rowsOf({ type: 'units' }, data)).toEqual([
			whole('units', { ...columns, total_units: 2 }),
			part('units', 'products', { product_id: 4, product_name: '1984', ...columns }),
		]);
	});

	describe('churn', () => {
		const person = { message: '42', customer_id: 7, user_email: 'ada@example.com' };
		const data = {
			pause_reasons: { reasons: [], vacation: 3 },
			cancellation_reasons: {
				reasons: [{ ...person, user_name: null, occurred_at: '2026-02-03 04:05:06.540535' }],
				high_price: 5,
			},
			reasons_total: 1,
			free_trial_growth: null,
		};
		const row = (breakdown: string, values: IDataObject) =>
			part('churn', breakdown, { ...values, reasons_total: 1 });
		const totals = [
			row('pause_reasons', { kind: 'total', reason: 'vacation', count: 3 }),
			row('cancellation_reasons', { kind: 'total', reason: 'high_price', count: 5 }),
		];
		const people = [
			row('cancellation_reasons', {
				kind: 'customer',
				...person,
				occurred_at: '2026-02-03T04:05:06.540535',
			}),
		];

		it('returns the totals by default', () => {
			expect(rowsOf({ type: 'churn' }, data, {}, 'totals')).toEqual(totals);
		});

		it('returns the people, without null values', () => {
			expect(rowsOf({ type: 'churn' }, data, {}, 'people')).toEqual(people);
		});

		it('returns both in the order of the report', () => {
			const both = rowsOf({ type: 'churn' }, data, {}, 'both');
			expect(both).toMatchObject([totals[0], people[0], totals[1]].map((row) => ({ ...row })));
			expect(both[0]).toMatchObject({ customer_id: null, user_email: '' });
			expect(both[1]).toMatchObject({ count: null, reason: '' });
		});

		it('returns an empty text for what a person has not told, never null', () => {
			const silent = { ...data, cancellation_reasons: { reasons: [person, { customer_id: 8 }] } };
			const rows = rowsOf({ type: 'churn' }, silent, {}, 'people');
			expect(rows[1]).toMatchObject({ customer_id: 8, message: '', user_email: '' });
			expect(rows.flatMap((row) => Object.values(row))).not.toContain(null);
		});

		it('returns the same columns for all rows of a kind', () => {
			for (const kinds of ['totals', 'people', 'both']) {
				const columns = rowsOf({ type: 'churn' }, data, {}, kinds).map((row) => Object.keys(row));
				expect(columns.length).toBeGreaterThan(0);
				expect(new Set(columns.map(String)).size).toBe(1);
			}
		});
	});

	it('returns no row for empty tables of churn', () => {
		const data = { pause_reasons: { reasons: [] }, cancellation_reasons: { reasons: [] } };
		expect(rowsOf({ type: 'churn' }, data, {}, 'totals')).toEqual([]);
	});

	it('returns the values and tables of churn in an undocumented shape', () => {
		expect(rowsOf({ type: 'churn' }, { customers: [{ id: 1 }], left: 1 })).toEqual([
			whole('churn', { left: 1 }),
			part('churn', 'customers', { id: 1 }),
		]);
		expect(rowsOf({ type: 'churn' }, { customers: [{ id: 1 }] }, {}, 'totals')).toEqual([
			part('churn', 'customers', { id: 1 }),
		]);
	});

	it('returns a row for each table inside income_statement', () => {
		const change = { growth: null, amount_cents: 100 };
		const gross = { products: [{ title: 'All access', ...change }] };
		expect(rowsOf({ type: 'income_statement' }, { revenue: { gross }, net: change })).toEqual([
			whole('income_statement', { net_growth: null, net_amount_cents: 100 }),
			part('income_statement', 'revenue_gross_products', { title: 'All access', ...change }),
		]);
	});

	it('returns numbers for numeric texts of video', () => {
		const data = [{ plays: '12', finishes: '-3', seconds: '1.50' }];
		const values = { type: 'video', video_id: 5 };
		expect(rowsOf({ type: 'video' }, data, values)).toEqual([
			whole('video', { video_id: 5, plays: 12, finishes: -3, seconds: 1.5 }),
		]);
	});

	it.each([
		['video.platforms', { platform: '360' }],
		['video.subtitles', { subtitle: '1' }],
	])('returns the names of %s as texts', (type, names) => {
		const data = [
			{ video_id: '5', ...names, plays: '1' },
			{ video_id: '5', ...names, plays: '2' },
		];
		expect(rowsOf({ type }, data, { type, video_id: 5 })).toEqual([
			whole(type, { video_id: 5, ...names, plays: 1 }),
			whole(type, { video_id: 5, ...names, plays: 2 }),
		]);
	});
});

describe('reportRows of a time series', () => {
	const at = (timestamp: string, row: IDataObject) => ({ ...row, by: 'month', timestamp });

	it.each(['units', 'churn'])('adds the time of the interval to the tables of %s', (type) => {
		const data = [
			{ timestamp: '2026-01-01 00:00:00', entries: [{ id: 1 }, { id: 2 }], total: 2 },
			{ timestamp: '2026-02-01 00:00:00', entries: [{ id: 3 }] },
		];
		expect(rowsOf({ type, by: 'month' }, data)).toEqual([
			at('2026-01-01', whole(type, { total: 2 })),
			at('2026-01-01', part(type, 'entries', { id: 1 })),
			at('2026-01-01', part(type, 'entries', { id: 2 })),
			at('2026-02-01', part(type, 'entries', { id: 3 })),
		]);
	});

	it('reads the time of video under its other name', () => {
		const data = [{ interval_timestamp: '2026-01-01 00:00:00', plays: '7' }];
		expect(rowsOf({ type: 'video', by: 'month' }, data)).toEqual([
			at('2026-01-01', whole('video', { plays: 7 })),
		]);
	});

	it('returns a row for an interval that contains its time only', () => {
		const data = [{ timestamp: '2026-01-01 00:00:00', products: [] }];
		expect(rowsOf({ type: 'units', by: 'month' }, data)).toEqual([
			at('2026-01-01', whole('units', {})),
		]);
	});
});

describe('a row of a report', () => {
	it('begins with its time and its texts, and ends with the period', () => {
		const data = [
			{ visits: 3, country: 'Iceland', timestamp: '2026-01-01 00:00:00', title: 'Tides' },
		];
		const [row = {}] = rowsOf({ type: 'video', by: 'day' }, data);
		const names = ['timestamp', 'country', 'title', 'visits', 'type', 'by', 'from', 'to'];
		expect(Object.keys(row)).toEqual(names);
	});

	it.each([
		['rate', 0.031_249_9, 0.031_249_9],
		['rate', '0.00004', 0.000_04],
		['rate', 0.000_04, 0.000_04],
		['growth', '1.23456', 1.234_56],
		['rate', '0.0000004', 0.000_000_4],
		['seconds', '1.50', 1.5],
		['totals_paid_units', '10.0', 10],
		['plays', '-3', -3],
		['plays', '123456789012345', 123_456_789_012_345],
		['plays', '9007199254740993', '9007199254740993'],
		['app_version', '18', '18'],
		['platform_version', '17.1', '17.1'],
		['anything', '17', '17'],
		['anything', '17.10', '17.10'],
		['country_code', '004', '004'],
		['coupon_code', '4711', '4711'],
		['plan_name', '365', '365'],
		['os', '11', '11'],
		['anything', '0.0000004', '0.0000004'],
		['rate', 0.000_000_4, 0.000_000_4],
	])('shows in column %s the value %j as %j', (name, cell, value) => {
		expect(rowsOf({ type: 'subscribers' }, { [name]: cell })).toMatchObject([{ [name]: value }]);
	});

	it.each(['day', 'hour'])('by the %s shows the period in days', (by) => {
		const values = { from: '2026-01-01 00:00:00', to: '2026-03-31 00:00:00' };
		expect(rowsOf({ type: 'video', by }, [{ plays: 1 }], values)).toEqual([
			{ ...whole('video', { plays: 1 }), by },
		]);
	});

	it('by the hour shows the hour, also at midnight', () => {
		const data = [{ timestamp: '2026-01-01 00:00:00' }, { timestamp: '2026-01-01 01:00:00' }];
		expect(rowsOf({ type: 'video', by: 'hour' }, data).map(({ timestamp }) => timestamp)).toEqual([
			'2026-01-01T00:00:00-05:00',
			'2026-01-01T01:00:00-05:00',
		]);
	});
});

describe('reportRows of a report in an undocumented shape', () => {
	it('returns the requested period when the response contains none', () => {
		const asked = { type: 'units', by: 'day', from: '7-day-ago', video_id: undefined };
		expect(reportRows({ data: [{ a: 1 }] }, asked)).toEqual([
			{ type: 'units', by: 'day', from: '7-day-ago', a: 1 },
		]);
	});

	it.each([
		['an object without data', { plays: '4' }, [{ plays: 4 }]],
		['texts', { data: ['a', 'b'] }, [{ value: 'a' }, { value: 'b' }]],
		['a number', { data: 5 }, [{ value: 5 }]],
		['null', { data: null }, []],
		['an empty list', { data: [] }, []],
		['an empty object', { data: {} }, []],
		['empty tables', { data: { products: [], countries: [] } }, []],
		['lists of lists', { data: { a: [[1], [2]] } }, [{ a: [[1], [2]] }]],
		[
			'a table in a table',
			{ data: { a: [{ b: [{ units: '1' }] }] } },
			[{ breakdown: 'a', b: [{ units: 1 }] }],
		],
		['a name that occurs twice', { data: { a_b: 1, a: { b: 2 } } }, [{ a_b: 1, a_b_2: 2 }]],
		[
			'a name that the row uses itself',
			{ data: { type: 'x', breakdown: 'y' } },
			[{ type_2: 'x', breakdown: 'y' }],
		],
		[
			'numeric texts that a number would change',
			{ data: { a: '007', b: '12345678901234567', c: '' } },
			[{ a: '007', b: '12345678901234567', c: '' }],
		],
		[
			'a name with a meaning in JavaScript',
			JSON.parse('{ "data": { "__proto__": 5 } }'),
			[JSON.parse('{ "__proto__": 5 }')],
		],
	])('handles %s', (_, report: IDataObject, rows: IDataObject[]) => {
		const expected = rows.map((row) => ({ type: 'units', ...row }));
		expect(reportRows(report, { type: 'units' })).toEqual(expected);
	});

	const names = 'a b a_b type by from timestamp breakdown data page _links'.split(' ');
	const { value } = fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ maxDepth: 5 },
			fc.constantFrom(null, true, 0, 1.5, 'text', 'other'),
			fc.array(tie('value'), { maxLength: 3 }),
			fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4 }),
		),
	}));
	const leaves = (tree: unknown): unknown[] =>
		typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(leaves) : [tree];

	it('loses no value of any report', () => {
		fc.assert(
			fc.property(fc.constantFrom('units', 'video'), value, (type, data) => {
				const kept = new Set(leaves(rowsOf({ type, by: 'day' }, data)));
				const wanted = data === null ? [] : leaves(data);
				expect(wanted.filter((leaf) => !kept.has(leaf))).toEqual([]);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe('a masked report', () => {
	it('contains no email address in any place, and is otherwise unchanged', () => {
		const record = {
			user_email: 'ada@example.com',
			message: 'Write to bob.b@mail.example.com or ring @ noon, <c@d.example.com>,e@f.example.com',
			nested: [{ user_email: 'é@example.com', plays: 3, none: null }, 'c@example.com'],
			'on behalf of': 'nobody',
		};
		expect(withMaskedEmails(record)).toEqual({
			user_email: 'a***@example.com',
			message:
				'Write to b***@mail.example.com or ring @ noon, <c***@d.example.com>,e***@f.example.com',
			nested: [{ user_email: 'é***@example.com', plays: 3, none: null }, 'c***@example.com'],
			'on behalf of': 'nobody',
		});
	});

	it.each([
		['ada%40x.test', 'a***%40x.test'],
		['?email=ada%40x.test&plan=free', '?***%40x.test&plan=free'],
		['ada@x.test@', 'a***@x.test@'],
		['ada@x.test@@', 'a***@x.test@@'],
		['@ada', '@ada'],
		['100%', '100%'],
		['a@', 'a@'],
	])('shows %s as %s', (text, masked) => {
		expect(withMaskedEmails({ text })).toEqual({ text: masked });
	});

	it('contains no address as a name, and keeps both values when two masked names are equal', () => {
		const record = { people: { 'ada@x.test': 1, 'abe@x.test': 2, bob: 3 } };
		expect(withMaskedEmails(record)).toEqual({
			people: { 'a***@x.test': 1, 'a***@x.test_2': 2, bob: 3 },
		});
	});
});
