import { z } from 'zod';

import { type Schema, unwrap } from '../../service/contract/index.mts';
import { type RecordFields, type RecordKind, RECORDS } from '../../nodes/shared/output/records.ts';

const text = z.string().nullish();
const integer = z.int().nullish();
const position = z.int().optional();

/** What the contract cannot say: the parts of a record that it does not describe, and what code makes of one. */
const DESCRIBED_HERE: Partial<Record<RecordKind, z.ZodRawShape>> = {
	customer: { status: z.string().optional(), products: z.array(z.string()).nullish() },
	item: { id: z.int(), type: text, item_id: position, position },
	comment: { video_title: text, customer_id: integer, customer_name: text, customer_email: text },
	authorization: { token: text },
	browseRow: { id: integer },
	token: { access_token: text, refresh_token: z.string().optional() },
	pairingCode: { code: text, expires_in: integer },
};

const shapeOf = (schema: Schema | undefined): Record<string, Schema> => {
	const inner = schema && unwrap(schema);
	return inner instanceof z.ZodObject ? inner.shape : {};
};

/** What a way of names leads to in a record that was flattened: `links.items` is the address of that link. */
function schemaAt(record: Schema, way: string): Schema | undefined {
	const { _links: links, _embedded: embedded, ...fields } = shapeOf(record);
	if (way === 'href') return z.string().nullish();
	const [first = '', ...rest] = way.split('.');
	if (first === 'links') return shapeOf(shapeOf(links)[rest[0] ?? ''])['href'];
	const start = fields[first] ?? shapeOf(embedded)[first];
	return rest.reduce<Schema | undefined>((schema, name) => shapeOf(schema)[name], start);
}

const fieldsOf = (kind: RecordKind): RecordFields['fields'] => RECORDS[kind].fields;

/**
 * What stands in the simplified record of a kind, in its order. What the service leaves out of a record is left out
 * here too; what it calls blank is null.
 *
 * @param full the contract's schema of the record
 */
export function simplified(kind: RecordKind, full: Schema): z.ZodObject {
	const described = DESCRIBED_HERE[kind] ?? {};
	const fields = Object.entries(fieldsOf(kind)).map(([name, source]) => {
		const ways = typeof source === 'function' ? [] : [source].flat();
		const told = ways.map((way) => schemaAt(full, way)).find((schema) => schema !== undefined);
		const schema = described[name] ?? told;
		if (schema === undefined) {
			throw new Error(
				`The contract says nothing of "${name}" in ${kind} (nodes/shared/output/records.ts): add it to the schema of the record in service/contract/, or to DESCRIBED_HERE of scripts/schemas/simplified.mts`,
			);
		}
		return [name, schema] as const;
	});
	return z.looseObject(Object.fromEntries(fields));
}
