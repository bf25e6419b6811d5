import { z } from 'zod';

import { integer, type Schema, text, unwrap } from '../../service/contract/index.mts';
import { type RecordFields, type RecordKind, RECORDS } from '../../nodes/shared/output/records.ts';

const position = z.int().optional();

/** Fields that code computes, or that the contract does not describe. */
const DESCRIBED_HERE: Partial<Record<RecordKind, z.ZodRawShape>> = {
	customer: { status: z.string().optional(), products: z.array(z.string()).nullish() },
	product: { price_monthly: text, price_yearly: text },
	item: { id: z.int(), type: text, item_id: position, position },
	comment: { video_title: text, customer_id: integer, customer_name: text, customer_email: text },
	authorization: { token: text },
	browseRow: { id: integer },
	token: { access_token: text, refresh_token: z.string().optional() },
	pairingCode: { code: text, expires_in: integer },
};

export const fieldsOf = (schema: Schema | undefined): Record<string, Schema> => {
	const inner = schema && unwrap(schema);
	return inner instanceof z.ZodObject ? inner.shape : {};
};

/** Finds the schema at a dotted path into the flattened record: `links.items` is the address of that link. */
function schemaAt(record: Schema, path: string): Schema | undefined {
	const { _links: links, _embedded: embedded, ...fields } = fieldsOf(record);
	if (path === 'href') return z.string().nullish();
	const [first = '', ...rest] = path.split('.');
	if (first === 'links') return fieldsOf(fieldsOf(links)[rest[0] ?? ''])['href'];
	const start = fields[first] ?? fieldsOf(embedded)[first];
	return rest.reduce<Schema | undefined>((schema, name) => fieldsOf(schema)[name], start);
}

/**
 * Returns the schema of a simplified record. Fields that the service omits are omitted; a blank one is an empty text
 * or omitted.
 * @param full the contract's schema of the record
 * @param of what outputs the record, for the error
 */
export function simplified(kind: RecordKind, full: Schema, of: string): z.ZodObject {
	const described = DESCRIBED_HERE[kind] ?? {};
	const fields = Object.entries<RecordFields['fields'][string]>(RECORDS[kind].fields).map(
		([name, source]) => {
			const paths = typeof source === 'function' ? [] : [source].flat();
			const found = paths.map((path) => schemaAt(full, path)).find((found) => found !== undefined);
			const schema = described[name] ?? found;
			if (schema === undefined) {
				throw new Error(
					`${of} outputs ${kind}, but the contract has no "${name}" in its record. Correct the \`output\` of its file, the fields of ${kind} in nodes/shared/output/records.ts, or the record in service/contract/. A field that code computes belongs to DESCRIBED_HERE of scripts/schemas/simplified.mts`,
				);
			}
			const isBlankable = z.safeParse(schema, null).success;
			return [name, isBlankable ? z.optional(unwrap(schema)) : schema] as const;
		},
	);
	return z.looseObject(Object.fromEntries(fields));
}
