import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	parametersOf,
	segmentOf,
	type DescribedOperation,
	type Parameter,
} from '../../scripts/lib/descriptions.mts';
import type { RunOptions, RunResult } from '../kit/engine.mts';
import { filledIn, runSaved, savedUsing, withValue, type SavedNode } from '../kit/saved.mts';
import { BASE_URL, Wire, type Recorded } from '../kit/wire.mts';
import { defined } from '../kit/defined.mts';
import type { SimulatedService } from '../../service/index.mts';

/** Serializes and sorts the requests: items run side by side. */
const inOrder = (requests: Recorded[]) => requests.map((request) => JSON.stringify(request)).sort();

/** Operations that read the locator once for the whole run. */
const ONCE_A_RUN = ['customer.syncAccess', 'collection.syncItems'];

/** Locators of a list that is compared: its saved workflow is a dry run, which sends none of them. */
const COMPARED = ['video', 'collectionItem', 'file'].map((name) => `collection.syncItems ${name}`);

/** Operations whose requests depend on what an earlier item has looked up or done for the same customer. */
const REMEMBERED = [
	'customer.checkAccess',
	'customer.create',
	'customer.createOrUpdate',
	'customer.grantAccess',
	'customer.revokeAccess',
];

interface Locator {
	title: string;
	name: string;
	label: string;
	modes: string[];
	/** Whether a blank value is not sent. */
	isOptional: boolean;
	/** Whether one value applies to all items. */
	isOnceARun: boolean;
	/** Whether an item sends other requests after an earlier item for the same customer. */
	isRemembered: boolean;
	/** Runs the saved workflow with another value of the locator. */
	run: (value: NodeParameterValueType, given?: Given) => Promise<RunResult>;
}

type Given = Pick<RunOptions, 'input' | 'onError'>;

function runOf(
	saved: SavedNode | undefined,
	path: string[],
	title: string,
	service: SimulatedService,
): Locator['run'] {
	if (!saved) {
		return () => expect.fail(`No saved workflow has ${title}: add it to test/workflows/`);
	}
	const parameters = filledIn(saved, service);
	return async (value, given = {}) =>
		await runSaved(saved, service, {
			parameters: withValue(parameters, path, value) as INodeParameters,
			...given,
		});
}

function locatorOf(
	operation: DescribedOperation,
	{ field, path }: Parameter,
	service: SimulatedService,
): Locator {
	const title = `${operation.name} ${path.join('.')}`;
	const saved = savedUsing(operation.name, path);
	const modes = (field.modes ?? []).map(({ name }) => name);
	const { name, displayName: label } = field;
	// A blank is not sent. A filter that vanished would widen the list.
	const isOptional = path.length > 1 && path[0] !== 'filters';
	const isOnceARun = ONCE_A_RUN.includes(operation.name);
	const isRemembered = REMEMBERED.includes(operation.name);
	const run = runOf(saved, path, title, service);
	return { title, name, label, modes, isOptional, isOnceARun, isRemembered, run };
}

/** Returns whether a locator is one that other operations of the node have as an option, which the same step sends. */
const isShared = ({ name }: DescribedOperation, { path: [group] }: Parameter): boolean =>
	group === 'options' && !ONCE_A_RUN.includes(name) && !REMEMBERED.includes(name);

const isLocator = ({ field }: Parameter): boolean => field.type === 'resourceLocator';

/** Returns the locators of operations, each option that several operations of a node share once. */
function locatorsOf(guarded: DescribedOperation[], service: SimulatedService): Locator[] {
	const shared = new Set<string>();
	const isNew = ({ node }: DescribedOperation, { path }: Parameter) =>
		shared.size < shared.add(`${node} ${path[1]}`).size;
	return guarded.flatMap((operation) =>
		parametersOf(operation)
			.filter(isLocator)
			.filter((parameter) => !isShared(operation, parameter) || isNew(operation, parameter))
			.filter(({ path }) => !COMPARED.includes(`${operation.name} ${path.join('.')}`))
			.map((parameter) => locatorOf(operation, parameter, service)),
	);
}

const choice = (mode: string, value: string | number): NodeParameterValueType => ({
	__rl: true,
	mode,
	value,
});

const TRIED = '={{ $json.tried }}';
const items = (values: Array<string | number>) => values.map((tried) => ({ tried }));

/** Returns the inputs that try all values: one run with all items, or one run for each. */
const inputs = (isAlone: boolean, values: Array<string | number>) =>
	isAlone ? values.map((value) => items([value])) : [items(values)];

const addressOf = (segment: string, id: number) => `${BASE_URL}/${segment}/${id}`;

const elsewhere = (segment: string) => `https://elsewhere.test/api/${segment}/5`;

/** Returns all accepted forms of the id 5. */
function waysToSayFive({ name, modes }: Locator): Array<string | number> {
	const segment = segmentOf(name);
	const address = addressOf(segment, 5);
	if (!modes.includes('url')) return [5, '5', '5.0', ' 5\n'];
	return [5, '5', '5.0', '\u00A05\u200B', address, `${address}/`, elsewhere(segment)];
}

/** Pairs each mode with another form: all modes are read by the same code, and items try the forms. */
function choices({ modes }: Locator, ways: Array<string | number>) {
	const ofIds = modes.filter((mode) => mode !== 'email');
	return ofIds.map((mode, index) => [mode, defined(ways[(2 * index) % ways.length])] as const);
}

function notFive({ name, isOptional }: Locator): string[] {
	const segment = segmentOf(name);
	// The shortest segment and many digits, so that the ends of both addresses look alike.
	const otherKind = segment === 'files' ? 'items' : 'files';
	return [
		...(isOptional ? [] : ['']),
		'7/../8',
		'5?x=1',
		'#5',
		'..',
		'5 6',
		addressOf(otherKind, 5_555_555_555),
		...[',', '; '].map((between) => addressOf(segment, 5) + between + addressOf(segment, 6)),
	];
}

/**
 * Tries every locator of the operations in a saved workflow: all forms of one id send the same request, and a value that
 * is not an id of this resource sends none.
 */
export function itTakesEveryFormOfAnId(guarded: DescribedOperation[]): void {
	if (!guarded.flatMap(parametersOf).some(isLocator)) return;
	describe('locators', () => {
		const wire = new Wire();
		const locators = locatorsOf(guarded, wire.service);
		describe.each(locators)('$title', (locator) => {
			it('sends the same request for every form of an ID', async () => {
				const { error: failure } = await locator.run(choice('id', '5'));
				const hint = `It fails with the ID 5. If it needs another response, see ANSWER in test/kit/wire.mts`;
				expect(failure && `${failure.message} ${failure.description}`, hint).toBeUndefined();
				const expected = wire.take();
				await locator.run(choice('id', '6'));
				expect(
					wire.take(),
					'The requests for the IDs 5 and 6 are the same: no request has what this locator chooses',
				).not.toEqual(expected);

				const ways = waysToSayFive(locator);
				for (const [mode, value] of choices(locator, ways)) {
					const { error } = await locator.run(choice(mode, value));
					expect(error, `${value} in the mode ${mode}`).toBeUndefined();
					expect(wire.take(), `${value} in the mode ${mode}`).toEqual(expected);
				}

				for (const input of inputs(locator.isOnceARun || locator.isRemembered, ways)) {
					const { error } = await locator.run(TRIED, { input });
					expect(error).toBeUndefined();
					expect(inOrder(wire.take())).toEqual(inOrder(input.flatMap(() => expected)));
				}
			});

			it('rejects a value that is not an ID of its kind, with the parameter and the item', async () => {
				const bad = notFive(locator);
				for (const input of inputs(locator.isOnceARun, bad)) {
					const onError = 'continueRegularOutput';
					const { items: failed } = await locator.run(TRIED, { input, onError });
					const sent = wire.take();
					expect(sent, 'Refuse the value before anything is sent').toEqual([]);
					expect(failed.map(({ pairedItem }) => pairedItem)).toEqual(
						input.map((_, item) => ({ item })),
					);
					for (const { json } of failed) expect(json.error).toContain(`"${locator.label}"`);
				}

				const input = items(locator.isOnceARun ? ['7/../8'] : ['5', '7/../8']);
				const { error } = await locator.run(choice('id', TRIED), { input });
				expect(error?.message).toContain(`"${locator.label}"`);
				// The error of a run over a whole list is not that of its first item.
				if (!locator.isOnceARun) expect(error?.context.itemIndex).toBe(1);
			});
		});
	});
}
