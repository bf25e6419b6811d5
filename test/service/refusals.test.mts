// Each refusal of the simulated service is met once, and a new one is met too.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';

import { ROOT } from '../../scripts/lib/paths.mts';
import type { Kind } from '../../service/contract/index.mts';
import { createService, type SimulatedService } from '../../service/index.mts';
import { parsed } from '../kit/json.mts';

let service: SimulatedService;
beforeEach(() => {
	service = createService({ now: () => new Date('2026-03-01') });
});

const href = (kind: Kind, id: number): string => service.href(kind, id);
const product = () => href('products', 101);
const firstOf = (type: string): number =>
	[...service.state.collections.all()].find((one) => one.type === type)?.id ?? 0;
const customer = () => href('customers', 1_000_001);
const emailOf = (id: number): string => service.state.customers.existing(id).email ?? '';

/** Sends a request with the API key. */
function send(method: string, target: string, body?: object, headers: Record<string, string> = {}) {
	const [where = '', query = ''] = target.split('?');
	const { apiKey } = service.settings;
	const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
	return service.handle({
		method,
		path: where,
		query,
		headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
		body: body && JSON.stringify(body),
	});
}

/** Adds a comment, a reply to it or one on another video, and returns its address. */
function comment(videoId: number, parentId: number | null = null): string {
	const { id } = service.state.addComment({
		videoId,
		customerId: 1_000_001,
		content: 'x',
		parentId,
	});
	return href('comments', id);
}
const commented = (fields: object) =>
	send('POST', '/comments', {
		video: href('videos', 20_001),
		customer: customer(),
		content: 'x',
		...fields,
	});

type Case = [words: string, status: number, act: () => ReturnType<typeof send>];

const client = (secret = service.settings.clientSecret) => ({
	client_id: service.settings.clientId,
	client_secret: secret,
});

/** The words are those of the source. */
const CASES: Case[] = [
	[
		'Email has already been taken',
		422,
		() => send('POST', '/customers', { email: emailOf(1_000_001), product: product() }),
	],
	[
		'Email has already been taken',
		422,
		() => send('PUT', '/customers/1000001', { email: emailOf(1_000_002) }),
	],
	[
		`The customer's subscription`,
		404,
		() => {
			const { id } = service.state.addCustomer({ email: 'without@example.com', products: [] });
			const query = new URLSearchParams({ href: href('customers', id), product: product() });
			return send('GET', `/customers/${id}?${query.toString()}`);
		},
	],
	[
		'Customer',
		404,
		() =>
			send('POST', '/customers/find_by_billing', {
				billing: { provider: 'roku', transaction_id: 'nobody' },
				product: product(),
			}),
	],
	[
		'${name}: is for ${needed} only',
		422,
		() => send('PUT', '/videos/20001', { episode_number: 3 }),
	],
	[
		'source_url: replacing an existing source is not supported',
		422,
		() => send('PUT', '/videos/20001', { source_url: 'https://files.example.com/a.mp4' }),
	],
	[
		'is_featured, is_automatic: are for categories only',
		422,
		() => send('PUT', `/collections/${firstOf('series')}`, { is_featured: 'true' }),
	],
	[
		'season_number: is for seasons only',
		422,
		() => send('PUT', `/collections/${firstOf('category')}`, { season_number: 2 }),
	],
	[
		'series_id: is for a season, and must name a series',
		422,
		() =>
			send('POST', '/collections', {
				type: 'category',
				name: 'x',
				series_id: String(firstOf('series')),
			}),
	],
	[
		'Collection',
		404,
		() => {
			const { id } = service.state.addCollection({ type: 'category', productIds: [102] });
			const query = new URLSearchParams({ id: String(id), product: product() });
			return send('GET', `/collections/${id}?${query.toString()}`);
		},
	],
	[
		'Invalid position',
		400,
		() => send('PUT', `/collections/${firstOf('category')}/update_position`, { position: 9999 }),
	],
	[
		'collection_id: a collection cannot hold itself',
		422,
		() => {
			const id = firstOf('category');
			return send('PUT', `/collections/${id}/items`, { collection_id: id });
		},
	],
	['Item', 404, () => send('PUT', '/collections/310/items/999', { position: 1 })],
	[
		'Invalid position',
		400,
		() => {
			const [item] = service.state.collections.existing(310).items;
			return send('PUT', `/collections/310/items/${item?.itemId ?? 0}`, { position: 9999 });
		},
	],
	['Client authentication failed', 401, () => send('POST', '/oauth/codes', client('wrong'))],
	[
		'The refresh token is not valid',
		400,
		() => send('POST', '/oauth/token', { grant_type: 'refresh_token', refresh_token: 'wrong' }),
	],
	[
		'Paired code',
		404,
		() => send('GET', `/oauth/codes/ABCDEF?${new URLSearchParams(client()).toString()}`),
	],
	[
		'Comments on this video are off',
		422,
		() => {
			service.state.videos.existing(20_001).isCommentingEnabled = false;
			return commented({});
		},
	],
	[
		'comment: a reply cannot be replied to',
		422,
		() => {
			const { id } = service.state.addComment({
				videoId: 20_001,
				customerId: 1_000_001,
				content: 'x',
				parentId: null,
			});
			return commented({ comment: comment(20_001, id) });
		},
	],
	['comment: is on another video', 422, () => commented({ comment: comment(20_002) })],
	[
		'product: is not a subscription',
		422,
		() => {
			const other = [...service.state.products.all()].find(({ type }) => type !== 'subscription');
			const query = new URLSearchParams({ product: href('products', other?.id ?? 0) });
			return send('GET', `/browse?${query.toString()}`);
		},
	],
	[
		'The video is premium content that the customer has no access to',
		402,
		() => {
			const { id } = service.state.addCustomer({ email: 'without@example.com', products: [] });
			const video = service.state.addVideo({ title: 'Premium', plans: ['standard'] });
			return send('POST', '/authorizations', {
				customer: href('customers', id),
				video: href('videos', video.id),
			});
		},
	],
];

it.each(CASES)('the service refuses with "%s" and %i', (words, status, act) => {
	const response = act();
	const { message, error_description } = parsed<Record<string, string>>(response.body);
	const shown = message ?? error_description;
	// A part in braces is any text.
	const pattern = words.replaceAll(/[.*+?()[\]|]/g, String.raw`\$&`).replaceAll(/\$\{\w+\}/g, '.+');
	expect({ shown, status: response.status }).toEqual({
		shown: expect.stringMatching(new RegExp(`^${pattern}`)),
		status,
	});
});

it('every refusal of a handler is among them, as often as it is there', () => {
	const files = globSync('service/handlers/*.mts', { cwd: ROOT });
	const sources = files.map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n');
	const refusal =
		/throw (?:new Refusal\(\d+, |violation\(\d+, |notFound\(|unprocessable\(|unauthorized\()(['"`])(.*?)\1/g;
	const there = [...sources.matchAll(refusal)].map(([, , words]) => words);
	expect(CASES.map(([words]) => words).sort()).toEqual(there.sort());
});
