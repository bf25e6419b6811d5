// Any record in any output, beside a reference that flattens the whole record and then picks its fields by name.
import fc from 'fast-check';
import type { IDataObject, NodeParameterValueType } from 'n8n-workflow';
import { expect, it } from 'vitest';

import type * as ProjectionModule from '../../../../nodes/shared/output/projection';
import {
	type RecordKind,
	RECORDS,
	type Source,
	TEXT_FIELDS,
} from '../../../../nodes/shared/output/records';
import { asObject, isObject } from '../../../../nodes/shared/data/json';
import { isBlank } from '../../../../nodes/shared/values/listEntries';
import { built } from '../../../kit/built.mts';

const { projection } = built<typeof ProjectionModule>('shared/output/projection');

type Value = IDataObject[string];

const addressOf = (link: Value) => (isObject(link) && 'href' in link ? link.href : link);

function flatten(value: Value): Value {
	if (Array.isArray(value)) return value.map(flatten);
	if (!isObject(value)) return value;
	const { _links, _embedded, ...fields } = value;
	const { self, ...rest } = asObject(_links);
	const links = Object.entries(rest).map(([name, link]) => [name, addressOf(link)]);
	const flat = { ...fields, ...asObject(_embedded), ...fields };
	const addresses = {
		...(self !== undefined && { href: addressOf(self) }),
		...(links.length > 0 && { links: Object.fromEntries(links) as IDataObject }),
	};
	const all: IDataObject = { ...flat, ...addresses, ...fields };
	const names = Object.keys({ ...flat, ...addresses });
	return Object.fromEntries<Value>(names.map((name) => [name, flatten(all[name])]));
}

const valueAt = (record: Value, path: string) =>
	path
		.split('.')
		.reduce<Value>(
			(value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
			record,
		);

function simplify(full: IDataObject, kind: RecordKind): IDataObject {
	const entries = Object.entries<Source>(RECORDS[kind].fields).map(([name, source]) => {
		const values =
			typeof source === 'function'
				? [source(full)]
				: [source].flat().map((path) => valueAt(full, path));
		const present = values.filter((value) => value !== undefined);
		const value = present.find((value) => value !== null) ?? present[0];
		return [name, value === null && TEXT_FIELDS.includes(name) ? '' : value] as const;
	});
	return Object.fromEntries<Value>(
		entries.filter(([, value]) => value !== undefined && value !== null),
	);
}

function select(full: IDataObject, simplified: IDataObject, names: string[]): IDataObject {
	const whole = { ...full, ...simplified };
	const id = ['id', 'product_id'].find((name) => Object.hasOwn(whole, name));
	const kept: IDataObject = id === undefined ? {} : { [id]: whole[id] };
	for (const name of names) {
		const ownName = Object.keys(whole).find((key) => key.toLowerCase() === name.toLowerCase());
		const path = ownName === undefined ? name.split('.') : [ownName];
		const value = ownName === undefined ? valueAt(full, name) : whole[ownName];
		const last = path.pop() ?? '';
		if (value === undefined) continue;
		let inner = kept;
		for (const step of path) {
			const next = inner[step];
			const into = isObject(next) ? next : {};
			inner[step] = into;
			inner = into;
		}
		inner[last] = value;
	}
	return kept;
}

interface Asked {
	output: string;
	outputFields: string[];
	kind: RecordKind | undefined;
	known: IDataObject | undefined;
}

function reference(record: IDataObject, { output, outputFields, kind, known = {} }: Asked) {
	if (output === 'raw') return record;
	const full = asObject(flatten(record));
	for (const [name, value] of Object.entries(known)) {
		if (isBlank(full[name])) full[name] = value;
	}
	const simplified = kind ? simplify(full, kind) : full;
	if (output === 'selected') return select(full, simplified, outputFields);
	return output === 'full' ? full : simplified;
}

const name = fc.constantFrom(
	...['id', 'name', 'title', 'status', 'price', 'monthly', 'formatted', 'customer', 'products'],
	...['video', 'duration', 'seconds', 'thumbnail', 'medium', 'large', 'links', 'href', 'type'],
	...['product_id', 'price.monthly', 'player', 'html', 'item_id', 'source', 'live_event_page'],
);
const address = fc.constantFrom('https://svc.test/videos/5', '/collections/6/items', null, 'own');
const link = fc.oneof(address, fc.record({ href: address }), fc.constant({}));
const plain = fc.constantFrom(null, '', ' ', 0, 5, false, 'text', 'https://svc.test/videos/9');

/** A record of the service, with what may stand in its envelope at every depth. */
const { record } = fc.letrec<{ value: Value; record: IDataObject }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3 },
		plain,
		fc.array(tie('value') as fc.Arbitrary<object>, { maxLength: 3 }),
		tie('record'),
	),
	record: fc
		.record({
			fields: fc.dictionary(name, tie('value'), { maxKeys: 10 }),
			_links: fc.option(fc.dictionary(fc.oneof(fc.constant('self'), name), link, { maxKeys: 4 })),
			_embedded: fc.option(fc.dictionary(name, tie('value'), { maxKeys: 4 })),
		})
		.map(({ fields, ...envelope }) => ({ ...envelope, ...fields })),
}));

const asked: fc.Arbitrary<Asked> = fc.record({
	output: fc.constantFrom('simplified', 'full', 'raw', 'selected'),
	outputFields: fc.array(
		fc.oneof(
			name,
			name.map((part) => part.toUpperCase()),
			fc.constantFrom('price_monthly', 'links.source', 'customer_id', 'video.customer.id'),
		),
		{ minLength: 1, maxLength: 5 },
	),
	kind: fc.constantFrom(undefined, ...(Object.keys(RECORDS) as RecordKind[])),
	known: fc.option(fc.record({ status: fc.constantFrom('enabled', 'paused') }), {
		nil: undefined,
	}),
});

it('any record has the fields of its output, in their order, and is not changed itself', () => {
	fc.assert(
		fc.property(record, asked, (sent, { known, ...wanted }) => {
			const copy = structuredClone(sent);
			const getNodeParameter = (parameter: string, fallback: NodeParameterValueType) =>
				({ ...wanted })[parameter] ?? fallback;
			const project = projection({ getNodeParameter }, wanted.kind, known && (() => known));
			const expected = reference(copy, { known, ...wanted });
			expect(JSON.stringify(project(sent))).toBe(JSON.stringify(expected));
			expect(sent).toEqual(copy);
		}),
		{ numRuns: 250 },
	);
});
