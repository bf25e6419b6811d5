import type { INode } from 'n8n-workflow';
import { format, type Options } from 'prettier';

import { defined } from '../lib/defined.mts';
import { parsed } from '../lib/json.mts';
import type { WorkflowDefinition } from '../lib/n8nApi.mts';
import { chained } from '../lib/workflows.mts';

/** Where the lists of a formatted workflow end. */
const END_OF_NODES = '\n\t],\n\t"connections": ';
const NO_CONNECTIONS = '"connections": {}';
const END_OF_CONNECTIONS = '\n\t},\n\t"settings": ';

/** Returns the formatted entries of a list or an object, as they stand one level below the root. */
async function entriesOf(list: object, style: Options | null): Promise<string> {
	const text = JSON.stringify({ list }, null, '\t');
	const lines = (await format(text, { ...style, parser: 'json' })).trimEnd().split('\n');
	return lines.slice(2, -2).join('\n');
}

/** Inserts entries before the end of a list, and leaves all lines but its last one as they are. */
function insertedBefore(text: string, end: string, entries: string): string {
	const place = text.indexOf(end);
	if (place < 0) throw new Error(`The workflow has no ${JSON.stringify(end)}: format it first`);
	return `${text.slice(0, place)},\n${entries}${text.slice(place)}`;
}

/** Returns the text of a saved workflow with nodes behind its last one. */
export async function withAddedNodes(
	text: string,
	nodes: INode[],
	style: Options | null,
): Promise<string> {
	const { nodes: saved } = parsed<WorkflowDefinition>(text);
	const links = chained(defined(saved.at(-1)).name, ...nodes.map(({ name }) => name));
	const longer = insertedBefore(text, END_OF_NODES, await entriesOf(nodes, style));
	const entries = await entriesOf(links, style);
	return longer.includes(NO_CONNECTIONS)
		? longer.replace(NO_CONNECTIONS, () => `"connections": {\n${entries}\n\t}`)
		: insertedBefore(longer, END_OF_CONNECTIONS, entries);
}
