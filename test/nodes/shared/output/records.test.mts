import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import {
	type RecordFields,
	type RecordKind,
	RECORDS,
	TEXT_FIELDS,
} from '../../../../nodes/shared/output/records';
import { fieldNames, simplifyRecord } from '../../../../nodes/shared/output/simplify';
import * as contract from '../../../../service/contract/index.mts';
import { asObject } from '../../../../nodes/shared/data/json';

const KINDS: Partial<Record<RecordKind, z.ZodType>> = {
	collection: contract.collection,
	comment: contract.comment,
	customer: contract.customer,
	item: contract.collectionItem,
	liveEvent: contract.liveEvent,
	product: contract.product,
	video: contract.video,
};

/** Returns the dotted paths of the fields in a schema, without the HAL envelope. */
function namesIn(schema: unknown, above = ''): string[] {
	const { anyOf = [], properties } = asObject(schema) as { anyOf?: unknown[]; properties?: object };
	const own = Object.entries(properties ?? {}).flatMap(([name, inner]) => {
		if (name === '_embedded') return namesIn(inner);
		if (name === '_links') return namesIn(inner, 'links.');
		return [`${above}${name}`, ...namesIn(inner, `${above}${name}.`)];
	});
	return [...own, ...anyOf.flatMap((part) => namesIn(part, above))];
}

describe('the fields that a simplified record leaves out', () => {
	it.each(Object.entries(KINDS))('of a %s are in the full record', (kind, schema) => {
		const documented = namesIn(z.toJSONSchema(schema, { unrepresentable: 'any' }));
		const { simplified, otherFields } = fieldNames(kind as RecordKind);
		expect(otherFields.filter((name) => !documented.includes(name))).toEqual([]);
		expect(otherFields.filter((name) => simplified.includes(name))).toEqual([]);
	});
});

/** Returns the words of a name or of a dotted path. */
const wordsOf = (path: string) => path.split(/[._]/);

const read = Object.entries<RecordFields>(RECORDS).flatMap(([kind, { fields }]) =>
	Object.entries(fields).flatMap(([name, source]) =>
		typeof source === 'function' ? [] : [{ kind, name, path: [source].flat()[0] ?? '' }],
	),
);

it.each(read)('$kind: $name is read first from a field that has all of its words', (field) => {
	expect(wordsOf(field.path)).toEqual(expect.arrayContaining(wordsOf(field.name)));
});

it('a text that may be blank is a field of a simplified record', () => {
	expect(read.map(({ name }) => name)).toEqual(expect.arrayContaining(TEXT_FIELDS));
});

describe('a simplified record', () => {
	it.each(Object.keys(RECORDS))('of a %s has at most ten fields', (kind) => {
		expect(fieldNames(kind as RecordKind).simplified.length).toBeLessThanOrEqual(10);
	});

	it('leaves out fields that the response does not have', () => {
		expect(simplifyRecord({ id: 5, email: 'ada@example.com' }, 'customer')).toEqual({
			id: 5,
			email: 'ada@example.com',
		});
	});

	it('has an empty text for a blank one, no other null, and a list that is known to be empty', () => {
		const record = { id: 5, name: null, created_at: null, products: [] };
		expect(simplifyRecord(record, 'customer')).toEqual({ id: 5, name: '', products: [] });
		expect(simplifyRecord({ video: { title: null } }, 'comment')).toEqual({ video_title: '' });
		expect(simplifyRecord({ description: null }, 'video')).toEqual({ description: '' });
	});

	it('is flat when the full record is nested', () => {
		const price = { monthly: { formatted: '$9', cents: 900 }, yearly: { formatted: '$90' } };
		expect(simplifyRecord({ price, duration: { seconds: 5 } }, 'product')).toEqual({
			price_monthly: '$9',
			price_yearly: '$90',
		});
		expect(simplifyRecord({ duration: { seconds: 5 } }, 'video')).toEqual({ duration_seconds: 5 });
	});

	it('of a product without a price, such as a rental, has the same columns as that of another', () => {
		const blank = { price_monthly: '', price_yearly: '' };
		expect(simplifyRecord({ price: {} }, 'product')).toEqual(blank);
		expect(simplifyRecord({ price: { monthly: { formatted: null } } }, 'product')).toEqual(blank);
		expect(simplifyRecord({ id: 5 }, 'product')).toEqual({ id: 5 });
	});

	it('has the value of the first source that has one', () => {
		expect(simplifyRecord({ title: null, name: 'Tides' }, 'item')).toEqual({ title: 'Tides' });
	});

	it('has the medium thumbnail, or else the largest one that there is', () => {
		const thumbnail = { small: 's', source: 'o', medium: 'm', large: 'l' };
		const shown = (sizes: IDataObject) => simplifyRecord({ thumbnail: sizes }, 'video').thumbnail;
		expect(shown(thumbnail)).toBe('m');
		expect(shown({ ...thumbnail, medium: null })).toBe('l');
		expect(shown({ small: 's' })).toBe('s');
	});

	it('has the names of embedded records, or else their IDs', () => {
		const products = [{ id: 1, name: 'All Access' }, { id: 2 }, 'text'];
		expect(simplifyRecord({ products }, 'customer')).toEqual({ products: ['All Access', 2] });
	});

	it.each([
		[{ type: 'season', href: '/collections/5' }, 'season'],
		[{ href: 'https://svc.test/api/videos/51' }, 'video'],
		[{ href: '/live_events/7?product=1' }, 'live_event'],
		[{ href: '/videos/51/files' }, 'video'],
		[{ href: '/videos/new' }, undefined],
		[{ href: null }, undefined],
		[{ href: ['/videos/5'] }, undefined],
	])('of the item %j in a collection has the type %s', (item, type) => {
		expect(simplifyRecord(item, 'item').type).toBe(type);
	});

	it.each([
		[{ id: 7, href: 'https://svc.test/api/customers/8' }, 7],
		[{ href: 'https://svc.test/api/customers/8' }, 8],
		[{ name: 'Ada' }, undefined],
		[null, undefined],
	])('of a comment with the customer %j has the customer ID %s', (customer, id) => {
		expect(simplifyRecord({ customer }, 'comment').customer_id).toBe(id);
	});

	it.each([
		['https://svc.test/api/collections/52', 52],
		['/collections/52/?product=1', 52],
		['/collections/new', undefined],
		[null, undefined],
		[['/collections/52'], undefined],
	])('of the browse row with the href %j has the id %s', (href, id) => {
		expect(simplifyRecord({ href }, 'browseRow').id).toBe(id);
	});
});
