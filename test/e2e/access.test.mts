// What only a real n8n shows of the examples about access: forms with a login, files, the log, waits and questions. Who has
// access afterwards is tested in test/examples.
import { expect, test } from 'vitest';

import { withNodes } from '../../scripts/lib/examples.mts';
import type { WorkflowDefinition } from '../../scripts/lib/n8nApi.mts';
import { first } from '../kit/defined.mts';
import {
	changed,
	ExampleRuns,
	fileOnPage,
	given,
	giving,
	textsOf,
	windowsFile,
} from './kit/exampleRuns.mts';

const PRODUCT = 101;
const runs = new ExampleRuns('access');

/** Turns the dry runs of an example off, as its setup says. A click is a dry run of the nightly reconciliation. */
const real = (workflow: WorkflowDefinition): WorkflowDefinition =>
	withNodes(workflow, (node) =>
		node.parameters.dryRun === undefined ? node : given({ dryRun: false })(node),
	);

/** Adds customers with access to a product. */
const addHolders = async (name: string, count: number): Promise<string[]> => {
	const emails = Array.from({ length: count }, (_, index) => `${name}.${index + 1}@example.com`);
	for (const email of emails) await runs.add('customers', { email, products: [PRODUCT] });
	return emails;
};

/** Everyone who has access now, as the rows of a list. */
const everyone = async () => {
	const all = await runs.customers(`product=${runs.service.url}/products/${PRODUCT}`);
	return all.map(({ email }) => ({ email }));
};

test('nightly-reconciliation changes access and keeps a log, and undo-a-run takes the run back', async () => {
	const [gone = ''] = await addHolders('nightly', 1);
	const rows = (await everyone()).filter(({ email }) => email !== gone);
	const list = [...rows, { email: 'nightly.new@example.com', name: 'Nightly New' }];
	const id = await runs.import('nightly-reconciliation', (workflow) =>
		real(changed({ 'Customers from the CRM': giving(...list) })(workflow)),
	);
	const output = await runs.output(id, 'Every Night at 2');
	expect(first(textsOf(output['Tell the Team']))).toMatch(
		/1 created: nightly\.new@example\.com\n1 lost access: nightly\.1@example\.com/,
	);
	expect(output['Keep in the Log']).toEqual([{ success: true, insertedRows: 2 }]);
	expect(await runs.holders(PRODUCT, 'nightly')).toEqual(['nightly.new@example.com']);

	const run = /Run (\d+)/.exec(first(textsOf(output['Tell the Team'])))?.[1] ?? '';
	const undo = await runs.import('undo-a-run');
	await runs.whilePublished(undo, async () => {
		const preview = await runs.submit(undo, 'undo-a-run', `Run ${run}`, 'Show what would change');
		expect(preview.page).toContain('Dry run');
		expect(await runs.holders(PRODUCT, 'nightly')).toEqual(['nightly.new@example.com']);
		const { page, execution } = await runs.submit(undo, 'undo-a-run', run, 'Undo it');
		expect(execution.status).toBe('success');
		expect(page).toContain('nightly.1@example.com');
		expect(await runs.holders(PRODUCT, 'nightly')).toEqual([gone]);
	});
});

test('bulk-import takes a file of a Windows, and the file that comes back once more', async () => {
	const id = await runs.import('bulk-import');
	await runs.whilePublished(id, async () => {
		const csv = 'E-Mail;Name;Product\nimport.1@example.com;José;101\nhalf@;Ö;101\n';
		const windows1252 = windowsFile(Buffer.from(csv, 'latin1'));
		const { page: refusal } = await runs.submit(id, 'import-customers', windows1252);
		expect(refusal).toContain('CSV UTF-8 (Comma delimited)');
		expect(refusal).not.toContain('[line');
		expect(await runs.customers('status=all&query=import.1')).toEqual([]);
		const utf8 = windowsFile(Buffer.from(`\uFEFF${csv}`));
		const { page } = await runs.submit(id, 'import-customers', utf8);
		expect(page).toContain('1 of 2 rows failed');
		expect(await runs.customers('status=all&query=import.1')).toMatchObject([{ name: 'José' }]);
		const again = await runs.submit(id, 'import-customers', fileOnPage(page));
		// `text` would leave the mark out.
		const file = Buffer.from(await fileOnPage(again.page).arrayBuffer()).toString('utf8');
		expect(file).toMatch(/^\uFEFFoutcome,id,product_name,Email,Name,Product,error\n/);
		expect(file).toMatch(/^unchanged,\d+,Harbor Stream,import\.1@example\.com,José,101,$/m);
	});
});

test('a form lets nobody in without the login', async () => {
	const id = await runs.import('bulk-import');
	await runs.whilePublished(id, async () => {
		const answer = await fetch(`${runs.api.url}/form/import-customers`);
		expect(answer.status).toBe(401);
	});
});
