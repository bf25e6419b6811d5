// The samples of results in README.md and docs/getting-started.md are what the nodes return.
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { pathOf } from '../../scripts/docs/files.mts';
import { only } from '../kit/defined.mts';
import { Account } from '../nodes/account.mts';
import { COLUMNS, PRODUCT } from '../nodes/Customer/kit.mts';
import { chosen } from '../nodes/kit.mts';

const [readme, gettingStarted] = ['README.md', 'docs/getting-started.md'].map((page) =>
	readFileSync(pathOf(page), 'utf8'),
);

const account = new Account('customer', { product: chosen(PRODUCT) });
const ADA = 'ada@example.com';
const BEN = 'ben@example.com';
const CLEO = 'cleo@example.com';

/** Adds Ben, who has no access, and Cleo, who has. */
function addCustomers(): void {
	account.service.state.addCustomer({ id: 1000001, email: BEN, name: 'Ben Ode' });
	account.service.state.addCustomer({
		...{ id: 1000002, email: CLEO, name: 'Cleo Park' },
		products: [PRODUCT],
	});
}

/** Returns the cells of the tables of a page, without its code marks. */
const rowsOf = (page = ''): string[][] =>
	[...page.matchAll(/^ *\|(.*)\|$/gm)].map(([, row = '']) =>
		row.split('|').map((cell) => cell.replaceAll('`', '').trim()),
	);

const cellsOf = (row: IDataObject, columns: string[]) =>
	columns.map((column) => String(row[column] ?? ''));

describe('the dry run of Grant Access', () => {
	beforeEach(addCustomers);

	const grant = async (...emails: string[]) =>
		await account.run(
			{
				operation: 'grantAccess',
				customer: chosen('={{ $json.email }}', 'email'),
				options: { dryRun: true },
			},
			{ input: emails.map((email) => ({ email })) },
		);

	it('is as README.md shows it', async () => {
		const { json } = await grant(ADA, BEN, CLEO);
		expect(json).toHaveLength(3);
		const rows = rowsOf(readme);
		expect(rows).toContainEqual(COLUMNS);
		for (const row of json) expect(rows).toContainEqual(cellsOf(row, COLUMNS));
	});

	it('is as docs/getting-started.md shows it', async () => {
		const { json } = await grant(ADA);
		expect(json).toHaveLength(1);
		const columns = ['outcome', 'email', 'product_name', 'plan'];
		const rows = rowsOf(gettingStarted);
		expect(rows).toContainEqual(columns);
		for (const row of json) expect(rows).toContainEqual(cellsOf(row, columns));
	});
});

describe('the summary of Sync Access', () => {
	const member = (n: number) => `member.${n}@example.com`;
	const members = Array.from({ length: 40 }, (_, index) => member(index + 1));
	beforeEach(() => {
		account.service.state.addCustomer({ email: BEN });
		for (const email of members) account.service.state.addCustomer({ email, products: [PRODUCT] });
	});

	it('is as README.md shows it', async () => {
		const input = [ADA, BEN, ...members.slice(0, 38)].map((email) => ({ email }));
		const parameters = { email: '={{ $json.email }}', dryRun: false, output: 'summary' };
		const { json } = await account.run({ operation: 'syncAccess', ...parameters }, { input });
		expect(readme).toContain(`\n${String(only(json).text)}\n`);
	});
});
