import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';
import { z } from 'zod';

import { CUSTOMER_STATUSES } from '../../nodes/shared/customers/customerStatuses.ts';
import { deleted, done, productPrices } from '../../service/contract/index.mts';
import { defined } from '../lib/defined.mts';
import { fileOf } from './files.mts';
import { shapeOf, type OutputSchema } from './shape.mts';
import { operationSources, type OperationSource } from './operationFiles.mts';
import { simplified } from './simplified.mts';

/** Success, with the IDs of the affected records. */
const doneWith = (...ids: string[]) =>
	done.extend(Object.fromEntries(ids.map((id) => [id, z.int().optional()])));
const doneWithMember = doneWith('collection_id', 'video_id', 'collection_item_id', 'file_id');
const doneWithVideo = doneWith('customer_id', 'video_id');

/** Returns the simplified record that an operation outputs, if it outputs one record of the contract. */
function recordGiven({ name, output, endpoint }: OperationSource): z.ZodObject | undefined {
	if (typeof output !== 'string' || endpoint === undefined) return undefined;
	return simplified(output, endpoint.item, name);
}

/** Returns the item of a write whose response has no record. */
const itemWithoutRecord = ({ endpoint }: OperationSource): z.ZodObject | undefined =>
	[done, deleted].find((item) => item === endpoint?.item);

/** Returns the simplified record of an operation that must output one. */
const recordOf = (operation: string): z.ZodObject =>
	defined(
		operationSources.filter(({ name }) => name === operation).map(recordGiven)[0],
		`the record of ${operation}`,
	);
const video = recordOf('video.get');
const token = recordOf('pairingCode.get');

/** A customer after the operation's own fields; `details` come after the customer's ID. Only the own record has products. */
const { email, name, id, ...rest } = recordOf('customer.get')
	.partial()
	.omit({ products: true }).shape;
const customerAfter = (added: z.ZodRawShape, details: z.ZodRawShape = {}) =>
	z.looseObject({ ...added, email, name, id, ...details, ...rest });

/** A row of an operation that grants or revokes access: the outcome first, then who and what it is about. */
const accessRow = (outcomeFields: z.ZodRawShape, details: z.ZodRawShape = {}) =>
	customerAfter(
		{ outcome: z.string(), ...outcomeFields },
		{
			product_name: z.string().optional(),
			plan: z.string().optional(),
			...details,
			stopped: z.string().optional(),
		},
	);
const reason = z.string().optional();
const changes = z.looseObject({}).optional();

/** The kinds of payment in a price. */
const payments = Object.keys(productPrices.valueType.shape);

const count = z.looseObject({ count: z.int() });

/** Items that are not just a record of the contract. */
const ITEMS: Record<string, z.ZodType> = {
	// The other fields of a row differ from report to report and are not documented.
	'analytics.getReport': z.looseObject({
		type: z.string(),
		by: z.string().optional(),
		from: z.string().optional(),
		to: z.string().optional(),
		timestamp: z.string().optional(),
		kind: z.string().optional(),
		breakdown: z.string().optional(),
	}),
	'collection.addItem': doneWithMember,
	'collection.count': count,
	'collection.removeItem': doneWithMember,
	'collection.syncItems': z.looseObject({
		outcome: z.string(),
		id: z.int(),
		title: z.string().optional(),
		position: z.int().optional(),
	}),
	'collection.updatePosition': doneWith('collection_id'),
	'comment.count': count,
	'comment.report': z.looseObject({ id: z.int(), message: z.string() }),
	'customer.addToWatchlist': doneWithVideo,
	'customer.checkAccess': customerAfter({
		hasAccess: z.boolean(),
		plan: z.string().optional(),
		reason: z.string().optional(),
	}),
	'customer.count': count.extend(
		Object.fromEntries(CUSTOMER_STATUSES.map((each) => [each, z.int().optional()])),
	),
	'customer.createOrUpdate': accessRow({}, { changes }),
	'customer.grantAccess': accessRow({}),
	'customer.removeFromWatchlist': doneWithVideo,
	'customer.revokeAccess': accessRow({ reason }),
	'customer.syncAccess': accessRow({}, { similarTo: z.string().optional() }),
	'liveEvent.count': count,
	'pairingCode.waitUntilPaired': z
		.object({ outcome: z.string(), code: z.string().optional() })
		.extend(token.partial().shape)
		.loose(),
	'product.count': count,
	'product.getPrices': z.looseObject({
		product_id: z.int(),
		product_name: z.string().optional(),
		currency: z.string(),
		...Object.fromEntries(payments.map((name) => [name, z.string().nullish()])),
		...Object.fromEntries(payments.map((name) => [`${name}_cents`, z.int().nullish()])),
	}),
	'video.count': count,
	'video.delete': deleted,
	'video.waitUntilUploaded': z.object({ outcome: z.string() }).extend(video.shape).loose(),
};

/** Returns the schema of one simplified item for each `<node>.<operation>`. */
export function outputSchemas(): Record<string, OutputSchema> {
	return Object.fromEntries(
		operationSources.map((source) => {
			if (source.endpoint === undefined && !(source.name in ITEMS)) {
				const { method, url } = source.option.routing?.request ?? {};
				throw new Error(`The contract has no endpoint for ${source.name}: ${method} ${url}`);
			}
			const item = ITEMS[source.name] ?? recordGiven(source) ?? itemWithoutRecord(source);
			if (item === undefined) {
				throw new Error(
					`${source.name} has no record: export its kind as \`output\` from its file, or say in ITEMS of scripts/schemas/schemas.mts what it returns`,
				);
			}
			return [source.name, shapeOf(item)];
		}),
	);
}

/** Returns the formatted schemas by their paths below `nodes/`. */
export async function schemaFiles(): Promise<Record<string, string>> {
	const style = await resolveConfig(fileURLToPath(import.meta.url));
	const files = Object.entries(outputSchemas()).map(
		async ([name, schema]): Promise<[string, string]> => {
			const text = await format(JSON.stringify(schema), { ...style, parser: 'json' });
			return [fileOf(name), text];
		},
	);
	return Object.fromEntries(await Promise.all(files));
}
