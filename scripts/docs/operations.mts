// Generates docs/operations.md and llms.txt from the descriptions of the built package.
import { readFileSync } from 'node:fs';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	choicesOf,
	fieldsWithin,
	operations,
	type DescribedOperation,
} from '../lib/descriptions.mts';
import { parsed } from '../lib/json.mts';
import { nodeTypeOf } from '../lib/nodeTypes.mts';
import { ITEM_COUNTERS } from '../../nodes/Collection/syncItems/outcomes.ts';
import { COUNTERS as ACCESS_COUNTERS } from '../../nodes/Customer/access/outcomes.ts';
import { groupBy } from '../../nodes/shared/data/groupBy.ts';
import { outputFieldsOf } from '../schemas/files.mts';

/** The outcomes that an operation counts with Output > Summary, by its value. */
const COUNTERS: Record<string, readonly string[]> = {
	...ACCESS_COUNTERS,
	syncItems: ITEM_COUNTERS,
};

const TRIGGER = 'videoSubscriptionTrigger';
/** Values listed of a dropdown with many. */
const VALUES_SHOWN = 12;

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/** The requests of operations with several steps, which the service's interface does not offer. */
const SEVERAL_STEPS = parsed<Record<string, string>>(read('severalSteps.json'));

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
const plain = (text: string): string => cell(text.replaceAll(/<[^>]*>/g, ''));

function shownChoices(field: INodeProperties): string {
	// A span of code can't be empty.
	const values = choicesOf(field).map(({ name, value }) =>
		value === '' ? `empty (${name})` : `\`${String(value)}\``,
	);
	const more = values.length - VALUES_SHOWN;
	const shown = values.slice(0, VALUES_SHOWN).join(', ');
	return more > 0 ? `${shown} and ${more} more` : shown;
}

const TYPES: Record<string, string> = {
	boolean: 'yes or no',
	dateTime: 'date and time',
	fixedCollection: 'group',
};

function shownType(field: INodeProperties): string {
	if (field.type === 'options' || field.type === 'multiOptions') return shownChoices(field);
	const modes = (field.modes ?? []).map(({ displayName }) => displayName).join(', ');
	return modes || (TYPES[field.type] ?? field.type);
}

interface FieldRow {
	field: INodeProperties;
	path: string;
}

/** Returns the fields inside a collection or group, each with the names that a group has between them. */
function withNames(field: INodeProperties): Array<[field: INodeProperties, name: string]> {
	if (field.type !== 'fixedCollection') return fieldsWithin(field).map((inner) => [inner, '']);
	const list = field.typeOptions?.multipleValues ? '[]' : '';
	return (field.options ?? []).flatMap((group) =>
		'values' in group
			? group.values.map((inner): [INodeProperties, string] => [inner, `${group.name}${list}.`])
			: [],
	);
}

/** Returns a field with those inside it, in the order of the panel. Collections themselves are left out. */
function rowsIn(field: INodeProperties, above = ''): FieldRow[] {
	const path = above + field.name;
	const within = withNames(field).flatMap(([inner, name]) => rowsIn(inner, `${path}.${name}`));
	return field.type === 'collection' ? within : [{ field, path }, ...within];
}

const isVisible = ({ type }: INodeProperties): boolean => type !== 'notice' && type !== 'hidden';

/** Returns the rows of a table of fields, without those that the top of the page describes by kind. */
const shownRows = (fields: INodeProperties[]): FieldRow[] =>
	fields
		.filter(isVisible)
		.flatMap((field) => rowsIn(field))
		.filter((row) => isVisible(row.field) && !isCommon(row));

function rowText({ field, path }: FieldRow): string {
	const name = `${plain(field.displayName)}${field.required ? ' (required)' : ''}`;
	return `| ${name} | \`${path}\` | ${cell(shownType(field))} | ${plain(field.description ?? '')} |`;
}

const TABLE_HEAD = ['| Field | Name | Type | Description |', '| --- | --- | --- | --- |'];

/**
 * Returns the rows that several operations or events have word for word, in the order of the fields' names. Of rows with one
 * name, only the commonest: an operation refers to it by that name.
 */
function sharedRows(all: INodeProperties[][]): string[] {
	const rows = all.flatMap((fields) => shownRows(fields));
	const ofOneName = [...groupBy(rows, ({ path }) => path).values()];
	return ofOneName
		.map((own) => [...groupBy(own, rowText)].sort(([, a], [, b]) => b.length - a.length))
		.flatMap(([commonest]) => (commonest && commonest[1].length > 1 ? [commonest[0]] : []))
		.sort();
}

/** Returns the fields of an operation: the names of those in the head of the page, and a table of its own. */
function fieldLines(
	fields: INodeProperties[],
	shared: string[],
): { names: string[]; table: string[] } {
	const rows = shownRows(fields);
	const isShared = (row: FieldRow) => shared.includes(rowText(row));
	const names = rows.filter(isShared).map(({ path }) => `\`${path}\``);
	const own = rows.filter((row) => !isShared(row)).map(rowText);
	return {
		names: names.length > 0 ? [`- **Also has:** ${names.join(', ')}`] : [],
		table: own.length > 0 ? [...TABLE_HEAD, ...own, ''] : [],
	};
}

/** The display names of the fields that the top of the page describes, by their paths. A report's `perPage` is another one. */
const COMMON: Record<string, string> = {
	output: 'Output',
	outputFields: 'Output Fields',
	returnAll: 'Return All',
	limit: 'Limit',
	'options.page': 'Page',
	'options.perPage': 'Page Size',
	'options.onBehalfOfCustomer': 'Request: On Behalf Of Customer',
	'options.clientIp': 'Request: Client IP',
};

/** The fields inside these groups are described once, at the top of the page. */
const COMMON_GROUPS = /(?:^|\.)(?:expiresIn\.value|metadata\.entries\[\])\./;

/** A record that is chosen as the top of the page describes it. */
const CHOSEN_RECORD = /^The [a-z ]+, by (?:email address, )?ID or URL$/;

const isChosenRecord = ({ field, path }: FieldRow): boolean =>
	field.type === 'resourceLocator' &&
	path === field.name &&
	CHOSEN_RECORD.test(field.description ?? '');

const isCommon = (row: FieldRow): boolean =>
	COMMON[row.path] === row.field.displayName || COMMON_GROUPS.test(row.path) || isChosenRecord(row);

/** Returns the section of an operation or event. */
const section = (
	title: string,
	{ value, description, action = '' }: INodePropertyOptions,
	lines: string[],
	{ names, table }: ReturnType<typeof fieldLines>,
): string[] => [
	`### ${title}`,
	'',
	`${plain(description ?? action)}.`.replace(/\.\.$/, '.'),
	'',
	`- **Value:** \`${String(value)}\``,
	...lines,
	...names,
	'',
	...table,
];

function requestOf({ name, option }: DescribedOperation): string {
	const steps = SEVERAL_STEPS[name];
	if (steps) return steps;
	const { method = 'GET', url = '' } = option.routing?.request ?? {};
	return `\`${String(method)} ${String(url)}\``;
}

function operationSection(operation: DescribedOperation, shared: string[]): string[] {
	const { node, name, option, fields } = operation;
	const output = outputFieldsOf(name).map((field) => `\`${field}\``);
	const lines = [`- **Sends:** ${requestOf(operation)}`];
	const chosen = fields.flatMap((field) => rowsIn(field)).filter(isChosenRecord);
	if (chosen.length > 0)
		lines.push(`- **Needs:** ${chosen.map(({ path }) => `\`${path}\``).join(', ')}`);
	// What only confirms a change has no Output to choose.
	const label = fields.some((field) => field.name === 'output') ? 'Simplified output' : 'Returns';
	if (output.length > 0) lines.push(`- **${label}:** ${output.join(', ')}`);
	const counters = COUNTERS[String(option.value)];
	if (counters) {
		const summary = ['text', ...counters, 'isDryRun', 'stopped', 'rows'];
		lines.push(`- **Summary output:** ${summary.map((field) => `\`${field}\``).join(', ')}`);
	}
	return section(`${nodeTitle(node)}: ${option.name}`, option, lines, fieldLines(fields, shared));
}

const nodeTitle = (node: string): string =>
	nodeTypeOf(node).description.displayName.replace('Video Subscription ', '');

/** Whether a field is shown for an event: not for others only. */
const isOfEvent = (event: INodePropertyOptions, { displayOptions }: INodeProperties): boolean =>
	(displayOptions?.show?.events ?? displayOptions?.show?.['/events'])?.includes(event.value) ??
	false;

/** Returns a field as it is shown for an event: a group has the fields of the event. */
function forEvent(event: INodePropertyOptions, field: INodeProperties): INodeProperties {
	if (field.type !== 'collection') return field;
	return { ...field, options: fieldsWithin(field).filter((inner) => isOfEvent(event, inner)) };
}

/** Returns the fields of each event of the trigger. */
function fieldsOfEvents(): Array<[event: INodePropertyOptions, fields: INodeProperties[]]> {
	const { properties } = nodeTypeOf(TRIGGER).description;
	return triggerEvents().map((event) => [
		event,
		properties.filter((field) => isOfEvent(event, field)).map((field) => forEvent(event, field)),
	]);
}

/** Returns the trigger's events, each with its own fields. */
function triggerSection(shared: string[]): string[] {
	const { description } = nodeTypeOf(TRIGGER).description;
	return [
		'## Trigger',
		'',
		`${plain(description)}. [trigger.md](trigger.md) has its guarantees.`.replace('..', '.'),
		'',
		...fieldsOfEvents().flatMap(([event, fields]) =>
			section(`Trigger: ${event.name}`, event, [], fieldLines(fields, shared)),
		),
	];
}

const nodesWithOperations = (): string[] => [...new Set(operations.map(({ node }) => node))];

/** Returns the text of `docs/operations.md`. */
export function operationsPage(): string {
	const events = fieldsOfEvents().map(([, fields]) => fields);
	const shared = sharedRows([...operations.map(({ fields }) => fields), ...events]);
	const sections = nodesWithOperations().flatMap((node) => [
		`## ${nodeTitle(node)}`,
		'',
		...operations
			.filter((operation) => operation.node === node)
			.flatMap((operation) => operationSection(operation, shared)),
	]);
	const head = [read('operations.head.md'), ...TABLE_HEAD, ...shared, ''];
	return `${[...head, ...sections, ...triggerSection(shared)].join('\n').trimEnd()}\n`;
}

/** Returns the options of Trigger On. */
function triggerEvents(): INodePropertyOptions[] {
	const field = nodeTypeOf(TRIGGER).description.properties.find(({ name }) => name === 'events');
	return field ? choicesOf(field) : [];
}

/** Operations of one request whose name alone does not say what they do. */
const EXPLAINED = [
	'accessToken.refresh',
	'analytics.getReport',
	'authorization.create',
	'browse.getAll',
	'collection.updatePosition',
	'comment.report',
	'customer.addProduct',
	'customer.findByBilling',
	'customer.getWatching',
	'customer.removeProduct',
	'pairingCode.create',
	'pairingCode.get',
	'product.getPrices',
];

/** An operation or event as a list of them shows it. */
export interface Choice {
	name: string;
	/** One sentence without a period. */
	description: string;
	/** Whether it combines several requests. */
	isBeyondApi: boolean;
	/** Whether it needs its description beside its name. */
	isExplained: boolean;
}

const describedChoice = (
	option: INodePropertyOptions,
	{ isBeyondApi, isExplained }: Pick<Choice, 'isBeyondApi' | 'isExplained'>,
): Choice => ({
	name: option.name,
	description: firstSentence(plain(option.description ?? option.action ?? '')),
	isBeyondApi,
	isExplained,
});

/** Returns the first sentence of a description, without its period. */
const firstSentence = (text: string): string => text.replace(/\.(?: .*)?$/, '');

/** Returns the operations and events of each node by their display names. */
export function choicesOfNodes(): Array<{ node: string; choices: Choice[] }> {
	const nodes = nodesWithOperations().map((node) => ({
		node: nodeTitle(node),
		choices: operations
			.filter((operation) => operation.node === node)
			.map(({ name, option }) => {
				const isBeyondApi = name in SEVERAL_STEPS;
				const isExplained = isBeyondApi || EXPLAINED.includes(name);
				return describedChoice(option, { isBeyondApi, isExplained });
			}),
	}));
	const events = triggerEvents().map((event) =>
		describedChoice(event, { isBeyondApi: false, isExplained: true }),
	);
	return [...nodes, { node: 'Trigger', choices: events }];
}

/** Returns the text of `llms.txt`. */
export function llmsText(): string {
	const lines = nodesWithOperations().flatMap((node) => {
		const own = operations.filter((operation) => operation.node === node);
		const names = own.map(({ option }) => `${option.name} (\`${String(option.value)}\`)`);
		return `- ${nodeTitle(node)} (\`n8n-nodes-video-subscription.${node}\`): ${names.join(', ')}`;
	});
	const events = triggerEvents().map(({ name, value }) => `${name} (\`${String(value)}\`)`);
	return `${read('llms.head.md')}\n${lines.join('\n')}\n- Trigger (\`n8n-nodes-video-subscription.${TRIGGER}\`): ${events.join(', ')}\n`;
}
