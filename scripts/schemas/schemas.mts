import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';
import { z } from 'zod';

import { deleted, done, productPrices } from '../../service/contract/index.mts';
import { defined } from '../lib/defined.mts';
import { shapeOf, type OutputSchema } from './shape.mts';
import { operationSources, type OperationSource } from './operationFiles.mts';
import { simplified } from './simplified.mts';

/** Success, with the ids of what was acted on. */
const doneWith = (...ids: string[]) =>
	done.extend(Object.fromEntries(ids.map((id) => [id, z.int().optional()])));
const doneWithMember = doneWith('collectionId', 'videoId', 'collectionItemId', 'fileId');
const doneWithVideo = doneWith('customerId', 'videoId');

/** The simplified record that an operation gives by its own file and the contract; nothing where it gives no record. */
function recordGiven({ output, endpoint }: OperationSource): z.ZodObject | undefined {
	if (typeof output !== 'string' || endpoint === undefined) return undefined;
	return simplified(output, endpoint.item);
}

/** A simplified record, as the Get of its node gives it. */
const recordOf = (operation: string): z.ZodObject =>
	defined(
		operationSources.filter(({ name }) => name === operation).map(recordGiven)[0],
		`the record of ${operation}`,
	);
const video = recordOf('video.get');
const token = recordOf('pairingCode.get');

/** What comes before the rest of a customer, where the operation tells something itself. */
const { email, name, id, ...rest } = recordOf('customer.get').partial().shape;
const customerAfter = (told: z.ZodRawShape, details: z.ZodRawShape = {}) =>
	z.looseObject({ ...told, email, name, id, ...details, ...rest });

/** What was done, or would be, and of whom. */
const access = customerAfter({ outcome: z.string() });
const revocable = customerAfter(
	{ outcome: z.string() },
	{ revokedPlans: z.array(z.string()).optional(), changes: z.looseObject({}).optional() },
);

/** How something is paid. */
const payments = Object.keys(productPrices.valueType.shape);

/** What the operations give whose items are no records, or more than that. */
const ITEMS: Record<string, z.ZodType> = {
	// What a row has beside this differs from report to report, and is not documented.
	'analytics.getReport': z.looseObject({
		type: z.string(),
		by: z.string().optional(),
		from: z.string().optional(),
		to: z.string().optional(),
		timestamp: z.string().optional(),
		kind: z.string().optional(),
		breakdown: z.string().optional(),
	}),
	'collection.addItem': doneWithMember.extend({
		itemId: z.int().optional(),
		position: z.int().optional(),
		added: z.boolean().optional(),
	}),
	'collection.removeItem': doneWithMember,
	'collection.syncItems': z.looseObject({
		outcome: z.string(),
		id: z.int(),
		title: z.string().optional(),
		position: z.int().optional(),
	}),
	'collection.updatePosition': doneWith('collectionId'),
	'comment.report': z.looseObject({ id: z.int(), message: z.string() }),
	'customer.addToWatchlist': doneWithVideo,
	'customer.checkAccess': customerAfter({
		hasAccess: z.boolean(),
		plan: z.string().optional(),
		reason: z.string().optional(),
	}),
	'customer.createOrUpdate': access,
	'customer.grantAccess': access,
	'customer.removeFromWatchlist': doneWithVideo,
	'customer.revokeAccess': revocable,
	'customer.syncAccess': revocable.extend({ similarTo: z.string().optional() }),
	'pairingCode.waitUntilPaired': z
		.object({ outcome: z.string(), code: z.string().optional() })
		.extend(token.partial().shape)
		.loose(),
	'product.getPrices': z.looseObject({
		product_id: z.int(),
		product_name: z.string().optional(),
		currency: z.string(),
		...Object.fromEntries(payments.map((name) => [name, z.string().nullish()])),
		...Object.fromEntries(payments.map((name) => [`${name}_cents`, z.int().nullish()])),
	}),
	'video.delete': deleted,
	'video.waitUntilUploaded': z.object({ outcome: z.string() }).extend(video.shape).loose(),
};

/**
 * What n8n's editor shows of each operation before it has run: the shape of one item, simplified.
 *
 * @returns the schemas by `<node>.<operation>`
 */
export function outputSchemas(): Record<string, OutputSchema> {
	return Object.fromEntries(
		operationSources.map((source) => {
			const item = ITEMS[source.name] ?? recordGiven(source);
			if (item === undefined) {
				throw new Error(
					`Say in ITEMS of scripts/schemas/schemas.mts what ${source.name} gives: its file names no kind of record as its output, or the contract does not have what it asks`,
				);
			}
			return [source.name, shapeOf(item)];
		}),
	);
}

/** Where n8n looks for the schema of an operation, below `nodes/`: the 1 of the node is `v1.0.0`, its name the resource. */
export function fileOf(name: string): string {
	const [node = '', operation] = name.split('.');
	const directory = node.charAt(0).toUpperCase() + node.slice(1);
	return `${directory}/__schema__/v1.0.0/${node}/${operation}.json`;
}

/** The files as they are to be committed, by their paths below `nodes/`. */
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
