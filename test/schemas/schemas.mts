import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';
import { z } from 'zod';

import {
	customer,
	done,
	endpoints,
	productPrices,
	text,
	token,
	video,
} from '../contract/index.mts';
import { rawShape, simplifiedShape, type OutputSchema } from './shape.mts';

/** The node of each resource of the contract. */
const NODES: Record<string, string> = {
	accessToken: 'accessToken',
	analytics: 'analytics',
	authorizations: 'authorization',
	browse: 'browse',
	collections: 'collection',
	comments: 'comment',
	customers: 'customer',
	liveEvents: 'liveEvent',
	pairingCode: 'pairingCode',
	products: 'product',
	videos: 'video',
};

const simplified = (item: z.ZodType): OutputSchema => simplifiedShape(rawShape(item));

/** Success, with the ids of what was acted on. */
const doneWith = (...ids: string[]) =>
	done.extend(Object.fromEntries(ids.map((id) => [id, z.int().optional()])));
const doneWithMember = doneWith('collectionId', 'videoId', 'collectionItemId', 'fileId');
const doneWithVideo = doneWith('customerId', 'videoId');

/** A customer, and what was done to give access. */
const customerWithAccess = customer.extend({
	outcome: z.string(),
	created: z.boolean(),
	granted: z.boolean(),
	updated: z.boolean(),
});

/** Operations whose items are not the records of the service. */
const OWN_ITEMS: Record<string, OutputSchema> = {
	// What a row has beside this differs from report to report, and is not shown in the spec.
	'analytics.getReport': rawShape(
		z.looseObject({
			type: z.string(),
			by: z.string().optional(),
			from: z.string().optional(),
			to: z.string().optional(),
			timestamp: z.string().optional(),
			breakdown: z.string().nullable(),
		}),
	),
	'collection.addItem': rawShape(
		doneWithMember.extend({
			itemId: z.int().optional(),
			position: z.int().optional(),
			added: z.boolean().optional(),
		}),
	),
	'collection.removeItem': rawShape(doneWithMember),
	'collection.updatePosition': rawShape(doneWith('collectionId')),
	'customer.addToWatchlist': rawShape(doneWithVideo),
	'customer.checkAccess': simplified(
		z.looseObject({ hasAccess: z.boolean(), plan: text, customer: customer.nullable() }),
	),
	'customer.createOrUpdate': simplified(customerWithAccess),
	'customer.grantAccess': simplified(customerWithAccess),
	'customer.removeFromWatchlist': rawShape(doneWithVideo),
	'customer.revokeAccess': simplified(
		customer.partial().extend({
			outcome: z.string(),
			revoked: z.boolean(),
			revokedPlans: z.array(z.string()),
		}),
	),
	'pairingCode.waitUntilPaired': simplified(
		token.partial().extend({ code: z.string().optional(), outcome: z.string() }),
	),
	'product.getPrices': rawShape(
		z.looseObject({ currency: z.string(), ...productPrices.valueType.shape }),
	),
	'video.waitUntilUploaded': simplified(video.extend({ outcome: z.string() })),
};

/** The aliases of the service are no operations of their own. */
const isOperation = ({ auth }: (typeof endpoints)[number]) => auth !== 'customerToken';

/** Beside every GET, what reads and is simplified unless a person turns that off. */
const READ_BY_POST = ['customers.findByBilling'];

/**
 * What n8n's editor shows of each operation before it has run: the shape of one item. Reads are
 * simplified; writes give what the service answers.
 *
 * @returns the schemas by `<node>.<operation>`
 */
export function outputSchemas(): Record<string, OutputSchema> {
	const fromContract = endpoints
		.filter(isOperation)
		.map(({ id, method, item }): [string, OutputSchema] => {
			const [resource, operation] = id.split('.');
			const isRead = method === 'GET' || READ_BY_POST.includes(id);
			const shape = isRead ? simplified(item) : rawShape(item);
			return [`${NODES[resource]}.${operation}`, shape];
		});
	return { ...Object.fromEntries(fromContract), ...OWN_ITEMS };
}

/** Where n8n looks for the schema of an operation, below `nodes/`: the 1 of the node is `v1.0.0`. */
export function fileOf(name: string): string {
	const [node, operation] = name.split('.');
	const directory = node.charAt(0).toUpperCase() + node.slice(1);
	return `${directory}/__schema__/v1.0.0/${operation}.json`;
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
