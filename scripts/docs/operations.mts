// Generates docs/operations.md and llms.txt from the descriptions of the built package.
import { readFileSync } from 'node:fs';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { choicesOf, fieldsWithin, operations, type Operation } from '../lib/descriptions.mts';
import { nodeTypeOf } from '../lib/nodeTypes.mts';
import { outputFieldsOf } from '../schemas/files.mts';

const TRIGGER = 'videoSubscriptionTrigger';
/** Values listed of a dropdown with many. */
const VALUES_SHOWN = 12;

/** The requests of operations with several steps, which the service's interface does not offer. */
const SEVERAL_STEPS: Record<string, string> = {
	'customer.createOrUpdate':
		'Looks the customer up (`GET /customers`), then `POST /customers` if there is none, or `PUT /customers/:id` and `PUT /customers/:id/products` for what differs.',
	'customer.grantAccess':
		'Looks the customer and the access up (`GET /customers`), then `POST /customers` for somebody new, or `PUT /customers/:id/products` where access is missing.',
	'customer.revokeAccess':
		'Looks the customer and the access up (`GET /customers`), then `DELETE /customers/:id/products` where there is access.',
	'customer.syncAccess':
		'Reads everybody who has access (`GET /customers`), then does what Grant Access and Revoke Access do for those who differ.',
	'customer.checkAccess': 'Looks the customer and the access up (`GET /customers`).',
	'video.waitUntilUploaded':
		'Reads the video (`GET /videos/:id`) again and again until it is ready.',
	'pairingCode.waitUntilPaired':
		'Reads the code (`GET /oauth/codes/:code`) again and again until it is paired.',
};

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
const plain = (text: string): string => cell(text.replaceAll(/<[^>]*>/g, ''));

function valuesOf(field: INodeProperties): string {
	const values = choicesOf(field).map(({ value }) => `\`${String(value)}\``);
	const more = values.length - VALUES_SHOWN;
	const shown = values.slice(0, VALUES_SHOWN).join(', ');
	return more > 0 ? `${shown} and ${more} more` : shown;
}

const MODES: Record<string, string> = {
	list: 'from the list',
	id: 'by ID',
	url: 'by address',
	email: 'by e-mail',
};

function kindOf(field: INodeProperties): string {
	if (field.type === 'resourceLocator')
		return (field.modes ?? []).map(({ name }) => MODES[name] ?? name).join(', ');
	if (field.type === 'options' || field.type === 'multiOptions') return valuesOf(field);
	return (
		{ boolean: 'yes or no', dateTime: 'date and time', fixedCollection: 'group' }[
			field.type as string
		] ?? field.type
	);
}

interface Row {
	field: INodeProperties;
	path: string;
}

/** Returns a field with those inside it, in the order of the panel. Collections themselves are left out. */
function rowsOf(field: INodeProperties, above = ''): Row[] {
	const path = above + field.name;
	const within = fieldsWithin(field).flatMap((inner) => rowsOf(inner, `${path}.`));
	return field.type === 'collection' ? within : [{ field, path }, ...within];
}

const isVisible = ({ type }: INodeProperties): boolean => type !== 'notice' && type !== 'hidden';

function table(fields: INodeProperties[]): string[] {
	const rows = fields
		.filter(isVisible)
		.flatMap((field) => rowsOf(field))
		.filter(({ field }) => isVisible(field));
	if (rows.length === 0) return [];
	return [
		'| Field | Name | Type | Description |',
		'| --- | --- | --- | --- |',
		...rows.map(({ field, path }) => {
			const name = `${plain(field.displayName)}${field.required ? ' (required)' : ''}`;
			return `| ${name} | \`${path}\` | ${cell(kindOf(field))} | ${plain(field.description ?? '')} |`;
		}),
		'',
	];
}

/** Options of every operation, described once at the top of the page. */
const EVERYWHERE = new Set(['options.onBehalfOfCustomer', 'options.clientIp']);

function withoutCommon(field: INodeProperties): INodeProperties {
	if (field.name !== 'options' || field.type !== 'collection') return field;
	const options = (field.options ?? []).filter(
		(option) => !EVERYWHERE.has(`options.${option.name}`),
	);
	return { ...field, options };
}

function requestOf({ name, option }: Operation): string {
	const steps = SEVERAL_STEPS[name];
	if (steps) return steps;
	const { method = 'GET', url = '' } = option.routing?.request ?? {};
	return `\`${String(method)} ${String(url)}\``;
}

function operationSection(operation: Operation): string[] {
	const { option, fields } = operation;
	const output = outputFieldsOf(operation.name).map((field) => `\`${field}\``);
	return [
		`### ${operationTitle(operation)}`,
		'',
		`${plain(option.description ?? '')}.`.replace(/\.\.$/, '.'),
		'',
		`- **Value:** \`${String(option.value)}\``,
		`- **Sends:** ${requestOf(operation)}`,
		...(output.length > 0 ? [`- **Simplified output:** ${output.join(', ')}`] : []),
		'',
		...table(fields.map(withoutCommon)),
	];
}

const nodeTitle = (node: string): string =>
	nodeTypeOf(node).description.displayName.replace('Video Subscription ', '');

const operationTitle = ({ node, option }: Operation): string =>
	`${nodeTitle(node)}: ${option.name}`;

const isOfEvent = (event: INodePropertyOptions, { displayOptions }: INodeProperties): boolean =>
	displayOptions?.show?.event?.includes(event.value) ?? false;

/** Returns the trigger's events, each with its own fields. */
function triggerSection(): string[] {
	const { properties, description } = nodeTypeOf(TRIGGER).description;
	return [
		'## Trigger',
		'',
		`${plain(description)}. [trigger.md](trigger.md) has its guarantees.`.replace('..', '.'),
		'',
		...triggerEvents().flatMap((choice) => [
			`### Trigger: ${choice.name}`,
			'',
			`${plain(choice.description ?? choice.action ?? '')}.`.replace(/\.\.$/, '.'),
			'',
			`- **Value:** \`${String(choice.value)}\``,
			'',
			...table(properties.filter((field) => isOfEvent(choice, field))),
		]),
	];
}

const nodesWithOperations = (): string[] => [...new Set(operations.map(({ node }) => node))];

const head = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Returns the text of `docs/operations.md`. */
export function operationsPage(): string {
	const sections = nodesWithOperations().flatMap((node) => [
		`## ${nodeTitle(node)}`,
		'',
		...operations.filter((one) => one.node === node).flatMap(operationSection),
	]);
	return `${[head('operations.head.md'), ...sections, ...triggerSection()].join('\n').trimEnd()}\n`;
}

/** Returns the options of Trigger On. */
function triggerEvents(): INodePropertyOptions[] {
	const event = nodeTypeOf(TRIGGER).description.properties.find(({ name }) => name === 'event');
	return event ? choicesOf(event) : [];
}

/** Returns the operations and events of each node by their display names. */
export function choicesOfNodes(): Array<{
	node: string;
	choices: Array<{ name: string; isBeyondApi: boolean }>;
}> {
	const nodes = nodesWithOperations().map((node) => ({
		node: nodeTitle(node),
		choices: operations
			.filter((one) => one.node === node)
			.map(({ name, option }) => ({ name: option.name, isBeyondApi: name in SEVERAL_STEPS })),
	}));
	const events = triggerEvents().map(({ name }) => ({ name, isBeyondApi: false }));
	return [...nodes, { node: 'Trigger', choices: events }];
}

/** Returns the text of `llms.txt`. */
export function llmsText(): string {
	const lines = nodesWithOperations().flatMap((node) => {
		const own = operations.filter((one) => one.node === node);
		const names = own.map(({ option }) => `${option.name} (\`${String(option.value)}\`)`);
		return `- ${nodeTitle(node)} (\`n8n-nodes-video-subscription.${node}\`): ${names.join(', ')}`;
	});
	const events = triggerEvents().map(({ name, value }) => `${name} (\`${String(value)}\`)`);
	return `${head('llms.head.md')}\n${lines.join('\n')}\n- Trigger (\`n8n-nodes-video-subscription.${TRIGGER}\`): ${events.join(', ')}\n`;
}
