import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { parametersOf, type DescribedOperation } from '../../scripts/lib/descriptions.mts';
import { parameterAt } from '../../scripts/lib/workflows.mts';
import { TRIED_ELSEWHERE } from '../../scripts/workflows/unused.mts';
import type { SimulatedService } from '../../service/index.mts';
import {
	filledIn,
	runSaved,
	savedNodes,
	savedUsing,
	withValue,
	type SavedNode,
} from '../kit/saved.mts';
import { BASE_URL, Wire } from '../kit/wire.mts';

/** Operations that read their parameters once for the whole run, or do the same for two items once. */
const ONCE_A_RUN = [
	'customer.checkAccess',
	'customer.createOrUpdate',
	'customer.grantAccess',
	'customer.revokeAccess',
	'customer.syncAccess',
	'collection.syncItems',
];

/** Fields that must have a value although they have a default, because they decide what is sent. */
const DECIDING = [
	...['customerSource', 'itemType', 'period', 'periodAmount', 'periodUnit'],
	...[
		'dryRun',
		'stopIfMoreRevokedThan',
		'stopIfMoreRemovedThan',
		'stopIfMoreGrantedThan',
		'amount',
		'unit',
		'timeout',
	],
	...['revoke', 'remove'],
	...['receipt', 'packageName', 'subscriptionId', 'token', 'transactionId'],
];

/** Lists that protect: an expression without a value is refused. An empty text is the field as it was added. */
const PROTECTING = ['neverRevoke'];

/**
 * Texts of one line that are not tried with blanks at both ends: a password and a value of metadata keep them, and a second
 * creation of one address is refused.
 */
const UNTRIMMED = ['email', 'password', 'value'];

/** Texts that no person reads: secrets, and the codes of a purchase. */
const CODES = [
	...['password', 'refreshToken', 'customerAccessToken'],
	...['packageName', 'receipt', 'subscriptionId', 'token', 'transactionId'],
];

/** Types whose errors quote an invalid word. */
const QUOTED = ['boolean', 'number', 'options', 'multiOptions'];

/** Fields that take other names than those that they offer. */
const FREE = ['outputFields'];

/** Values of a blank cell of a sheet, or of an expression that returns nothing. */
const BLANKS = [null, undefined, [null], '', ' \u00A0', [], ['', ' ']];

type Expected = 'refused' | 'absent' | { like: unknown };
type Case = [value: unknown, expected: Expected];

const refused = (...values: unknown[]): Case[] => values.map((value) => [value, 'refused']);
const like = (expected: unknown, ...values: unknown[]): Case[] =>
	values.map((value) => [value, { like: expected }]);

/** The cases of each type of field; `plain` is the value in the saved workflow. */
const CASES: Record<string, (plain: unknown, field: INodeProperties) => Case[]> = {
	boolean: () => [
		...refused({ a: 1 }, 'maybe', 2),
		...like(true, 'true', 1, '1'),
		...like(false, 'false', 0, '0'),
	],
	number: (plain) => [...refused({ a: 1 }, 'abc', true, Infinity), ...like(plain, String(plain))],
	string: (plain, { name, typeOptions, description = '' }) => [
		...refused({ a: 1 }, true, false, NaN, ...(name === 'password' ? ['1234567'] : [])),
		...like('5', 5),
		...(typeOptions?.rows || UNTRIMMED.includes(name)
			? []
			: like(plain, ` ${String(plain)}\u00A0`)),
		...(CODES.includes(name) ? [] : refused('#N/A')),
		...(name.endsWith('Url') ? refused('nowhere') : []),
		...(description.endsWith('separated by commas') ? like(plain, String(plain).split(',')) : []),
	],
	options: () => refused({ a: 1 }, 'none of them', true, 12_345),
	multiOptions: (plain, { name }) => [
		...(FREE.includes(name)
			? refused({}, true)
			: refused({}, 'none of them', ['none of them'], true)),
		...like(plain, [plain].flat().join(', ')),
	],
	dateTime: () => [
		...refused({ a: 1 }, 0, 45_413, true, '01/02/2026', '2026-02-30'),
		...like('1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'),
	],
	resourceLocator: () => refused({ a: 1 }, true, 1.5, 'x y'),
	json: () => refused(5, true, '[]', 'x'),
};

interface Field {
	title: string;
	field: INodeProperties;
	path: string[];
	/** The labels that an error may use: its own, or that of its group. */
	labels: string[];
	saved: SavedNode;
	parameters: INodeParameters;
	isAlone: boolean;
	/** Records what the operation sends. */
	wire: Wire;
}

/**
 * Merges the parameters of the saved nodes of an operation, because n8n shows more fields when an expression decides.
 * Leaves out those of another type, whose fields have other choices.
 */
const othersOf = (
	name: string,
	{ parameters: { type } }: SavedNode,
	service: SimulatedService,
): INodeParameters =>
	Object.fromEntries(
		savedNodes
			.filter(({ node, operation }) => `${node}.${operation}` === name)
			.filter(({ parameters }) => parameters.type === type)
			.flatMap((saved) => Object.entries(filledIn(saved, service))),
	);

/** Returns a function that tells whether a field is the first of its definition, which operations of a node may share. */
function firstOfEach() {
	const known = new Set<string>();
	return (node: string, path: string[], { type, required, options = [] }: INodeProperties) => {
		const key = JSON.stringify([node, path, type, required, options.map(({ name }) => name)]);
		return known.size < known.add(key).size;
	};
}

/** Returns the fields of operations that a saved workflow has a value for. */
function fieldsOf(guarded: DescribedOperation[], wire: Wire): Field[] {
	const isNew = firstOfEach();
	return guarded.flatMap((operation) => {
		const parameters = parametersOf(operation);
		const labelAt = (path: string[]) =>
			parameters.find((parameter) => parameter.path.join() === path.join())?.field.displayName ??
			'';
		return parameters.flatMap(({ field, path }): Field[] => {
			const saved = savedUsing(operation.name, path);
			const isTried = field.type in CASES && saved && isNew(operation.node, path, field);
			if (!isTried || ['resource', 'operation'].includes(field.name)) return [];
			return [
				{
					title: `${operation.name} ${path.join('.')}`,
					labels: [field.displayName, labelAt(path.slice(0, -1))].filter((label) => label !== ''),
					parameters: {
						...othersOf(operation.name, saved, wire.service),
						authentication: 'apiKey',
						...filledIn(saved, wire.service),
					},
					isAlone: ONCE_A_RUN.includes(operation.name),
					...{ field, path, saved, wire },
				},
			];
		});
	});
}

/** Returns the fields of operations that no saved workflow has a value for. */
function untriedOf(guarded: DescribedOperation[], tried: Field[]): string[] {
	const isNew = firstOfEach();
	for (const { saved, path, field } of tried) isNew(saved.node, path, field);
	return guarded.flatMap((operation) =>
		parametersOf(operation)
			.filter(({ field }) => field.type in CASES && !TRIED_ELSEWHERE.includes(field.name))
			.filter(({ field, path }) => isNew(operation.node, path, field))
			.map(({ path }) => `${operation.name} ${path.join('.')}`),
	);
}

/** Returns an option whose header shows which item sent a request. */
function markOf({ name }: INodeProperties) {
	return name === 'clientIp'
		? {
				option: { onBehalfOfCustomer: '={{ 90000 + $itemIndex }}' },
				header: 'svc-customer',
				markOfItem: (index: number) => `${BASE_URL}/customers/${90_000 + index}`,
			}
		: {
				option: { clientIp: '={{ "10.0.0." + $itemIndex }}' },
				header: 'svc-client-ip',
				markOfItem: (index: number) => `10.0.0.${index}`,
			};
}

interface Outcome {
	sent: string[];
	error: string;
}

/** Runs the node with one item for each value of the field, and returns what each item sent or failed with. */
async function outcomesOf(
	tested: Field,
	tried: unknown[],
	expression?: string,
): Promise<Outcome[]> {
	const { saved, path, field, parameters, wire } = tested;
	const { option, header, markOfItem } = markOf(field);
	const isOfCustomer = parameters.email !== undefined;
	const { items, error } = await runSaved(saved, wire.service, {
		parameters: withValue(
			{
				...parameters,
				// The node does not repeat a creation of the last minutes, so each item has another address.
				...(isOfCustomer && { email: '={{ "person" + $itemIndex + "@example.com" }}' }),
				options: { ...(parameters.options as IDataObject), ...option },
			},
			path,
			expression,
		) as INodeParameters,
		input: tried.map((value): IDataObject => ({ has: value !== undefined, value }) as IDataObject),
		onError: 'continueRegularOutput',
	});
	const sent = wire.take();
	const plain = (text: string) => text.replaceAll(/person\d+/g, 'person');
	return tried.map((_, index): Outcome => {
		const mine = sent.filter(({ headers }) => headers[header] === markOfItem(index));
		const texts = mine.map((request) => {
			const { [header]: _mark, ...headers } = request.headers;
			const body = Object.entries(request.body).sort();
			return plain(JSON.stringify({ ...request, body, headers }));
		});
		const failed = items.find(({ pairedItem, json }) => {
			const { item } = (pairedItem ?? {}) as { item?: number };
			return item === index && 'error' in json;
		});
		const message = String(failed?.json.error ?? error?.message ?? '');
		return { sent: texts.sort(), error: plain(message) };
	});
}

const GIVEN = '={{ $json.has ? $json.value : undefined }}';

async function outcomesFor(field: Field, tried: unknown[]): Promise<Outcome[]> {
	if (!field.isAlone) return await outcomesOf(field, tried, GIVEN);
	const outcomes: Outcome[] = [];
	for (const value of tried) outcomes.push(...(await outcomesOf(field, [value], GIVEN)));
	return outcomes;
}

/** Whether nothing was sent, and the error names the field and quotes an invalid word, but no secret. */
function isRefused({ labels, field }: Field, value: unknown, { sent, error }: Outcome): boolean {
	if (field.typeOptions?.password === true && error.includes(': "')) return false;
	const isWord = typeof value === 'string' && value.trim() !== '' && QUOTED.includes(field.type);
	if (isWord && !error.includes(`"${value}"`)) return false;
	const isNamed = labels.some((label) => error.includes(`"${label}"`));
	return sent.length === 0 && (isNamed || error.includes(`"${field.name}"`));
}

function isNeeded({ field, path: [first, second] }: Field): boolean {
	const isFilter = first === 'filters';
	const decides = DECIDING.includes(field.name) || (first === 'billingProvider' && !second);
	return isFilter || decides || field.required === true;
}

/**
 * Tries values of wrong types in every field of the operations, in a saved workflow that uses the field. An operation
 * sends the same as for the right value, the same as without the field, or nothing and an error with the field's name.
 */
export function itReadsOrRefusesValues(guarded: DescribedOperation[]): void {
	describe('values of fields', () => {
		const fields = fieldsOf(guarded, new Wire());

		it('a saved workflow has a value for every field', () => {
			const hint =
				'No saved workflow in test/workflows/ has these fields: `npm run workflows:add` says where to add which values';
			expect(untriedOf(guarded, fields), hint).toEqual([]);
		});

		it.each(fields)('$title rejects or converts values of a wrong type', async (field) => {
			const plain = parameterAt(field.parameters, field.path);
			const blank = isNeeded(field) ? 'refused' : 'absent';
			const isProtecting = PROTECTING.includes(field.field.name);
			const isMissing = (value: unknown) => [value].flat().some((entry) => entry == null);
			const cases: Case[] = [
				...BLANKS.map(
					(value): Case => [value, isProtecting && isMissing(value) ? 'refused' : blank],
				),
				...(CASES[field.field.type]?.(plain, field.field) ?? []),
			];
			const patterns = cases.flatMap(([, expected]) =>
				typeof expected === 'object' ? [expected.like] : [],
			);
			const rights = [...new Set(patterns)];
			const outcomes = await outcomesFor(field, [...cases.map(([value]) => value), ...rights]);
			const [absent] = blank === 'absent' ? await outcomesOf(field, [{}]) : [];
			const wrong = cases.filter(([value, expected], index) => {
				const outcome = outcomes[index];
				if (!outcome) return true;
				if (expected === 'refused') return !isRefused(field, value, outcome);
				const right =
					expected === 'absent' ? absent : outcomes[cases.length + rights.indexOf(expected.like)];
				return JSON.stringify(outcome) !== JSON.stringify(right);
			});
			expect(
				wrong.map(([value]) => [value, outcomes[cases.findIndex(([other]) => other === value)]]),
				'Values with what was sent: refuse them by the name of the field, or send what the right value sends',
			).toEqual([]);
		});
	});
}
