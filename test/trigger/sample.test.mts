// The event in README.md is what the trigger returns.
import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';

import { pathOf } from '../../scripts/docs/files.mts';
import { only } from '../kit/defined.mts';
import { parsed } from '../kit/json.mts';
import { PRODUCTS } from './account.mts';
import { MINUTE } from './host.mts';
import { account, activated, newAccount } from './stage.mts';

beforeEach(() => newAccount());

it('README.md shows an item of Product Added as it is, without its dates and its href', async () => {
	const readme = readFileSync(pathOf('README.md'), 'utf8');
	const [, sample = ''] = /```\n(\{\n\t"id".*?\n\})\n```/s.exec(readme) ?? [];
	const [product] = PRODUCTS;
	const host = await activated({ events: ['productAdded'], product });
	account.now += MINUTE;
	account.service.state.addCustomer({
		...{ id: 1000042, name: 'Ada Lovelace', email: 'ada@example.com', products: [product] },
	});
	const { created_at, updated_at, href, event, ...record } = only(await host.poll()).json;
	const withoutAccount = (id: unknown) => String(id).replace(/[0-9a-f]{8}$/, '');
	const shown = parsed<{ event: { id: string } }>(sample);
	expect(Object.keys(shown)).toEqual([...Object.keys(record), 'event']);
	expect({ ...shown, event: { ...shown.event, id: withoutAccount(shown.event.id) } }).toEqual({
		...record,
		event: { ...(event as object), id: withoutAccount((event as { id: string }).id) },
	});
	expect([created_at, updated_at, href]).not.toContain(undefined);
});
