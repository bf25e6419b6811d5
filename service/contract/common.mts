import { z } from 'zod';

import { plans, relativeDateUnits, tokenScopes } from './values.mts';

/** The collections that an address can point into: `{base_url}/<kind>/<id>`. */
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
 * Which schemas refer to a thing of the service. `own` marks the argument that repeats the address
 * of the thing itself, which the path already carries.
 */
export const references = z.registry<{ kind: Kind; own: boolean }>();

/** Value sets of schemas that are text on the wire (comma separated lists). */
export const textValues = z.registry<{ values: readonly string[] }>();

const addressOf = (kind: Kind) =>
	z
		.string()
		.regex(new RegExp(`^https?://[^?#\\s]+/${kind}/\\d+$`), `must be an address of ${kind}`);
const idText = () => z.string().regex(/^\d+$/, 'must be an id');

/** A full address of another thing, `{base_url}/<kind>/<id>`. */
export const href = (kind: Kind) => addressOf(kind).register(references, { kind, own: false });
/** The address of the thing itself, documented as an argument though the path carries it. */
export const ownHref = (kind: Kind) =>
	addressOf(kind).register(references, { kind, own: true }).optional();
/** The id of the thing itself, documented as an argument though the path carries it. */
export const ownId = (kind: Kind) => idText().register(references, { kind, own: true }).optional();
/** An address or an id (docs/service.md, Live events). */
export const hrefOrId = (kind: Kind) =>
	z.union([addressOf(kind), idText()]).register(references, { kind, own: false });
/** An id sent as text (docs/service.md, Collections). */
export const textId = (kind: Kind) => idText().register(references, { kind, own: false });
/** An integer id in a JSON body. */
export const idOf = (kind: Kind) => z.int().min(1).register(references, { kind, own: false });

/** `YYYY-MM-DDTHH:MM:SSZ`, UTC. */
export const timestamp = z.iso.datetime({
	precision: 0,
	error: 'must be a moment that exists, as YYYY-MM-DDTHH:MM:SSZ',
});
/** `YYYY-MM-DD`. */
export const date = z.iso.date({ error: 'must be a day that exists, as YYYY-MM-DD' });
/**
 * `<n>-<interval>-ago`, n from 1 to 10 (docs/service.md, Analytics). The interval in the plural,
 * and `today` are taken as well.
 */
export const relativeDate = z
	.string()
	.regex(
		new RegExp(`^(?:today|(?:[1-9]|10)-(?:${relativeDateUnits.join('|')})s?-ago)$`),
		'must be today, or <1 to 10>-<day, week, month or year>-ago',
	);
export const reportDate = z.union([date, timestamp, relativeDate], {
	error: 'must be YYYY-MM-DD, YYYY-MM-DDTHH:MM:SSZ, today or <1 to 10>-<day|week|month|year>-ago',
});

export const countryCode = z.string().regex(/^[A-Za-z]{2}$/, 'must be a two letter country code');
/** Comma separated country codes; empty means none. */
export const countryCodes = z
	.string()
	.regex(
		/^(?:[A-Za-z]{2}(?:, ?[A-Za-z]{2})*)?$/,
		'must be comma separated two letter country codes',
	);

/** Text of comma separated values from a set; empty means none. */
export const commaSeparated = (values: readonly string[]) =>
	z
		.string()
		.refine(
			(text) => text === '' || text.split(',').every((value) => values.includes(value.trim())),
			`must be a comma separated list of ${values.join(', ')}`,
		)
		.register(textValues, { values });
/** Text `true` or `false`, where a switch is documented as a string. */
export const booleanText = z.enum(['true', 'false']);
/** Integer switch, 1 or 0. */
export const switchInteger = z.literal([0, 1]);
export const planList = z.array(z.enum(plans));
/** Space separated scopes of a token request. */
export const scope = z
	.string()
	.refine(
		(text) => text.split(' ').every((part) => tokenScopes.some((known) => known === part)),
		`must be of ${tokenScopes.join(', ')}`,
	)
	.register(textValues, { values: tokenScopes });

const metadataValue = z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))], {
	error: 'must be a string, an integer or an array',
});
/** Metadata as sent: images are strings with the prefix `image_url:`; reserved keys are refused. */
export const metadataInput = (reserved: readonly string[]) =>
	z.record(
		z.string().refine((key) => !reserved.includes(key), 'is a reserved metadata key'),
		metadataValue,
	);

const integerFromText = (value: unknown) =>
	typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
const booleanFromText = (value: unknown) =>
	value === 'true' ? true : value === 'false' ? false : value;
const listFromText = (value: unknown) =>
	typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;

/** Query values, which arrive as text. */
export const queryInteger = z.preprocess(integerFromText, z.int());
export const queryCount = z.preprocess(integerFromText, z.int().min(1));
export const queryBoolean = z.preprocess(booleanFromText, z.boolean());
export const querySwitch = z.preprocess(integerFromText, switchInteger);
export const queryId = (kind: Kind) => z.preprocess(integerFromText, idOf(kind));
/** Several values: comma separated, or the parameter given as an array. */
export const queryList = <const Values extends readonly [string, ...string[]]>(values: Values) =>
	z.preprocess(listFromText, z.array(z.enum(values)).min(1));

/** The two parameters of every paginated list (docs/service.md, Lists). */
export const paging = { page: queryCount.optional(), per_page: queryCount.optional() };

/**
 * Headers of a request on behalf of a customer, in lower case and without the prefix that stands for the service's
 * name (docs/service.md, API key).
 */
export const onBehalfHeaders = z.strictObject({
	customer: href('customers').optional(),
	'client-ip': z.union([z.ipv4(), z.ipv6()]).optional(),
});

// What a response may hold. Blank fields are null and example bodies vary, so nearly nothing is required.
export const text = z.string().nullish();
export const integer = z.int().nullish();
export const flag = z.boolean().nullish();
export const texts = z.array(z.string()).nullish();
export const link = z.looseObject({ href: text }).nullish();
/**
 * The `self` of a live event is a text, unlike that of everything else (docs/service.md, Live
 * events).
 */
export const linkOrText = z.union([z.string(), link]);
export const object = z.looseObject({}).nullish();
export const times = { created_at: text, updated_at: text };
export const thumbnail = z
	.looseObject({ small: text, medium: text, large: text, source: text, blurred: text })
	.partial()
	.nullish();
export const metadata = z.record(z.string(), z.unknown()).nullish();

/** What the n8n node gives where the service answers without a body. */
export const done = z.looseObject({ success: z.literal(true) });
export const deleted = z.looseObject({ deleted: z.literal(true), id: z.int() });

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** `service`: API key or client token; `customerToken`: a customer's own token; `none`: /oauth. */
export type Auth = 'service' | 'customerToken' | 'none';

export interface EndpointOf<
	Id extends string,
	Query extends z.ZodObject,
	Body extends z.ZodObject,
> {
	/** `<resource>.<operation>`, the operation named as in n8n. */
	id: Id;
	method: Method;
	/** Relative to `{base_url}`; a segment that begins with a colon is a parameter. */
	path: string;
	auth: Auth;
	query: Query;
	body: Body;
	/** One record as the n8n node gives it, before it is simplified. */
	item: z.ZodType;
}

const nothing = z.strictObject({});
type Nothing = typeof nothing;

interface Given<Query extends z.ZodObject, Body extends z.ZodObject> {
	auth?: Auth;
	query?: Query;
	body?: Body;
	item: z.ZodType;
}

/**
 * One entry of the list of endpoints. What is left out: `auth` is `service`, `query` and `body` take no parameter.
 */
export function endpoint<
	const Id extends string,
	Query extends z.ZodObject = Nothing,
	Body extends z.ZodObject = Nothing,
>(id: Id, method: Method, path: string, given: Given<Query, Body>): EndpointOf<Id, Query, Body>;
export function endpoint(
	id: string,
	method: Method,
	path: string,
	given: Given<z.ZodObject, z.ZodObject>,
): EndpointOf<string, z.ZodObject, z.ZodObject> {
	return { id, method, path, auth: 'service', query: nothing, body: nothing, ...given };
}
