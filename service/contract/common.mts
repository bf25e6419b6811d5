import { z } from 'zod';

import { plans, relativeDateUnits } from './values.mts';

/** The kinds of records, as in their addresses: `{base_url}/<kind>/<id>`. */
export const kinds = [
	'products',
	'customers',
	'videos',
	'collections',
	'live_events',
	'comments',
	'files',
] as const;
export type Kind = (typeof kinds)[number];

/**
 * The schemas that refer to a record. `own` marks an argument that repeats what the path already names.
 */
export const references = z.registry<{ kind: Kind; own: boolean }>();

/** The values of schemas for comma separated text. */
export const textValues = z.registry<{ values: readonly string[] }>();

const addressOf = (kind: Kind) =>
	z
		.string()
		.regex(new RegExp(`^https?://[^?#\\s]+/${kind}/\\d+$`), `must be an address of ${kind}`);
const idText = () => z.string().regex(/^\d+$/, 'must be an id');

/** The full address of another record, `{base_url}/<kind>/<id>`. */
export const href = (kind: Kind) => addressOf(kind).register(references, { kind, own: false });
/** The address of the record that the path names; documented as an argument. */
export const ownHref = (kind: Kind) =>
	addressOf(kind).register(references, { kind, own: true }).optional();
/** The id of the record that the path names; documented as an argument. */
export const ownId = (kind: Kind) => idText().register(references, { kind, own: true }).optional();
/** An address or an id (docs/developers/service.md, Live events). */
export const hrefOrId = (kind: Kind) =>
	z.union([addressOf(kind), idText()]).register(references, { kind, own: false });
/** An id as text (docs/developers/service.md, Collections). */
export const textId = (kind: Kind) => idText().register(references, { kind, own: false });
/** An integer id in a JSON body. */
export const integerId = (kind: Kind) => z.int().min(1).register(references, { kind, own: false });

/** `YYYY-MM-DDTHH:MM:SSZ`, UTC. */
export const timestampText = z.iso.datetime({
	precision: 0,
	error: 'must be a moment that exists, as YYYY-MM-DDTHH:MM:SSZ',
});
/** `YYYY-MM-DD`. */
export const dateText = z.iso.date({ error: 'must be a day that exists, as YYYY-MM-DD' });
/**
 * `<n>-<interval>-ago`, n from 1 to 10, also in the plural, or `today` (docs/developers/service.md, Analytics).
 */
const relativeDate = z
	.string()
	.regex(
		new RegExp(`^(?:today|(?:[1-9]|10)-(?:${relativeDateUnits.join('|')})s?-ago)$`),
		'must be today, or <1 to 10>-<day, week, month or year>-ago',
	);
export const reportDate = z.union([dateText, timestampText, relativeDate], {
	error: 'must be YYYY-MM-DD, YYYY-MM-DDTHH:MM:SSZ, today or <1 to 10>-<day|week|month|year>-ago',
});

export const countryCode = z.string().regex(/^[A-Za-z]{2}$/, 'must be a two letter country code');
/** Comma separated country codes; empty means none. */
export const countryCodes = z
	.string()
	.regex(/^(?:[A-Za-z]{2}(?:,[A-Za-z]{2})*)?$/, 'must be comma separated two letter country codes');

/** Text of comma separated values from a set; empty means none. */
export const commaSeparatedText = (values: readonly string[]) =>
	z
		.string()
		.refine(
			(text) => text === '' || text.split(',').every((value) => values.includes(value)),
			`must be a comma separated list of ${values.join(', ')}`,
		)
		.register(textValues, { values });
/** Text `true` or `false`, where a switch is documented as a string. */
export const booleanText = z.enum(['true', 'false']);
/** Integer switch, 1 or 0. */
export const switchInteger = z.literal([0, 1]);
export const planList = z.array(z.enum(plans));
/** The address of a file that the service fetches, such as a picture. */
export const webAddress = z.url({ protocol: /^https?$/, error: 'must be a URL' });

const imagePrefix = 'image_url:';
const metadataText = z
	.string()
	.refine(
		(text) =>
			!text.startsWith(imagePrefix) || webAddress.safeParse(text.slice(imagePrefix.length)).success,
		`must have a URL after ${imagePrefix}`,
	);
const metadataValue = z.union([metadataText, z.int(), z.array(z.union([z.string(), z.int()]))], {
	error: 'must be a string, an integer, an array, or image_url: and a URL',
});
/** Metadata in a request, without reserved keys. An image is a string with the prefix `image_url:`. */
export const metadataInput = (reserved: readonly string[]) =>
	z.record(
		z.string().refine((key) => !reserved.includes(key), 'is a reserved metadata key'),
		metadataValue,
	);

const integerFromText = (value: unknown) =>
	typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
const booleanFromText = (value: unknown) =>
	value === 'true' ? true : value === 'false' ? false : value;
const listFromText = (value: unknown) => (typeof value === 'string' ? value.split(',') : value);

/** Query values are text. */
export const queryInteger = z.preprocess(integerFromText, z.int());
export const queryCount = z.preprocess(integerFromText, z.int().min(1));
export const queryBoolean = z.preprocess(booleanFromText, z.boolean());
export const querySwitch = z.preprocess(integerFromText, switchInteger);
export const queryId = (kind: Kind) => z.preprocess(integerFromText, integerId(kind));
/** Several values: comma separated, or an array. */
export const queryList = <const Values extends readonly [string, ...string[]]>(values: Values) =>
	z.preprocess(listFromText, z.array(z.enum(values)).min(1));

/** The two parameters of every paginated list (docs/developers/service.md, Lists). */
export const paging = { page: queryCount.optional(), per_page: queryCount.optional() };

/**
 * Headers of a request on behalf of a customer, in lower case and without the prefix that stands for the service's
 * name (docs/developers/service.md, API key).
 */
export const onBehalfHeaders = z.strictObject({
	customer: href('customers').optional(),
	'client-ip': z.union([z.ipv4(), z.ipv6()]).optional(),
});

// Fields of responses. Blank fields are null and example bodies vary, so nearly nothing is required.
export const text = z.string().nullish();
export const integer = z.int().nullish();
export const flag = z.boolean().nullish();
export const texts = z.array(z.string()).nullish();
export const link = z.looseObject({ href: text }).nullish();
/** The `self` of a live event is text (docs/developers/service.md, Live events). */
export const linkOrText = z.union([z.string(), link]);
export const object = z.looseObject({}).nullish();
export const times = { created_at: text, updated_at: text };
export const thumbnail = z
	.looseObject({ small: text, medium: text, large: text, source: text, blurred: text })
	.partial()
	.nullish();
export const metadata = z.record(z.string(), z.unknown()).nullish();

/** The item of an operation whose response has no body. */
export const done = z.looseObject({ success: z.literal(true) });
export const deleted = z.looseObject({ deleted: z.literal(true), id: z.int() });

/** The body of a failure, except under /oauth. */
export const errorBody = z.looseObject({
	message: z.string(),
	documentation_url: z.string().nullish(),
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** `service`: API key or client token; `customerToken`: a customer's own token; `none`: /oauth. */
type Auth = 'service' | 'customerToken' | 'none';

export interface EndpointOf<
	Id extends string,
	Query extends z.ZodObject,
	Body extends z.ZodObject,
> {
	/** `<resource>.<operation>`, the operation named as in n8n. */
	id: Id;
	method: Method;
	/** Relative to `{base_url}`, with parameters as `:name`. */
	path: string;
	auth: Auth;
	query: Query;
	body: Body;
	/** One item of the operation, before it is simplified. */
	item: z.ZodType;
}

const nothing = z.strictObject({});
type Nothing = typeof nothing;

type Given<Query extends z.ZodObject, Body extends z.ZodObject> = Partial<
	Pick<EndpointOf<string, Query, Body>, 'auth' | 'query' | 'body'>
> & { item: z.ZodType };

/**
 * Defines an endpoint. By default `auth` is `service`, and `query` and `body` take no parameters.
 */
export function endpoint<
	const Id extends string,
	Query extends z.ZodObject = Nothing,
	Body extends z.ZodObject = Nothing,
>(id: Id, method: Method, path: string, schemas: Given<Query, Body>): EndpointOf<Id, Query, Body>;
export function endpoint(
	id: string,
	method: Method,
	path: string,
	schemas: Given<z.ZodObject, z.ZodObject>,
): EndpointOf<string, z.ZodObject, z.ZodObject> {
	return { id, method, path, auth: 'service', query: nothing, body: nothing, ...schemas };
}
