import { describe, expect, it } from 'vitest';

import {
	createService,
	SimulatedFault,
	type ServiceOptions,
	type SimulatedService,
} from '../../service/index.mts';
import { traitList, traits } from '../../service/traits/index.mts';
import { parsed } from '../kit/json.mts';

type Asked = [method: string, path: string, body?: object];

/** Returns requests whose responses together depend on every trait. */
function requestsTo(service: SimulatedService): Asked[] {
	const product = service.href('products', 101);
	const removal: Asked = ['DELETE', '/customers/1000001/products', { product, plan: 'free' }];
	const created = ['new@example.com', 'new@example.com', 'none'].flatMap((email): Asked[] => [
		['POST', '/customers', { email, product }],
		['GET', `/customers?email=${email}`],
		removal,
	]);
	const reads = [
		'/products',
		'/videos?per_page=10',
		'/videos?per_page=10&page=2',
		'/videos?per_page=10&page=3',
		'/videos?per_page=1',
		'/videos?plan=free',
		'/videos?query=salt',
		'/videos/20028',
		'/collections?type=series',
		'/customers?status=paused',
		'/customers?status=all',
		'/customers/1000001',
		'/customers/1000001/watching',
		`/customers?product=${service.href('products', 106)}`,
		`/customers?product=${product}`,
		`/browse?product=${product}`,
		`/live_events?product=${product}`,
		`/comments?video=${service.href('videos', 20_001)}`,
	];
	const archive = service.href('products', 106);
	const changed: Asked[] = [
		['PUT', '/videos/20001', { title: 'Updated' }],
		['PUT', '/customers/1000001/products', { product, plan: 'free' }],
		['PUT', '/customers/1000001/products', { product: archive }],
		['GET', `/customers?product=${archive}`],
	];
	return [...created, ...changed, ...reads.map((path): Asked => ['GET', path])];
}

/** Returns the responses of a service with some traits to requests one second apart. */
function responsesWith(options: ServiceOptions): string[] {
	let now = Date.parse('2026-03-01T12:02:00Z');
	const service = createService({ now: () => new Date(now), ...options });
	const { apiKey, clientId: client_id, clientSecret: client_secret } = service.settings;
	const ask = (authorization: string, ...[method, path, body]: Asked): string => {
		const [pathname = '', query] = path.split('?');
		now += 1000;
		try {
			const response = service.handle({
				method,
				path: pathname,
				...(query !== undefined && { query }),
				headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
				body: body && JSON.stringify(body),
			});
			if (response.json !== undefined) expect(response.body).toBe(JSON.stringify(response.json));
			return JSON.stringify(response);
		} catch (error) {
			if (error instanceof SimulatedFault) return error.message;
			throw error;
		}
	};
	const basic = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
	const answers = requestsTo(service).map((asked) => ask(basic, ...asked));
	const grant = { client_id, client_secret, grant_type: 'client_credentials', scope: 'read' };
	const { body } = parsed<{ body: string }>(ask('', 'POST', '/oauth/token', grant));
	const { access_token } = parsed<{ access_token: string }>(body);
	const wrong = `Basic ${Buffer.from('no>>>key?:').toString('base64')}`;
	const rest = [...Array<string>(6).fill(`Bearer ${access_token}`), wrong];
	return [...answers, ...rest.map((authorization) => ask(authorization, 'GET', '/products'))];
}

/** Traits without which another one has no effect. */
const BESIDE: Record<string, ServiceOptions> = {
	disturbance: { disturbedTimes: 'firstTwo' },
	disturbed: { disturbance: '503', disturbedTimes: 'each' },
	disturbedTimes: { disturbance: '503' },
	disturbedRequest: { disturbance: '503' },
};

describe('traits', () => {
	it('have the first of their values as default', () => {
		const realistic = traitList.map(({ name, values }) => [name, values[0]]);
		expect(traits.parse({})).toEqual(Object.fromEntries(realistic));
	});

	it.each(traitList)('$name: each value changes a response', ({ name, values }) => {
		const responses = values.map((value) =>
			responsesWith({ ...BESIDE[name], [name]: value }).join('\n'),
		);
		const same = values.filter((_, index) => responses.indexOf(responses[index] ?? '') !== index);
		expect(same).toEqual([]);
	});
});
