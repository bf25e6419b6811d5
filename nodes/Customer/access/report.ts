import type { IDataObject } from 'n8n-workflow';

import { CREATION_LIMIT } from '../../shared/client/limiter';
import { embeddedRecords, without } from '../../shared/json';
import { type Contexts, failedResult, type Report } from '../../shared/run/allItems';
import { rowNote } from '../../shared/run/operation';
import type { Result } from '../../shared/run/result';
import { summarize } from '../../shared/run/summary';
import { rowNumbers } from '../../shared/run/wholeList';
import { toWaitingTime } from '../../shared/values/durations';
import { toCount } from '../../shared/values/text';
import { type Applied, type AppliedChange, isFailedChange } from './apply';
import { type Change, type FailedRow, type Outcome, outcomeOf, type AccessPlan } from './plan';
import type { FindScope } from './rows';

/** The outcomes of a dry run, of those that differ: the changes that write. */
const DRY_OUTCOMES: Partial<Record<Outcome, string>> = {
	created: 'wouldCreate',
	granted: 'wouldGrant',
	updated: 'wouldUpdate',
	revoked: 'wouldRevoke',
};

/** Returns a customer as a real run would leave them, without what only its response shows. */
function predictCustomer(change: Change): IDataObject {
	const { customer, kind, target } = change;
	const { name, plan = 'standard' } = target.values;
	if (kind === 'create') return { ...customer, ...(name !== undefined && { name }), plan };
	if (kind === 'grant') return { ...customer, ...change.fields, plan };
	return kind === 'update' ? { ...customer, ...change.fields } : customer;
}

/** Returns the name of the product as a customer's record shows it. */
const nameOfProduct = (product: string, customer: IDataObject) =>
	embeddedRecords(customer, 'products')?.find(({ id }) => product.endsWith(`/${String(id)}`))?.name;

/** Returns the fields that the operation adds for a change, and the name under which the summary counts it. */
function outcomeFieldsOf(
	{ change, customer, productName, revokedPlans }: AppliedChange,
	productNames?: Map<string, string>,
) {
	const { kind, target } = change;
	const outcome = outcomeOf(change);
	const { product } = target;
	// Read only where a record may lack it. In other runs the record has it without a request.
	const name = productNames?.get(product) ?? productName ?? nameOfProduct(product, customer);
	const reason = kind === 'keep' || kind === 'revoke' ? change.reason : undefined;
	const fields = kind === 'grant' || kind === 'update' ? change.fields : {};
	const similarTo = kind === 'keep' ? change.similarTo : undefined;
	const shownOutcome = (target.isDry ? DRY_OUTCOMES[outcome] : undefined) ?? outcome;
	const isEnded = kind === 'revoke' && change.ended === 'lapsed';
	const isUnknown = kind === 'keep' && change.reason !== undefined;
	return {
		counted: isEnded ? 'alreadyEnded' : isUnknown ? 'unknownCustomer' : shownOutcome,
		shown: {
			outcome: shownOutcome,
			...(reason !== undefined && { reason }),
			...(typeof name === 'string' && name !== '' && { product_name: name }),
			...(target.isDry && Object.keys(fields).length > 0 && { changes: fields }),
			...(revokedPlans && { revokedPlans }),
			...(similarTo !== undefined && { similarTo }),
		},
	};
}

/** A change as a row about it sees it that repeats an earlier row: done already. */
const repeated = ({ change, customer, productName }: AppliedChange): AppliedChange => ({
	change:
		change.kind === 'keep'
			? change
			: { kind: 'keep', why: 'unchanged', target: change.target, customer },
	customer: change.target.isDry ? predictCustomer(change) : customer,
	productName,
});

/** What results are made with. */
interface Reporting {
	scopeOf: FindScope;
	/** The sentences of a dry run that a limit would stop. */
	stopped: string[];
	/** Whether a row for which nothing is to be done gets an item. */
	isUnchangedShown?: boolean;
	/** The names of the products, where a run is about several: the record of a customer may not show them. */
	productNames?: Map<string, string>;
	/** Whether a row about a person whom an earlier row names has a result. */
	isRepeatShown?: boolean;
}

/** Returns the results of a change: one for each of its rows, or one alone for a customer whom no row names. */
export function toResults(
	applied: Applied,
	{ scopeOf, stopped, productNames, isUnchangedShown = true, isRepeatShown = true }: Reporting,
): Result[] {
	const { target, customer: before } = applied.change;
	const { isDry } = target;
	const rows = isRepeatShown ? target.rows : target.rows.slice(0, 1);
	return (rows.length > 0 ? rows : [undefined]).map((row, turn) => {
		if (isFailedChange(applied)) {
			const scope = scopeOf(row);
			const name = row === undefined ? String(before.email) : scope.name;
			return failedResult({ ...scope, item: row, name, isDry }, applied.failure);
		}
		const own = turn === 0 ? applied : repeated(applied);
		const { counted, shown } = outcomeFieldsOf(own, productNames);
		if (counted === 'unchanged' && !isUnchangedShown) return { outcome: counted, item: row };
		const customer = isDry && turn === 0 ? predictCustomer(applied.change) : own.customer;
		const fields = { ...shown, ...(isDry && stopped.length > 0 && { stopped: stopped.join(' ') }) };
		return { outcome: counted, isDry, json: scopeOf(row).project(customer, fields), item: row };
	});
}

/** Returns the results of rows that failed before it was known what they name. */
export function failedResults(contexts: Contexts, failed: FailedRow[]): Result[] {
	const byIndex = new Map(contexts.map((context) => [context.getItemIndex(), context]));
	return failed.map(({ row, isDry, failure }) =>
		failedResult({ context: byIndex.get(row) ?? contexts[0], item: row, isDry }, failure),
	);
}

const placeOf = ({ item }: Result) => item ?? Infinity;

/** Sorts results in the order of the input; those of customers whom no row names come last. */
export const inOrder = (results: Result[]): Result[] =>
	results.sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));

/** Creations that take so short a time that no dry run says it: those of a minute. */
const FEW_CREATIONS = 60 * CREATION_LIMIT.count;

/**
 * Returns the sentence of a dry run that says how long its creations take within the rate limit, if it is a minute or more:
 * `Creating 6,000 customers takes about 20 minutes.`
 */
export function creationTimeNote(changes: Change[]): string[] {
	const { length: count } = changes.filter(({ kind, target }) => kind === 'create' && target.isDry);
	if (count < FEW_CREATIONS) return [];
	const duration = toWaitingTime((count / CREATION_LIMIT.count) * 1000);
	return [`Creating ${toCount(count)} customers takes about ${duration}.`];
}

/** Returns the sentences that name the rows about a person whom an earlier row names. */
export function repeatedNote(changes: Change[], scopeOf: FindScope): string[] {
	// Of two customers with one address, each has the same rows.
	const repeats = [...new Set(changes.flatMap(({ target }) => target.rows.slice(1)))];
	repeats.sort((a, b) => a - b);
	if (repeats.length === 0) return [];
	const takesValues = changes.some(
		({ kind, target }) => target.rows.length > 1 && kind !== 'keep' && kind !== 'revoke',
	);
	return [
		`Skipped because an earlier row has the same email address or customer: ${rowNumbers(repeats.map(scopeOf))}.`,
		...(takesValues ? ['If their values differ, those of the last row count.'] : []),
	];
}

/** Returns the sentence that names the row of the first failure, at which a run of several rows stops. */
export function rowNotes(contexts: Contexts, results: Result[]): string[] {
	const { item } = results.find(({ failure }) => failure !== undefined) ?? {};
	return contexts.length > 1 && item !== undefined ? [rowNote(item)] : [];
}

/** Reports a run over rows of their own: its results, its hint, and what follows a failure at which it stops. */
export function reportAccess(
	{ contexts, scopeOf }: { contexts: Contexts; scopeOf: FindScope },
	{ changes, failed, applied }: AccessPlan & { applied: Applied[] },
	stopped: string[],
): Report {
	const results = inOrder([
		...failedResults(contexts, failed),
		...applied.flatMap((done) => toResults(done, { scopeOf, stopped })),
	]);
	return {
		results,
		hint: [
			summarize(results),
			...stopped,
			...creationTimeNote(changes),
			...repeatedNote(
				changes.filter(({ kind }) => kind !== 'keep'),
				scopeOf,
			),
		],
		failureNotes: rowNotes(contexts, results),
	};
}

/** Returns a record without the plan, which is that of another product where there is no access. */
export const withoutPlan = (record: IDataObject) => without(record, ['plan']);
