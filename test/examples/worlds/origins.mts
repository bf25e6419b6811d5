// Where the values come from by which an example decides: read from its boxes.
import type { INode } from 'n8n-workflow';
import { z } from 'zod';

import { readExample } from '../../../scripts/lib/examples.mts';
import { isAsking, isOfType, isOurs, isReading } from '../facts.mts';

/** A field of what a box outputs. */
export interface Field {
	box: string;
	path: readonly string[];
}

/** A value that an expression reads: of the box with this name, or of the item that comes in. */
interface Read {
	box: string | undefined;
	path: readonly string[];
}

const ACCESS = String.raw`\??\.\w+(?!\w*\()|\[['"][^'"]+['"]\]`;
const READ = new RegExp(
	String.raw`(?:\$json|\$\('([^']+)'\)\.(?:item|first\(\)|last\(\))\.json|\))((?:${ACCESS})+)`,
	'g',
);

/** Returns what the expressions in a text read. */
const readsIn = (text: string): Read[] =>
	[...text.matchAll(READ)].map(([, box, accesses = '']) => ({
		box,
		path: [...accesses.matchAll(/\.(\w+)|\['([^']+)'\]/g)].map(
			([, name, quoted = '']) => name ?? quoted,
		),
	}));

const textsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const setSchema = z.object({
	assignments: z.object({
		assignments: z.array(z.object({ name: z.string(), value: z.unknown() })),
	}),
	includeOtherFields: z.boolean().default(false),
});
const summarizeSchema = z.object({
	fieldsToSummarize: z.object({ values: z.array(z.object({ field: z.string() })) }),
	fieldsToSplitBy: z.string().default(''),
});

const isStart = isOfType('formTrigger', 'webhook', 'stripeTrigger', 'zendeskTrigger');
const isComputing = isOfType(
	'code',
	'compareDatasets',
	'filter',
	'if',
	'limit',
	'merge',
	'removeDuplicates',
	'sort',
	'switch',
);

/** Whether a person or another system decides what a box outputs. */
const isOutside = (node: INode) =>
	isStart(node) ||
	isAsking(node) ||
	(!isOurs(node) && isReading(node) && !isOfType('dataTable')(node));

/** Parameters that say for whom, for what and for how long something is done. */
const DECIDING = /^(conditions|rules|customer|product|email|video|comment|collection|expiresIn)$/;

/** The boxes of an example, and how values come through them. */
class Canvas {
	private readonly nodes;
	private readonly before;

	constructor(name: string) {
		const { nodes, connections } = readExample(name);
		this.nodes = nodes;
		this.before = new Map<string, string[]>();
		for (const [from, { main = [] }] of Object.entries(connections))
			for (const { node } of main.flatMap((targets) => targets ?? []))
				this.before.set(node, [...(this.before.get(node) ?? []), from]);
	}

	/** Returns the fields of people and of other systems by which the example decides. */
	deciding(): Field[] {
		const found = this.nodes
			.filter((node) => isOurs(node) || isOfType('if', 'switch', 'filter')(node))
			.flatMap((node) => {
				const { additionalFields, ...parameters } = node.parameters;
				return [parameters, additionalFields ?? {}]
					.flatMap((group) => Object.entries(group))
					.filter(([key]) => DECIDING.test(key))
					.flatMap(([, value]) => this.readBy(node.name, value));
			});
		return [...new Map(found.map((field) => [JSON.stringify(field), field])).values()];
	}

	/** Returns where the values come from that the expressions of a box read. */
	private readBy(box: string, value: unknown): Field[] {
		return textsIn(value)
			.flatMap(readsIn)
			.flatMap(({ box: named, path }) =>
				named === undefined ? this.into(box, path) : this.outOf(named, path),
			);
	}

	/** Returns where a value of the items comes from that a box gets. */
	private into(box: string, path: readonly string[]): Field[] {
		return (this.before.get(box) ?? []).flatMap((from) => this.outOf(from, path));
	}

	/** Returns where a value of the items comes from that a box outputs. */
	private outOf(box: string, path: readonly string[]): Field[] {
		const node = this.nodes.find(({ name }) => name === box);
		const [first] = path;
		if (!node || first === undefined) return [];
		if (isOutside(node)) return [{ box, path }];
		if (isComputing(node)) return this.into(box, path);
		if (isOfType('splitOut')(node)) {
			const field = String(node.parameters.fieldToSplitOut);
			const inList = [[field], [field, ...path], path];
			return inList.flatMap((one) => this.into(box, one));
		}
		if (isOfType('summarize')(node)) {
			const { fieldsToSummarize, fieldsToSplitBy } = summarizeSchema.parse(node.parameters);
			const fields = [...fieldsToSummarize.values.map(({ field }) => field), fieldsToSplitBy];
			return fields
				.filter((field) => first === field || first.endsWith(`_${field}`))
				.flatMap((field) => this.into(box, [field]));
		}
		return isOfType('set')(node) ? this.assigned(node, path) : [];
	}

	private assigned({ name: box, parameters }: INode, path: readonly string[]): Field[] {
		const { assignments, includeOtherFields } = setSchema.parse(parameters);
		const own = assignments.assignments.filter(({ name }) => name === path[0]);
		if (own.length === 0 && includeOtherFields) return this.into(box, path);
		return own.flatMap(({ value }) => this.readBy(box, value));
	}
}

/** Returns the fields of people and of other systems by which an example decides. */
export const decidingIn = (example: string): Field[] => new Canvas(example).deciding();
