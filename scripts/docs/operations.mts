// docs/operations.md and llms.txt, written from the descriptions of the built package.
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { choicesOf, fieldsWithin, operations, type Operation } from '../lib/descriptions.mts';
import { nodeTypeOf } from '../lib/nodeTypes.mts';
import { outputFieldsOf } from '../schemas/files.mts';

const TRIGGER = 'videoSubscriptionTrigger';
/** Longer lists of values are told by their first ones. */
const VALUES_TOLD = 12;

/** Operations of several steps (the package's own, beyond the service's interface), and what they send. */
const SEVERAL_STEPS: Record<string, string> = {
	'customer.createOrUpdate':
		'Looks the customer up (`GET /customers`), then `POST /customers` if there is none, or `PUT /customers/:id` and `PUT /customers/:id/products` for what differs.',
	'customer.grantAccess':
		'Looks the customer and the access up (`GET /customers`), then `POST /customers` for somebody new, or `PUT /customers/:id/products` where access is missing. Where nobody has the address and a customer has a similar one (other accents, capitals beyond A to Z, an encoded domain), it fails and names that customer; so do Create or Update, Revoke Access and Check Access.',
	'customer.revokeAccess':
		'Looks the customer and the access up (`GET /customers`), then `DELETE /customers/:id/products` where there is access.',
	'customer.syncAccess':
		'Reads everybody who has access (`GET /customers`), then does what Grant Access and Revoke Access do for those who differ. Addresses are equal whatever the case of A to Z. A customer whose address is only similar to one in the list or in Never Revoke (blanks, invisible signs, other accents, capitals beyond A to Z, an encoded domain) is left alone and comes out with the outcome `unclear`. In one execution it can run once for a product: bring several inputs together with Merge, and put it behind a loop.',
	'customer.checkAccess':
		'Looks the customer and the access up (`GET /customers`). Without access, `reason` says why: `cancelled`, `paused`, `expired`, `refunded`, `disabled`, `never` (a customer who never had the product) or `unknownCustomer`. A customer without an address has no reason, because only lists tell it.',
	'video.waitUntilUploaded':
		'Reads the video (`GET /videos/:id`) again and again until it is ready.',
	'pairingCode.waitUntilPaired':
		'Reads the code (`GET /oauth/codes/:code`) again and again until it is paired.',
};

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
const plain = (text: string): string => cell(text.replaceAll(/<[^>]*>/g, ''));

function valuesOf(field: INodeProperties): string {
	const values = choicesOf(field).map(({ value }) => `\`${String(value)}\``);
	const more = values.length - VALUES_TOLD;
	const told = values.slice(0, VALUES_TOLD).join(', ');
	return more > 0 ? `${told} and ${more} more` : told;
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

/** Fields in the order of the panel; those inside a collection come with its name. */
function rowsOf(field: INodeProperties, above = ''): Row[] {
	const path = above + field.name;
	const within = fieldsWithin(field).flatMap((inner) => rowsOf(inner, `${path}.`));
	return field.type === 'collection' ? within : [{ field, path }, ...within];
}

const isTold = ({ type }: INodeProperties): boolean => type !== 'notice' && type !== 'hidden';

function table(fields: INodeProperties[]): string[] {
	const rows = fields
		.filter(isTold)
		.flatMap((field) => rowsOf(field))
		.filter(({ field }) => isTold(field));
	if (rows.length === 0) return [];
	return [
		'| Field | Name | Takes | What it is |',
		'| --- | --- | --- | --- |',
		...rows.map(({ field, path }) => {
			const name = `${plain(field.displayName)}${field.required ? ' (required)' : ''}`;
			return `| ${name} | \`${path}\` | ${cell(kindOf(field))} | ${plain(field.description ?? '')} |`;
		}),
		'',
	];
}

/** Options of every operation, told once at the top of the page. */
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
		...(output.length > 0 ? [`- **Gives, simplified:** ${output.join(', ')}`] : []),
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

/** The trigger's events, each with its own fields. */
function triggerSection(): string[] {
	const { properties, description } = nodeTypeOf(TRIGGER).description;
	return [
		'## Trigger',
		'',
		`${plain(description)}. Its promises are in [trigger.md](trigger.md).`.replace('..', '.'),
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

const INTRODUCTION = `# Operations

Every operation with its fields, what it sends and what it gives, written from the nodes themselves by
\`npm run docs\`. A field's name is what a saved workflow and an expression use. What is not set is not
sent.

Everywhere: \`options.onBehalfOfCustomer\` sends the customer header (\`SVC-Customer\`), \`options.clientIp\`
the address of the customer's device (\`SVC-Client-IP\`). Each item that comes out is paired with the item
that caused it; an error leaves by the error output when the node has one.
`;

const nodesWithOperations = (): string[] => [...new Set(operations.map(({ node }) => node))];

/** The text of `docs/operations.md`. */
export function operationsPage(): string {
	const sections = nodesWithOperations().flatMap((node) => [
		`## ${nodeTitle(node)}`,
		'',
		...operations.filter((one) => one.node === node).flatMap(operationSection),
	]);
	return `${[INTRODUCTION, ...sections, ...triggerSection()].join('\n').trimEnd()}\n`;
}

const LLMS_HEAD = `# n8n-nodes-video-subscription

> n8n community nodes for a video subscription service: products, customers and their access, videos,
> collections, live events, comments, analytics, device pairing, and a polling trigger.

To give a customer access use Customer: Grant Access (it looks first and can be run twice), not Create or
Add Product; to take it away Revoke Access; to look only Check Access. To make who
has access match a whole list, use Customer: Sync Access (its input is the whole list). Behind the trigger
put Remove Duplicates on \`{{ $json.event.id }}\`. Dry Run in the options shows what would be done.

## Docs

- [README](README.md): installing, credentials, a first job, troubleshooting
- [Getting started](docs/getting-started.md): the same step by step, for people in operations
- [Operations](docs/operations.md): every operation with its fields
- [Trigger](docs/trigger.md): what the trigger promises
- [Webhooks](docs/webhooks.md): what the service pushes, received with n8n's Webhook node
- [The service](docs/service.md): what the nodes rely on about the service's interface
- [Performance](docs/performance.md): measurements, sizes of lists, versions of n8n
- [Examples](examples/README.md): workflows to import, one for each job

## Operations
`;

/** The events of the trigger, as people choose them. */
function triggerEvents(): INodePropertyOptions[] {
	const event = nodeTypeOf(TRIGGER).description.properties.find(({ name }) => name === 'event');
	return event ? choicesOf(event) : [];
}

/** What one can choose in each node, by the node's title; what goes beyond the service's own interface is marked. */
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

/** The text of `llms.txt`. */
export function llmsText(): string {
	const lines = nodesWithOperations().flatMap((node) => {
		const own = operations.filter((one) => one.node === node);
		const told = own.map(({ option }) => `${option.name} (\`${String(option.value)}\`)`);
		return `- ${nodeTitle(node)} (\`n8n-nodes-video-subscription.${node}\`): ${told.join(', ')}`;
	});
	const events = triggerEvents().map(({ name, value }) => `${name} (\`${String(value)}\`)`);
	return `${LLMS_HEAD}\n${lines.join('\n')}\n- Trigger (\`n8n-nodes-video-subscription.${TRIGGER}\`): ${events.join(', ')}\n`;
}
