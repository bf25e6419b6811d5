// Executes the examples that remember earlier runs in a Data Table, in a real n8n against the simulated service.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defined, only } from '../../scripts/lib/defined.mts';
import { parsed } from '../../scripts/lib/json.mts';
import {
	changed,
	ExampleRuns,
	giving,
	given,
	loggedRows,
	scripted,
	textsOf,
	type NodeChange,
} from './kit/exampleRuns.mts';

const PRODUCT = 101;

const runs = new ExampleRuns('long-term');

const rowSchema = z.looseObject({
	run: z.string(),
	outcome: z.string(),
	email: z.string(),
	reason: z.string(),
});

/** Returns the outcomes of log rows as `outcome email`, sorted. */
const outcomesOf = (records: unknown) =>
	z
		.array(rowSchema)
		.parse(records ?? [])
		.map(({ outcome, email }) => `${outcome} ${email}`.trim())
		.sort();

/** Returns the addresses of all customers with the product. */
async function holders(): Promise<string[]> {
	const all = await runs.customers(`product=${runs.service.url}/products/${PRODUCT}`);
	return all.map(({ email }) => email).sort();
}

const crm = (emails: string[]): NodeChange => giving(...emails.map((email) => ({ email })));
const reallySync = given({ dryRun: false });

/** Syncs the access to a list of addresses, with the log. @param status how the execution ends */
async function syncTo(emails: string[], status = 'success') {
	const changes = { 'Customers from the CRM': crm(emails), 'Sync Access': reallySync };
	const id = await runs.import('nightly-reconciliation', changed(changes));
	const execution = await runs.run(id, 'Click to Try');
	expect(execution.status).toBe(status);
	return execution;
}

/** Submits the form of Undo and returns its last page and the execution. */
async function undo(run: string, choice: 'Show what would change' | 'Undo it') {
	const id = await runs.import('undo-a-run');
	await runs.service.forgetRequests();
	const found: Array<Awaited<ReturnType<ExampleRuns['submit']>>> = [];
	await runs.whilePublished(id, async () => {
		found.push(await runs.submit(id, 'undo-run', run, choice));
	});
	const submission = only(found);
	expect(submission.execution.status).toBe('success');
	return submission;
}

test('nightly-reconciliation: each outcome of a run is a row, and a run without changes is one as well', async () => {
	await runs.add('customers', { email: 'log.known@example.com' });
	const before = await holders();
	const [gone = '', ...rest] = before;
	const list = [...rest, 'log.known@example.com', 'log.<new>@example.com', 'log.new@example.com'];
	const first = await syncTo(list, 'error');
	const rows = loggedRows(first.output);
	expect(outcomesOf(rows)).toEqual([
		'created log.new@example.com',
		'failed',
		'granted log.known@example.com',
	]);
	const text = only(textsOf(first.output['Tell the Team']));
	expect(text).toContain('1 granted access (log.known@example.com)');
	expect(text).toMatch(/:warning: .*log\.&lt;new>@example\.com/);
	expect(text).toMatch(new RegExp(`\nRun ${first.id}$`));
	expect(await holders()).toContain(gone);

	const good = list.filter((email) => !email.includes('<'));
	const second = await syncTo(good);
	expect(outcomesOf(loggedRows(second.output))).toEqual([`revoked ${gone}`]);
	const third = await syncTo(good);
	expect(outcomesOf(loggedRows(third.output))).toEqual(['nothing to do']);
	expect(only(textsOf(third.output['Tell the Team']))).toContain('No changes: both lists agree.');
});

test('undo-a-run: a run is taken back once, and the second undo says why it changes nothing', async () => {
	await runs.add('customers', { email: 'undo.known@example.com' });
	const before = await holders();
	const [gone = '', ...rest] = before;
	const run = await syncTo([...rest, 'undo.known@example.com']);
	const after = await holders();

	const shown = await undo(run.id, 'Show what would change');
	expect(shown.page).toContain(`1 would get access back (${gone})`);
	expect(shown.page).toContain('1 would lose access again (undo.known@example.com)');
	expect(await runs.writes()).toEqual([]);
	expect(await holders()).toEqual(after);

	const done = await undo(run.id, 'Undo it');
	expect(done.page).toContain(`1 got access back (${gone})`);
	expect(await holders()).toEqual(before);
	expect(outcomesOf(done.execution.output['Keep in the Log'])).toEqual([
		`granted ${gone}`,
		'revoked undo.known@example.com',
	]);

	const again = await undo(run.id, 'Undo it');
	expect(again.page).toContain(`Run ${run.id} is undone already, by run ${done.execution.id}.`);
	expect(await runs.writes()).toEqual([]);

	// The undo is a run of its own: undoing it restores the result of the first one.
	await undo(done.execution.id, 'Undo it');
	expect(await holders()).toEqual(after);
	const unknown = await undo('999999', 'Undo it');
	expect(unknown.page).toContain('The log has no run 999999.');
});

test('undo-a-run: a customer whom a later run changed is skipped, and the limit holds', async () => {
	const before = await holders();
	const [gone = '', ...rest] = before;
	const first = await syncTo(rest);
	const later = await syncTo(before);
	const stale = await undo(first.id, 'Undo it');
	expect(stale.page).toContain(`${gone}: Run ${later.id} changed this customer again`);
	expect(await runs.writes()).toEqual([]);

	const many = Array.from({ length: 6 }, (_, index) => `undo.many.${index}@example.com`);
	const big = await syncTo([...before, ...many]);
	const stopped = await undo(big.id, 'Undo it');
	expect(stopped.page).toMatch(/To fix: .*more than 10 ?%/);
	expect(await runs.writes()).toEqual([]);
	expect(await holders()).toEqual(expect.arrayContaining(many));
	expect(stopped.execution.output['Mark as Undone']).toHaveLength(many.length);
	// A failed row is not marked, so that it can be tried again.
	const shown = await undo(big.id, 'Show what would change');
	expect(shown.page).toContain('6 would lose access again');
	expect(shown.page).toMatch(/To fix: A real undo would revoke nothing\. .*more than 10 ?%/);
});

test('undo-a-run: free access comes back as free', async () => {
	const email = 'undo.free@example.com';
	const id = await runs.add('customers', { email, products: [PRODUCT], plan: 'free' });
	const all = await holders();
	const run = await syncTo(all.filter((other) => other !== email));
	expect(await holders()).not.toContain(email);
	await undo(run.id, 'Undo it');
	expect(await holders()).toContain(email);
	const sent = (await runs.service.requests()).filter(({ method }) => method === 'PUT');
	expect(only(sent).path).toContain(`/customers/${id}/products`);
	expect(only(sent).body).toMatch(/plan\W+free/);
	// Other access comes back as it usually is.
	const paying = await syncTo(all.filter((other) => other !== all[0]));
	await undo(paying.id, 'Undo it');
	expect(JSON.stringify(await runs.service.requests())).not.toMatch(/plan\W+free/);
});

/** Imports the sync that asks, with the answer of the team. */
async function importAsking(list: NodeChange, isApproved = true): Promise<string> {
	const changes = {
		'Customers from the CRM': list,
		'Product and Limits': (node: Parameters<NodeChange>[0]) =>
			giving({ product: String(PRODUCT), may_revoke: 2, may_create: 2, dry_run: false })(node),
	};
	return await runs.import('approved-sync', changed(changes, isApproved));
}

test('approved-sync: small changes are made at once, a big one after Approve, and none after Decline', async () => {
	const all = await holders();
	const small = await importAsking(crm([...all, 'asked.new@example.com']));
	const quick = await runs.output(small, 'Click to Try');
	expect(quick['Ask the Team']).toBeUndefined();
	expect(outcomesOf(loggedRows(quick))).toEqual(['created asked.new@example.com']);

	const kept = (await holders()).slice(5);
	const gone = (await holders()).slice(0, 5);
	const declined = await runs.output(await importAsking(crm(kept), false), 'Click to Try');
	expect(only(textsOf(declined['Tell the Team']))).toContain('declined');
	expect(await holders()).toEqual([...gone, ...kept]);

	const approved = await runs.output(await importAsking(crm(kept)), 'Click to Try');
	const question = String(only(defined(approved['Ask the Team'])).message);
	expect(question).toContain('*5 would lose access (limit 2):*');
	for (const email of gone) expect(question).toContain(email);
	expect(outcomesOf(loggedRows(approved))).toEqual(gone.map((email) => `revoked ${email}`));
	expect(await holders()).toEqual(kept);
	await syncTo([...gone, ...kept]);
});

test('approved-sync: nothing is changed when the list is another one after Approve', async () => {
	const all = await holders();
	const rows = JSON.stringify(all.slice(5).map((email) => ({ email })));
	const moving: NodeChange = scripted(`return { json: {} };`);
	const id = await importAsking((node) => ({
		...moving(node),
		parameters: {
			jsCode: `const rows = ${rows};
if ($('Approved?').isExecuted) rows.pop();
return rows.map((json) => ({ json }));`,
		},
	}));
	const output = await runs.output(id, 'Click to Try');
	expect(output['Change It']).toBeUndefined();
	expect(only(textsOf(output['Tell the Team']))).toContain(`New: wouldRevoke ${all.at(-1)}`);
	expect(await runs.writes()).toEqual([]);
	expect(await holders()).toEqual(all);
});

// --- Alert when a number falls

test('number-alert: a fall is announced once, and a number that cannot be read is not kept', async () => {
	const reading = (value: string) => giving({ existing_paying_subscribers: value });
	const name = `subscribers ${Date.now()}`;
	const run = async (report: NodeChange) => {
		const changes = {
			'Read the Number': report,
			'The Number': (node: Parameters<NodeChange>[0]) => ({
				...node,
				parameters: parsed<typeof node.parameters>(
					JSON.stringify(node.parameters).replace('paying subscribers', name),
				),
			}),
		};
		const id = await runs.import('number-alert', changed(changes));
		const { output, error } = await runs.run(id, 'Click to Try');
		const texts = [output['Alert the Team'], output['Report the Failure']].flatMap(textsOf);
		return { text: texts[0], kept: output['Keep the Value'] ?? [], error };
	};
	const first = await run(reading('200'));
	expect([first.text, first.error]).toEqual([undefined, undefined]);
	expect(first.kept).toMatchObject([{ name, value: 200 }]);
	expect((await run(reading('191'))).text).toBeUndefined();
	const fallen = await run(reading('180'));
	expect(fallen.text).toMatch(/subscribers \d+: 191 → 180\*\nThat is 5\.8% less than on \d{4}-/);
	expect((await run(reading('180'))).text).toBeUndefined();

	const unread = await run(giving({ error: 'Forbidden', message: 'Ask <@U1> for a key' }));
	expect(unread.text).toContain(`can't be read. Forbidden. Ask &lt;@U1> for a key`);
	expect(unread.kept).toEqual([]);
	expect(unread.error).toMatch(/^Already reported/);
	expect((await run(reading('100'))).text).toContain('180 → 100');
});

test('number-alert: the report has the number', async () => {
	const output = await runs.output(await runs.import('number-alert'), 'Click to Try');
	expect(only(output['Keep the Value'])).toMatchObject({
		name: 'paying subscribers',
		value: expect.any(Number),
	});
});
