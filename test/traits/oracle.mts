import type { Traits } from '../../service/traits/index.mts';
import type { TraitAccount, TraitRun } from './account.mts';
import type { OperationCase } from './operations.mts';

/** Requests and milliseconds beyond which a run counts as endless. */
const MAX_REQUESTS = 400;
const MAX_MS = 3_600_000;

const errorText = ({ error }: TraitRun): string =>
	`${error?.message ?? ''} ${error?.description ?? ''}`;

/** Matches an error that says that a write was or may have been carried out. */
const MAY_HAVE_HAPPENED = /may have|was created|was added|was removed/i;

/** Returns the names of the records that a run changed, with ` new` for created ones. */
const changesOf = ({ before, after }: TraitRun): string[] => {
	const names = new Set([...before.keys(), ...after.keys()]);
	return [...names]
		.filter((name) => before.get(name) !== after.get(name))
		.map((name) => (before.has(name) ? name : name.replace(/\d+$/, 'new')));
};

/** Traits that violate the documentation: operations may fail with them. */
const isHostile = (traits: Traits): boolean =>
	traits.disturbance !== 'none' ||
	traits.next === 'foreign' ||
	traits.total === 'withHidden' ||
	traits.paging !== 'honoured' ||
	traits.retrieved !== 'asked' ||
	traits.hollowList !== 'never';

/**
 * Traits with which lists lose records unnoticeably: where no total counts them. A list that is short by less than a page is taken as it is (docs/developers/service.md, What a response proves).
 */
const isUnnoticeable = ({ hollowList, total }: Traits): boolean =>
	hollowList === 'noRecords' && !['list', 'withHidden'].includes(total);

/** Returns the ids of records in order. */
const sortedIds = (ids: readonly unknown[]): string => ids.map(String).sort().join();

/** Returns whether one of the items has these values. */
const says = ({ json }: TraitRun, part: object): boolean =>
	json.some((item) =>
		Object.entries(part).every(([name, value]) =>
			name === 'id' ? String(item.id) === String(value) : item[name] === value,
		),
	);

/** Returns whether the result of a read matches the account. */
const isRight = (run: TraitRun, expected: readonly number[] | object): boolean =>
	Array.isArray(expected)
		? sortedIds(run.json.map(({ id }) => id)) === sortedIds(expected)
		: says(run, expected);

interface Judged {
	account: TraitAccount;
	traits: Traits;
	one: OperationCase;
	run: TraitRun;
}

/** Each rule returns what is wrong, or `false`. */
const rules: Array<(judged: Judged) => string | false> = [
	({ run }) => run.requests > MAX_REQUESTS && `it took ${run.requests} requests`,
	({ run }) => run.milliseconds > MAX_MS && `it took ${run.milliseconds} ms`,
	({ run }) => run.foreign.length > 0 && `it sent requests to ${run.foreign.join(', ')}`,
	({ run }) => run.violations.length > 0 && `it broke the contract: ${run.violations.join('; ')}`,
	({ run, one }) => {
		const wrong = changesOf(run).filter((name) => one.changes?.includes(name) !== true);
		return wrong.length > 0 && `it changed ${wrong.join(', ')}`;
	},
	({ run }) => {
		const created = changesOf(run).filter((name) => name.endsWith(' new'));
		const twice = created.find((name, index) => created.indexOf(name) !== index);
		return twice !== undefined && `it created several records: ${created.join(', ')}`;
	},
	({ run, one, traits }) =>
		run.error !== undefined &&
		!isHostile(traits) &&
		one.mayFail?.(traits) !== true &&
		`it failed without a reason: ${errorText(run)}`,
	({ run }) =>
		run.error !== undefined &&
		changesOf(run).length > 0 &&
		!MAY_HAVE_HAPPENED.test(errorText(run)) &&
		`it reported a failure for a change that happened: ${errorText(run)}`,
	({ account, run, one }) =>
		run.error === undefined &&
		one.isDone?.(account.service) === false &&
		`it reported a success for a change that did not happen: ${JSON.stringify(run.json)}`,
	({ run, one }) =>
		run.error === undefined &&
		one.says !== undefined &&
		changesOf(run).length > 0 &&
		!says(run, one.says) &&
		`its output does not say what it did: ${JSON.stringify(run.json)}`,
	({ account, run, one, traits }) =>
		run.error === undefined &&
		one.gives !== undefined &&
		!isUnnoticeable(traits) &&
		!isRight(run, one.gives(account.service)) &&
		`it returned ${JSON.stringify(run.json).slice(0, 500)}`,
	({ run }) =>
		run.error !== undefined &&
		(run.error.message ?? '').length < 8 &&
		`its error says nothing: ${errorText(run)}`,
	({ account, run }) => {
		const shown = [run.json, run.error, run.error?.message, run.error?.stack];
		const text = shown.map((part) => JSON.stringify(part)).join();
		const leaked = account.secrets.filter((secret) => text.includes(secret));
		return leaked.length > 0 && `it shows ${leaked.join(', ')}`;
	},
];

/** Returns what is wrong with a run. */
export const faultsOf = (judged: Judged): string[] => rules.flatMap((rule) => rule(judged) || []);
