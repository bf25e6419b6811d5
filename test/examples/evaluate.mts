// Evaluates the expressions and Code nodes of the examples without n8n.
import { runInNewContext } from 'node:vm';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';

import { readExample } from '../../scripts/lib/examples.mts';
import { parsed } from '../kit/json.mts';

type Json = Record<string, unknown>;
interface Item {
	json: Json;
	pairedItem?: { item: number };
}

const outSchema = z.array(z.object({ json: z.record(z.string(), z.unknown()) }));
const codeSchema = z.object({ jsCode: z.string() });
export const itemsOf = (records: Json[]): Item[] => records.map((json) => ({ json }));

export function nodeOf(example: string, name: string): INode {
	const found = readExample(example).nodes.find((node) => node.name === name);
	if (!found) throw new Error(`${example} has no node ${name}`);
	return found;
}

const $now = {
	toISO: () => '2026-01-01T00:00:00Z',
	toISODate: () => '2026-01-01',
	toUTC: () => $now,
};

/** The result of a node as expressions refer to it. */
const outputOf = (items: Item[]) => ({
	all: () => items,
	first: () => items[0],
	last: () => items.at(-1),
	itemMatching: (index: number) => items[index],
	item: items[0],
});

/** What expressions see. @param before the output items of other nodes by their names; `$input` under '' */
export function contextOf(before: Record<string, Item[]>) {
	const $ = (name: string) => outputOf(before[name] ?? []);
	const $input = outputOf(before[''] ?? []);
	return { $, $input, $json: $input.item?.json, $now, $prevNode: { name: '' } };
}

/** Evaluates a parameter's text as n8n does: one expression keeps its type, several make a text. */
export function evaluate(text: string, context: object): unknown {
	if (!text.startsWith('=')) return text;
	const run = (code: string): unknown => runInNewContext(`(${code})`, { ...context });
	const [, only] = /^=\{\{((?:(?!\}\}).)*)\}\}$/s.exec(text) ?? [];
	if (only !== undefined) return run(only);
	return text.slice(1).replaceAll(/\{\{(.*?)\}\}/gs, (_, code: string) => String(run(code)));
}

/** Runs a Code node. */
export function runCodeNode({ parameters }: INode, context: object): Json[] {
	const { jsCode } = codeSchema.parse(parameters);
	const out: unknown = runInNewContext(`(() => {\n${jsCode}\n})()`, { ...context });
	return outSchema.parse(parsed(JSON.stringify(out))).map(({ json }) => json);
}

/** Runs a Code node. @param before the output items of other nodes by their names; `$input` under '' */
export const runCode = (example: string, name: string, before: Record<string, Item[]>): Json[] =>
	runCodeNode(nodeOf(example, name), contextOf(before));
