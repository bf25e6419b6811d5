import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { INodeProperties, INodeType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	parametersIn,
	type DescribedOperation,
	type Parameter,
} from '../../scripts/lib/descriptions.mts';
import { textOfPage } from '../docs/pages.mts';
import type { PanelText } from '../kit/panelTexts.mts';

/** Returns the conditions that show a field, without its operations and resource. */
function visibility({ displayOptions = {} }: INodeProperties): string {
	const { show: all = {}, hide = {} } = displayOptions;
	const { operation: _, '/operation': _below, resource: _resource, ...show } = all;
	const conditions = { show, hide };
	return Object.entries(conditions)
		.filter(([, fields]) => Object.keys(fields).length > 0)
		.map(([how, fields]) => `, ${how} for ${JSON.stringify(fields)}`)
		.join('');
}

/** Returns the names to choose from: of values, groups or modes. */
function choices({ type, options = [], modes = [] }: INodeProperties): string[] {
	if (type === 'fixedCollection') return options.map(({ name }) => name);
	if (type.endsWith('ptions'))
		return options.map((option) => String('value' in option && option.value));
	return modes.map(({ name }) => name);
}

const BOUNDS = ['minValue', 'maxValue'] as const;

/** Returns the properties of a field that saved workflows depend on. */
function lineOf({ field, path }: Parameter): string {
	const { required, typeOptions, type } = field;
	const kind = [
		...(required ? ['required'] : []),
		...(typeOptions?.multipleValues ? ['many'] : []),
		type,
		...BOUNDS.flatMap((bound) => {
			const value = typeOptions?.[bound];
			return value === undefined ? [] : `${bound} ${String(value)}`;
		}),
	];
	const chosen = choices(field).sort().join(', ');
	const value = JSON.stringify(field.default);
	return `${path.join('.')}: ${kind.join(' ')} = ${value}${chosen && ` of ${chosen}`}${visibility(field)}`;
}

/** Whether n8n adds the field to every node. */
const isOfN8n = ({ name }: INodeProperties) => name === 'requestOptions';

/** Returns the lines of a field, and of those inside it, which are shown where it is: a filter has a line for each event. */
const linesWithin = (field: INodeProperties): string[] =>
	parametersIn(field).map((inner) => {
		const shown = inner.field === field ? '' : visibility(field);
		return `${lineOf(inner)}${shown}`;
	});

/** Returns a line for each parameter of fields, those inside others included. */
const linesOf = (fields: INodeProperties[]): string =>
	[...new Set(fields.flatMap(linesWithin))].sort().join('\n');

/** Returns the lines that are no longer promised, and those that are new. */
function differences(before: string, after: string): string[] {
	const [old, present] = [before.split('\n'), after.split('\n')];
	return [
		...old.filter((line) => !present.includes(line)).map((line) => `- ${line}`),
		...present.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
	];
}

const MESSAGE =
	'A new line is compatible. A changed or removed line breaks saved workflows and, once released, needs a new version of the node. `npx vitest run test/promised.test.mts -u` accepts the lines';

async function expectPromised(lines: string, file: string): Promise<void> {
	const path = fileURLToPath(new URL(`../promised/${file}.txt`, import.meta.url));
	const changed = differences(existsSync(path) ? readFileSync(path, 'utf8') : '', lines);
	// Whoever accepts them sees what it is. Without `-u`, the failure shows it.
	if (expect.getState().snapshotState.snapshotUpdateState === 'all' && changed.length > 0) {
		process.stderr.write(`${[`${file}, accepted:`, ...changed].join('\n')}\n`);
	}
	await expect(lines, MESSAGE).toMatchFileSnapshot(path);
}

/**
 * Expects that the parameters that saved workflows depend on are unchanged, and what a node shows and hides beside them:
 * `test/promised/` holds a line for each.
 */
export function itKeepsItsParameters(
	types: Array<[node: string, type: INodeType]>,
	guarded: DescribedOperation[],
): void {
	describe('the parameters that saved workflows depend on are unchanged', () => {
		it.each(types)('%s', async (node, { description }) => {
			const { version, credentials = [], properties } = description;
			const { usableAsTool = false, sensitiveOutputFields = [], hints = [] } = description;
			const names = credentials.map(({ name }) => name).join(', ');
			const own = properties.filter(
				(field) => !isOfN8n(field) && !field.displayOptions?.show?.operation,
			);
			const lines = [
				`${node} ${[version].flat().join(', ')} with ${names}`,
				`as a tool: ${String(usableAsTool)}, hides ${sensitiveOutputFields.join(', ') || 'nothing'}`,
				...hints.map((hint) => `hint ${hint.whenToDisplay}: ${hint.displayCondition}`),
				linesOf(own),
			];
			await expectPromised(lines.join('\n'), node);
		});

		it.each(guarded)('$name', async ({ node, option, fields }) => {
			expect(fields, 'export `fields` in the file of the operation').not.toEqual([]);
			await expectPromised(linesOf(fields), `${node}/${String(option.value)}`);
		});
	});
}

/** The pages that `npm run docs` makes of the descriptions of fields, operations and events. */
const PAGES = ['README.md', 'docs/operations.md'].map(textOfPage).join('\n');
const IN_PAGES = ['resource', 'operation', 'events'];

/** Whether a page has a text already, or says no more than which fields a record has. */
const isHeldElsewhere = ({ of, kind, text }: PanelText): boolean =>
	(kind === 'description' ? PAGES.includes(text.replace(/\.$/, '')) : IN_PAGES.includes(of)) ||
	text.startsWith('The fields used most: ');

/** Expects that the texts of the panel that no page has are unchanged: no two are in the place of each other. */
export function itKeepsItsTexts(texts: PanelText[]): void {
	it('each choice, hint, notice and placeholder of the panel says what it said', async () => {
		const lines = texts
			.filter((text) => !isHeldElsewhere(text))
			.map(({ of, kind, text }) => `${of} (${kind}): ${text}`);
		await expect(
			[...new Set(lines)].sort().join('\n'),
			'Check each changed line; `npx vitest run test/promised.test.mts -u` accepts them',
		).toMatchFileSnapshot(fileURLToPath(new URL('../promised/texts.txt', import.meta.url)));
	});
}
