import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';
import { z } from 'zod';

import { deleted, done, productPrices } from '../../service/contract/index.mts';
import { shapeOf, type OutputSchema } from './shape.mts';
import { simplified } from './simplified.mts';

/** Success, with the ids of what was acted on. */
const doneWith = (...ids: string[]) =>
	done.extend(Object.fromEntries(ids.map((id) => [id, z.int().optional()])));
const doneWithMember = doneWith('collectionId', 'videoId', 'collectionItemId', 'fileId');
const doneWithVideo = doneWith('customerId', 'videoId');

/** What comes before the rest of a customer, where the operation tells something itself. */
const { email, name, id, ...rest } = simplified.customer.partial().shape;
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

/** What each operation gives. */
const ITEMS: Record<string, z.ZodType> = {
	'accessToken.create': simplified.token,
	'accessToken.refresh': simplified.token,
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
	'authorization.create': simplified.authorization,
	'browse.getAll': simplified.browseRow,
	'collection.addItem': doneWithMember.extend({
		itemId: z.int().optional(),
		position: z.int().optional(),
		added: z.boolean().optional(),
	}),
	'collection.create': simplified.collection,
	'collection.get': simplified.collection,
	'collection.getAll': simplified.collection,
	'collection.getItems': simplified.item,
	'collection.removeItem': doneWithMember,
	'collection.update': simplified.collection,
	'collection.updateItemPosition': simplified.item,
	'collection.updatePosition': doneWith('collectionId'),
	'comment.create': simplified.comment,
	'comment.get': simplified.comment,
	'comment.getAll': simplified.comment,
	'comment.report': z.looseObject({ id: z.int(), message: z.string() }),
	'customer.addProduct': simplified.customer,
	'customer.addToWatchlist': doneWithVideo,
	'customer.checkAccess': customerAfter({ hasAccess: z.boolean(), plan: z.string().optional() }),
	'customer.create': simplified.customer,
	'customer.createOrUpdate': access,
	'customer.findByBilling': simplified.customer,
	'customer.get': simplified.customer,
	'customer.getAll': simplified.customer,
	'customer.getWatching': simplified.item,
	'customer.getWatchlist': simplified.item,
	'customer.grantAccess': access,
	'customer.removeFromWatchlist': doneWithVideo,
	'customer.removeProduct': simplified.customer,
	'customer.revokeAccess': revocable,
	'customer.syncAccess': revocable,
	'customer.update': simplified.customer,
	'liveEvent.get': simplified.liveEvent,
	'liveEvent.getAll': simplified.liveEvent,
	'pairingCode.create': simplified.pairingCode,
	'pairingCode.get': simplified.token,
	'pairingCode.waitUntilPaired': z
		.object({ outcome: z.string(), code: z.string().optional() })
		.extend(simplified.token.partial().shape)
		.loose(),
	'product.get': simplified.product,
	'product.getAll': simplified.product,
	'product.getPrices': z.looseObject({
		product_id: z.int(),
		product_name: z.string().optional(),
		currency: z.string(),
		...Object.fromEntries(payments.map((name) => [name, z.string().nullish()])),
		...Object.fromEntries(payments.map((name) => [`${name}_cents`, z.int().nullish()])),
	}),
	'video.create': simplified.video,
	'video.delete': deleted,
	'video.get': simplified.video,
	'video.getAll': simplified.video,
	'video.getFiles': simplified.file,
	'video.update': simplified.video,
	'video.waitUntilUploaded': z
		.object({ outcome: z.string() })
		.extend(simplified.video.shape)
		.loose(),
};

/**
 * What n8n's editor shows of each operation before it has run: the shape of one item, simplified.
 *
 * @returns the schemas by `<node>.<operation>`
 */
export function outputSchemas(): Record<string, OutputSchema> {
	return Object.fromEntries(Object.entries(ITEMS).map(([name, item]) => [name, shapeOf(item)]));
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
