// Runs examples in n8n's engine with the files and rows of people who do this job.
import { describe, expect, test } from 'vitest';

import { itemsOf, nodeOf, runCode } from './evaluate.mts';
import { withExample, type ExampleWorld, type WorldOptions } from './worlds/world.mts';

/** What Slack and mail got: the texts of each message. */
const messages = (run: ExampleWorld) =>
	run.sent.filter(({ parameters: { text, html } }) => text ?? html).map(({ node }) => node.name);

test('number-alert: an execution that could not read the number ends as failed, after it was told', async () => {
	await withExample('number-alert', {}, async (run) => {
		run.service.faults.add({ kind: 'html', status: 503, times: Infinity });
		const { error } = await run.execute('Click to Try');
		expect(messages(run)).toEqual(['Report the Failure']);
		expect(error).toMatch(/^Already reported/);
	});
});

test('weekly-numbers: without Slack, the email and the row still go out, and the execution fails with the reason', async () => {
	const isDown = ({ name }: { name: string }) => /Slack|Post|Report/.test(name);
	await withExample('weekly-numbers', { isDown }, async (run) => {
		const { error } = await run.execute('Every Monday at 8');
		const taken = run.sent.filter(({ isTaken }) => isTaken).map(({ node }) => node.name);
		expect(taken).toEqual(['Email the Numbers', 'Add to the Sheet']);
		expect(error).toMatch(/^Slack did not get everything: The key has expired/);
	});
});

describe('titles and names of strangers in sheets', () => {
	const REVERSED = '\u202Egnp.exe';

	test('weekly-numbers: a title is one line that fits and does not turn the text around', async () => {
		await withExample(
			'weekly-numbers',
			{
				settle: (state) => {
					state.addVideo({ title: `Tide ${REVERSED}\nSecond ${'x'.repeat(4000)}`, plays: 1e9 });
				},
			},
			async (run) => {
				const execution = await run.execute('Every Monday at 8');
				const played = String(execution.output("This Week's Row")[0]?.mostPlayed);
				expect(played).toContain('Tide gnp.exe Second');
				expect(played.length).toBeLessThan(5 * 110);
			},
		);
	});

	test('customers-to-sheet and catalog-export: neither turns the text around nor begins a line', async () => {
		const settle = (state: Parameters<NonNullable<WorldOptions['settle']>>[0]) => {
			state.addCustomer({ email: 'r@example.com', name: `Ada ${REVERSED}\nB` });
			state.addVideo({ title: `Ada ${REVERSED}\nB` });
		};
		await withExample('customers-to-sheet', { settle }, async (run) => {
			const rows = (await run.execute('Click to Try')).output('Row of the Sheet');
			expect(rows.find(({ email }) => email === 'r@example.com')?.name).toBe('Ada gnp.exe B');
		});
		await withExample('catalog-export', { settle }, async (run) => {
			const rows = (await run.execute('Click to Try')).output('Row of the Catalog');
			expect(rows.map(({ title }) => title)).toContain('Ada gnp.exe B');
		});
	});
});

test('catalog-export: of hundreds of rights that end, Slack gets the next ones and the number of the rest', async () => {
	const settle = (state: Parameters<NonNullable<WorldOptions['settle']>>[0]) => {
		for (let index = 1; index <= 120; index += 1)
			state.addVideo({
				title: `Film ${index} ${'&'.repeat(255)}`,
				timeUnavailable: new Date(Date.now() + 9 * 86_400_000).toISOString(),
			});
	};
	await withExample('catalog-export', { settle }, async (run) => {
		await run.execute('Click to Try');
		const [text = ''] = run.sent.flatMap(({ node, parameters }) =>
			node.name === 'Post Ending Rights' ? String(parameters.text) : [],
		);
		expect(text).toMatch(/\n… and \d+ more: the file in the email has all of them\.$/);
		expect(text.split('\n')).toHaveLength(52);
		expect(text.length).toBeLessThan(12_000);
	});
});

test('weekly-churn-report: a long text is cut and long words may break, so that a phone shows all columns', () => {
	const message = `${'x'.repeat(495)}&amp;${'y'.repeat(4000)}`;
	const rows = [{ kind: 'customer', user_email: 'a@b.example', message }];
	const [row] = runCode('weekly-churn-report', 'Name the Columns', { '': itemsOf(rows) });
	expect(row?.Why).toBe(`${'x'.repeat(495)}&amp; …`);
	const { options } = nodeOf('weekly-churn-report', 'Make a Table').parameters;
	expect(JSON.stringify(options)).toMatch(/cellAttributes.*word-break: break-word/);
});

describe('subscriber-check', () => {
	const pageFor = async (email: unknown) =>
		await withExample('subscriber-check', {}, async (run) => {
			const { error } = await run.execute('Question from a Partner', {
				json: { body: { email } },
			});
			return [error, ...run.sent.map(({ node }) => node.name)];
		});

	test.each([
		'mailto:a@b.co',
		'<a@b.co>',
		'Ada <a@b.co>',
		'a\uFFFD@b.co',
		'a@b.co.',
		'a@-b.co',
		'a@b\u202E.co',
		'a@b.co, b@b.co',
		'a@b',
		'',
		7,
		['a@b.co'],
		{ a: 1 },
		null,
	])(
		'%j is no address: the partner is told so, and not that the service is unavailable',
		async (email) => {
			expect(await pageFor(email)).toEqual([undefined, 'No Email Address']);
		},
	);

	test.each([
		'a@b.co',
		' A.b+c@b.co\u200B',
		"'a@b.co'",
		"o'brien@b.co",
		'a..b@b.co',
		'a@münchen.example',
		'a@xn--mnchen-3ya.example',
		'a@b.xn--p1ai',
		'müller@b.co',
		'a@1.b-c.co',
	])('%j is one', async (email) => {
		expect(await pageFor(email)).toEqual([undefined, 'Yes or No']);
	});
});
