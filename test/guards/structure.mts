import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	choicesOf,
	type DescribedOperation,
	fieldsWithin,
	parametersIn,
	parametersOf,
	type Parameter,
	urlsOf,
} from '../../scripts/lib/descriptions.mts';
import { PACKAGE_NAME } from '../../scripts/lib/paths.mts';
import { only } from '../kit/defined.mts';
import { parsed } from '../kit/json.mts';
import { nodeTypeOf, nodeTypes, workflowOf } from '../kit/engine.mts';
import { VideoSubscriptionApi } from '../../credentials/VideoSubscriptionApi.credentials.ts';

// n8n's lint checks literals only. These guards check descriptions that are assembled from parts, and the promised order.

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The categories that n8n's documentation of codex files names. */
const CATEGORIES = [
	...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
	...['Marketing & Content', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];

/** Nodes that accept only the OAuth2 credential. */
const CLIENT_ONLY = ['accessToken', 'pairingCode'];

const SENTENCE_CASE = /^[A-Z][a-z]+( [a-z-]+)+$/;

/** Characters: a new node is named after its action, and the canvas shows two lines of a name. */
const MAX_NAME = 38;

/** A single sentence without a final period, or several with one. */
const DESCRIPTION = /^[A-Z]([^.]*|.*\. .*\.)$/;

/** Fields that n8n adds to every node. */
const OF_N8N = ['pollTimes', 'requestOptions'];

/** Returns the fields of a node, without those that n8n adds to every node. */
export const ownFields = ({ description }: INodeType): INodeProperties[] =>
	description.properties.filter(({ name }) => !OF_N8N.includes(name));

const allParameters = (type: INodeType): Parameter[] =>
	ownFields(type).flatMap((field) => parametersIn(field));

/** Returns all fields of a node, each with its path. */
const titledFields = (type: INodeType) =>
	allParameters(type).map(({ field, path }) => [path.join('.'), field] as const);

/** Locators that begin with a column of the rows. */
const COLUMNS: Record<string, string> = {
	'collection.syncItems collectionItem': '={{ $json.collection_id }}',
	'collection.syncItems file': '={{ $json.file_id }}',
	'collection.syncItems video': '={{ $json.video_id }}',
};

/** The pages that a codex links to. */
const { homepage: HOMEPAGE } = parsed<{ homepage: string }>(
	readFileSync(join(root, 'package.json'), 'utf8'),
);
const { documentationUrl: CREDENTIALS_PAGE } = new VideoSubscriptionApi();

const hasDuplicates = (values: readonly unknown[]) => new Set(values).size < values.length;

/** Locators without a list or URL mode, and why. */
const OTHER_MODES: Record<string, string[]> = {
	// Comments are listed by video, and these do not ask for one.
	'comment.get comment': ['id', 'url'],
	'comment.report comment': ['id', 'url'],
	// Live events are listed by product, and this does not ask for one.
	'liveEvent.get liveEvent': ['id', 'url'],
	// The API lists no extras.
	'collection.addItem file': ['id', 'url'],
	'collection.removeItem file': ['id', 'url'],
	// A list of one is not what it takes: these begin with a column.
	'collection.syncItems collectionItem': ['id', 'url'],
	'collection.syncItems file': ['id', 'url'],
	'collection.syncItems video': ['id', 'url'],
	// An item of a collection has an id, but no address.
	'collection.updateItemPosition item': ['list', 'id'],
};

const CUSTOMERS = ['customer', 'onBehalfOfCustomer'];

/** The groups of a panel in their order, below everything else. */
const GROUPS = [
	'additionalFields',
	'updateFields',
	'returnAll',
	'limit',
	'filters',
	'sorting',
	'output',
	'outputFields',
	'options',
];

/** Settings of the request, the last ones of Options. */
const OF_REQUEST = ['Request: Client IP', 'Request: On Behalf Of Customer'];

/** Returns the text below a node's name on the canvas. */
export function subtitleOf(name: string, parameters: INodeParameters): unknown {
	const type = `${PACKAGE_NAME}.${name}`;
	const saved: INode = { id: 'a', name: 'A', type, typeVersion: 1, position: [0, 0], parameters };
	const { subtitle } = nodeTypeOf(name).description;
	const { expression, nodes } = workflowOf([saved]);
	return expression.getSimpleParameterValue(nodes.A ?? saved, subtitle, 'internal', {});
}

const lettersOf = (text: unknown) =>
	String(text)
		.toLowerCase()
		.replace(/[^a-z\d]/g, '');

/** Returns how many letters and digits two texts have in common at their beginning. */
function alike(a: unknown, b: unknown): number {
	const [first, second] = [lettersOf(a), lettersOf(b)];
	const end = [...first].findIndex((sign, index) => sign !== second[index]);
	return end < 0 ? first.length : end;
}

/** Whether the label of a choice begins with the value of another one rather than with its own. */
const isSwapped = (choice: INodePropertyOptions, all: INodePropertyOptions[]): boolean =>
	all.some(({ value }) => {
		const length = lettersOf(value).length;
		const isSaid = length > 1 && alike(choice.name, value) === length;
		return isSaid && length > alike(choice.name, choice.value);
	});

/** Returns a name in sentence case. */
export const inWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();

/** Expects of nodes, and of the operations of each, the usual form of a panel: names, order, labels, secrets. */
export function itHasTheUsualPanel(
	nodes: Array<[name: string, type: INodeType]>,
	guarded: DescribedOperation[],
): void {
	describe.each(nodes)('%s', (name, type) => {
		const { description, methods } = type;
		const directory = name.charAt(0).toUpperCase() + name.slice(1);

		it('has a display name that begins with the name of the package', () => {
			expect(description.displayName).toMatch(/^Video Subscription /);
			expect(description.defaults.name).toBe(description.displayName);
		});

		it('has hints for the workflow builder that name existing nodes', () => {
			const { builderHint } = description;
			const hint =
				'its searchHint says in a sentence of 60 characters or more when to take this node';
			expect(builderHint?.searchHint, hint).toMatch(/^.{60,}\.$/s);
			for (const { content } of builderHint?.extraTypeDefContent ?? []) {
				expect(content).toMatch(/^<patterns>\n.+\n<\/patterns>$/s);
			}
			for (const { nodeType } of builderHint?.relatedNodes ?? []) {
				expect(Object.keys(nodeTypes).map((other) => `${PACKAGE_NAME}.${other}`)).toContain(
					nodeType,
				);
			}
		});

		it('has a codex with its name, and its icons', () => {
			const codex = parsed<{
				node: string;
				nodeVersion: string;
				categories: string[];
				resources: unknown;
			}>(readFileSync(join(root, `nodes/${directory}/${directory}.node.json`), 'utf8'));
			expect(codex.node).toBe(`${PACKAGE_NAME}.${name}`);
			expect(Number(codex.nodeVersion)).toBe(description.version);
			for (const category of codex.categories) expect(CATEGORIES).toContain(category);
			const isForDevelopers = codex.categories.includes('Development');
			expect(isForDevelopers).toBe(CLIENT_ONLY.includes(name));
			expect(codex.resources).toEqual({
				credentialDocumentation: [{ url: CREDENTIALS_PAGE }],
				primaryDocumentation: [{ url: HOMEPAGE }],
			});
			const { iconUrl } = description;
			if (typeof iconUrl !== 'object') expect.fail('It has no icon for light and dark');
			for (const url of [iconUrl.light, iconUrl.dark]) {
				expect(existsSync(join(root, url.replace(`icons/${PACKAGE_NAME}/`, ''))), url).toBe(true);
			}
			expect(iconUrl.light).not.toBe(iconUrl.dark);
		});

		it('authenticates with either credential, or with the client alone', () => {
			const authentication = description.properties.filter(
				(field) => field.name === 'authentication',
			);
			expect(authentication).toHaveLength(1);
			const shown = (description.credentials ?? []).map(
				({ name: credential, required, displayOptions }) => [
					credential,
					required,
					displayOptions?.show?.authentication,
				],
			);
			if (CLIENT_ONLY.includes(name)) {
				expect(authentication[0]).toMatchObject({ type: 'hidden', default: 'oAuth2' });
				expect(shown).toEqual([['videoSubscriptionOAuth2Api', true, undefined]]);
				return;
			}
			expect(choicesOf(only(authentication)).map(({ value }) => value)).toEqual([
				'apiKey',
				'oAuth2',
			]);
			expect(only(authentication).default).toBe('apiKey');
			expect(shown).toEqual([
				['videoSubscriptionApi', true, ['apiKey']],
				['videoSubscriptionOAuth2Api', true, ['oAuth2']],
			]);
		});

		it('lists long choices and collections in alphabetical order', () => {
			for (const [title, field] of titledFields(type)) {
				const names =
					field.type === 'collection'
						? fieldsWithin(field)
								.map(({ displayName }) => displayName)
								.filter((label) => !OF_REQUEST.includes(label))
						: choicesOf(field).map((option) => option.name);
				if (names.length < 5) continue;
				const sorted = names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
				expect(names, title).toEqual(sorted);
			}
		});

		it('describes each switch in a sentence with Whether', () => {
			for (const [title, { type: kind, description: text }] of titledFields(type)) {
				if (kind === 'boolean') expect(text, title).toMatch(/^Whether /);
			}
		});

		it('offers no choice twice', () => {
			for (const [title, field] of titledFields(type)) {
				for (const key of ['name', 'value'] as const) {
					const all = choicesOf(field).map((option) => option[key]);
					expect(hasDuplicates(all), `${title} ${key}`).toBe(false);
				}
			}
		});

		it('offers no choice with the value that another label says', () => {
			const swapped = titledFields(type).flatMap(([title, field]) =>
				choicesOf(field)
					.filter((choice) => isSwapped(choice, choicesOf(field)))
					.map((choice) => `${title}: ${choice.name}`),
			);
			expect(swapped).toEqual([]);
		});

		it('masks the input of secrets', () => {
			const secret = /^(password|receipt|transactionId|.*token)$/i;
			const shown = titledFields(type).filter(
				([, field]) =>
					field.type === 'string' && secret.test(field.name) && !field.typeOptions?.password,
			);
			expect(shown.map(([title]) => title)).toEqual([]);
		});

		it('has exactly the list searches that its locators use', () => {
			const searched = titledFields(type).flatMap(([, { modes = [] }]) =>
				modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
			);
			expect(Object.keys(methods?.listSearch ?? {}).sort()).toEqual([...new Set(searched)].sort());
		});
	});

	const withOperations = nodes.filter(([, { poll }]) => !poll);
	describe.each(withOperations)('the operations of %s', (node, type) => {
		const own = guarded.filter((operation) => operation.node === node);

		it('are guarded by the tests of their folder', () => {
			const folder = node.charAt(0).toUpperCase() + node.slice(1);
			const file = `test/nodes/${folder}/guards.test.mts`;
			expect(existsSync(join(root, file)), `npm run workflows:add adds ${file}`).toBe(true);
		});

		it.each(own.map(({ option }) => [option.name, option] as const))(
			'%s has a name, an action and a description in the usual form',
			(_, option) => {
				expect(option.name).toMatch(/^[A-Z]/);
				expect(option.value).toMatch(/^[a-z][A-Za-z]+$/);
				expect(option.action).toMatch(SENTENCE_CASE);
				const resourceName = node.replace(/[A-Z]/g, ' $&').toLowerCase();
				const action = String(option.action).toLowerCase();
				const [verb = '', ...rest] = option.name.toLowerCase().split(' ');
				expect(action.startsWith(verb), option.action).toBe(true);
				// What is acted on: the resource, or what else the name says.
				const noun = String(resourceName.split(' ').at(-1)?.slice(0, -1));
				const said = rest.filter((word) => word !== 'many');
				const missing = (said.length > 0 ? said : [noun]).filter((word) => !action.includes(word));
				expect(missing, `"${option.action}" says what is acted on`).toEqual([]);
				expect(option.action?.length).toBeLessThanOrEqual(MAX_NAME);
				expect(option.description).toMatch(DESCRIPTION);
				expect(
					subtitleOf(node, { resource: node, operation: option.value }),
					'the text below its name on the canvas',
				).toBe(`${inWords(resourceName)}: ${option.name.toLowerCase()}`);
			},
		);

		it('belong to one resource, which the panel shows', () => {
			const { properties } = type.description;
			expect(properties.filter(({ name }) => name === 'resource')).toMatchObject([
				{ type: 'options', default: node, options: [{ value: node }], noDataExpression: true },
			]);
			expect(properties.find(({ name }) => name === 'operation')?.displayOptions).toEqual({
				show: { resource: [node] },
			});
		});

		it('order their fields: required ones, the groups, options last', () => {
			for (const { name, fields } of own) {
				const names = fields.filter(({ type }) => type !== 'notice').map((field) => field.name);
				const groups = GROUPS.filter((group) => names.includes(group));
				const rest = names.filter((field) => !GROUPS.includes(field));
				expect(names, name).toEqual([...rest, ...groups]);
			}
		});

		it('place notices at the top, above the filters, or below the output that they are about', () => {
			const misplaced: string[] = [];
			for (const { name, fields } of own) {
				const names = fields.map((field) => field.name);
				const firstGroup = names.findIndex((field) => GROUPS.includes(field));
				for (const [index, { type, name: field }] of fields.entries()) {
					if (type !== 'notice') continue;
					const isOfFilters = names[index + 1] === 'filters';
					const isOfOutput = field === 'rawNotice' && names[index - 1] === 'outputFields';
					const isInPlace = index < firstGroup || isOfFilters || isOfOutput;
					if (!isInPlace) misplaced.push(`${name} ${field}`);
				}
			}
			expect(misplaced).toEqual([]);
		});

		// n8n's workflow builder and MCP server take one field of each name for an operation.
		it('have no two fields with the same name', () => {
			for (const { name, fields } of own) {
				const names = fields.map((field) => field.name);
				expect(hasDuplicates(names), name).toBe(false);
			}
		});

		it('have URLs whose placeholders are required fields', () => {
			const wrong = own.flatMap((operation) => {
				const placeholders = urlsOf(operation).flatMap((url) =>
					[...url.matchAll(/:(\w+)/g)].map(([, placeholder]) => placeholder),
				);
				return placeholders
					.filter((placeholder) => {
						const filling = operation.fields.filter((field) => field.name === placeholder);
						return filling.length !== 1 || !filling[0]?.required;
					})
					.map((placeholder) => `${operation.name} :${placeholder ?? ''}`);
			});
			const hint = 'Add the operation to shownFor(…) of that required field in the node';
			expect(wrong, hint).toEqual([]);
		});

		it('have no defaults of requests, which n8n would evaluate for each item', () => {
			expect(type.description.requestDefaults).toEqual({});
		});

		it('have locators by list, ID and URL, and by email first for customers', () => {
			for (const operation of own) {
				for (const { field, path } of parametersOf(operation)) {
					if (field.type !== 'resourceLocator') continue;
					const title = `${operation.name} ${path.join('.')}`;
					const modes = (field.modes ?? []).map((mode) => mode.name);
					const email = CUSTOMERS.includes(field.name) ? ['email'] : [];
					expect(
						modes,
						`${title}: add a search to SEARCH_METHODS of locators.ts, or its modes to OTHER_MODES here`,
					).toEqual(OTHER_MODES[title] ?? [...email, 'list', 'id', 'url']);
					expect(field.default, title).toEqual({ mode: modes[0], value: COLUMNS[title] ?? '' });
				}
			}
		});
	});
}
