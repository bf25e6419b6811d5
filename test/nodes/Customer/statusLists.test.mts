import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { readByStatus } from '../../../nodes/Customer/statusLists';
import { Client } from '../../../nodes/shared/client/client';
import { MAX_RECORDS } from '../../../nodes/shared/client/response';
import { itemContext } from '../../kit/itemContext.mts';

/** Returns a call for a service with so many customers of some statuses, whose creation times alternate. */
function callFor(counts: Record<string, number>) {
	const asked: string[] = [];
	const httpRequestWithAuthentication = async (_: string, { qs }: IHttpRequestOptions) => {
		const { status, page, per_page } = qs as { status: string; page: number; per_page: number };
		asked.push(`${status} ${page}`);
		const total = counts[status] ?? 0;
		const first = (page - 1) * per_page;
		const customers = Array.from(
			{ length: Math.max(0, Math.min(per_page, total - first)) },
			(_item, index): IDataObject => ({
				id: `${status} ${first + index}`,
				created_at: new Date(-(first + index) * 1000).toISOString(),
			}),
		);
		return { statusCode: 200, headers: {}, body: { total, _embedded: { customers } } };
	};
	const context = itemContext({ helpers: { httpRequestWithAuthentication } });
	const client = new Client(context, { baseURL: 'https://svc.test' });
	const request = { method: 'GET', path: '/customers', query: { sort: 'newest' } } as const;
	return { asked, call: { context, client, request } };
}

it('a limited list is merged of the pages that it needs, and one ahead', async () => {
	const { asked, call } = callFor({ enabled: 9, paused: 9 });
	const customers = await readByStatus(call, { firstPage: 1, perPage: 1, limit: 6 });
	expect(customers.map(({ record }) => record.id)).toEqual(
		[0, 1, 2].flatMap((index) => [`enabled ${index}`, `paused ${index}`]),
	);
	const pages = asked.filter((request) => !request.endsWith(' 1'));
	expect(pages.toSorted()).toEqual(
		[2, 3, 4].map((page) => `enabled ${page}`).concat('paused 2', 'paused 3'),
	);
});

it('more customers than n8n can pass on are refused', async () => {
	const { call } = callFor({ enabled: MAX_RECORDS, paused: 1 });
	const reading = readByStatus(call, { firstPage: 1, perPage: 1000 });
	await expect(reading).rejects.toThrow('more than 110000 records');
});
