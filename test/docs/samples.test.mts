// The samples of results in README.md and docs/getting-started.md are what the nodes return.
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { only } from '../kit/defined.mts';
import { Account } from '../nodes/account.mts';
import { COLUMNS, PRODUCT } from '../nodes/Customer/kit.mts';
import { chosen } from '../nodes/kit.mts';
import { codesIn, tableRowsOf, textOfPage } from './pages.mts';

/** Returns the cells of the tables of a page, without its code marks. */
const rowsOf = (page: string): string[][] =>
	tableRowsOf(page).map((row) => row.map((cell) => cell.replaceAll('`', '')));

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

const OUTCOME =
	/^(would[A-Z]\w+|created|granted|updated|revoked|unchanged|unclear|unknownCustomer)$/;

const cellsOf = (row: IDataObject, columns: string[]) =>
	columns.map((column) => String(row[column] ?? ''));

describe('the dry run of Grant Access', () => {
	beforeEach(addCustomers);

	const grant = async (emails: string[], dryRun = true) =>
		await account.run(
			{
				operation: 'grantAccess',
				customer: chosen('={{ $json.email }}', 'email'),
				options: { dryRun },
			},
			{ input: emails.map((email) => ({ email })) },
		);

	it('is as README.md shows it', async () => {
		const { json } = await grant([ADA, BEN, CLEO]);
		expect(json).toHaveLength(3);
		const rows = rowsOf('README.md');
		expect(rows).toContainEqual(COLUMNS);
		for (const row of json) expect(rows).toContainEqual(cellsOf(row, COLUMNS));
	});

	it('is as docs/getting-started.md shows it', async () => {
		const { json } = await grant([ADA]);
		expect(json).toHaveLength(1);
		const columns = ['outcome', 'email', 'product_name', 'plan'];
		const rows = rowsOf('docs/getting-started.md');
		expect(rows).toContainEqual(columns);
		for (const row of json) expect(rows).toContainEqual(cellsOf(row, columns));
	});

	it('has the outcomes that docs/getting-started.md names, as have the real runs after it', async () => {
		const outcomesOf = async (dryRun: boolean) =>
			(await grant([ADA, BEN, CLEO], dryRun)).json.map(({ outcome }) => outcome);
		const [dry, real] = [await outcomesOf(true), await outcomesOf(false)];
		const again = await outcomesOf(false);
		const steps = textOfPage('docs/getting-started.md').split(/^\d+\. /m);
		const named = steps
			.map((step) => codesIn(step).filter((code) => OUTCOME.test(code)))
			.filter(({ length }) => length > 0);
		// The sample below the first step has the new customer once more.
		const becomes = [dry[0], real[0], dry[1], real[1]];
		expect(named).toEqual([[...dry, dry[0]], becomes, [again[0]]]);
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
		expect(textOfPage('README.md')).toContain(`\n${String(only(json).text)}\n`);
	});
});
