// Executes the examples that remember earlier runs in a Data Table, in a real n8n against the simulated service.
import { expect, test } from 'vitest';
import { only } from '../../scripts/lib/defined.mts';
import { parsed } from '../../scripts/lib/json.mts';
import { changed, ExampleRuns, giving, textsOf, type NodeChange } from './kit/exampleRuns.mts';

const runs = new ExampleRuns('long-term');

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
