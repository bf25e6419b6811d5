import type { IDataObject } from 'n8n-workflow';

import { CREATION_LIMIT } from '../../shared/client/limiter';
import { embeddedRecords } from '../../shared/data/json';
import { type Contexts, failedResult } from '../../shared/run/allItems';
import { predictedStop, repeatsNote } from '../../shared/run/lines';
import type { ExceededLimit, OutcomeWords, Report, Result } from '../../shared/run/report';
import { toWaitingTime } from '../../shared/values/durations';
import { isBlank } from '../../shared/values/listEntries';
import { formatCount } from '../../shared/values/text';
import { type Applied, type AppliedChange, isFailedChange } from './apply';
import { ACCESS_OUTCOMES, type AccessOutcome } from './outcomes';
import { type AccessPlan, type Change, outcomeOf } from './plan';
import { productName } from './productName';
import type { RowScope, ScopeOf } from './rows';
import { type FailedRow, toRecord } from './target';

/** Returns a customer as a real run would leave them, without what only its response shows. */
function predictCustomer({ customer, target, ...change }: Change): IDataObject {
	if (change.kind === 'grant' || change.kind === 'update') return { ...customer, ...change.fields };
	const { name } = target.values;
	return change.kind === 'create' && name !== undefined ? { ...customer, name } : customer;
}

/** Returns the plan that a change is about: what somebody gets, has, or has lost; `undefined` where nothing shows it. */
function planOf({ change, customer }: AppliedChange): unknown {
	const { kind, target } = change;
	const { current, values, isDry } = target;
	// The response to a grant may show the plan of another product.
	if (kind === 'grant' || (kind === 'create' && isDry)) return values.plan ?? 'standard';
	if (kind === 'create') return customer.plan ?? values.plan;
	if (kind === 'revoke' && current?.ended) return current.ended.plan;
	return current?.hasAccess ? (kind === 'none' ? customer : change.customer).plan : undefined;
}

/** Returns the name of the product as a customer's record shows it. */
const nameOfProduct = (product: string, customer: IDataObject) =>
	embeddedRecords(customer, 'products')?.find(({ id }) => product.endsWith(`/${String(id)}`))?.name;

/** Whether nobody has the address of a change, and nobody is created for it. */
const isOfUnknown = (change: Change) =>
	change.kind === 'none' && (change.why === 'unknownCustomer' || change.reason !== undefined);

/** Returns the outcome under which the summary counts a change, and the fields that the operation adds for it. */
function outcomeFieldsOf(change: Change, productNames: Map<string, string>) {
	const { kind, target } = change;
	const outcome = outcomeOf(change);
	const { current, likeness } = target;
	const name = isOfUnknown(change) ? undefined : productNames.get(target.product);
	const hadEnded = kind === 'revoke' && current?.ended !== undefined;
	const reason = kind === 'none' ? change.reason : hadEnded ? 'ended' : undefined;
	const fields = kind === 'grant' || kind === 'update' ? change.fields : {};
	const words: OutcomeWords = ACCESS_OUTCOMES[outcome];
	const shownOutcome = (target.isDry ? words.dry : undefined) ?? outcome;
	const others: AccessOutcome = isOfUnknown(change) ? 'unknownCustomer' : outcome;
	return {
		counted: hadEnded ? 'alreadyEnded' : others,
		shown: {
			outcome: shownOutcome,
			...(reason !== undefined && { reason }),
			...(name && { product_name: name }),
			...(target.isDry && Object.keys(fields).length > 0 && { changes: fields }),
			...(likeness && { similarTo: likeness.to }),
		},
	} as const;
}

/** Returns a change as a row sees it that repeats an earlier row: it is done already. */
const toRepeated = (change: Change): Change =>
	change.kind === 'none' ? change : { ...change, kind: 'none', why: 'unchanged' };

/** What results are made with. */
interface Reporting {
	scopeOf: ScopeOf;
	/** The limits that stop the run, or would stop a real one. */
	exceeded: ExceededLimit[];
	/** Whether a row for which nothing is to be done gets an item. */
	isUnchangedShown?: boolean;
	productNames: Map<string, string>;
	/** Whether a row about a person whom an earlier row names has a result. */
	isRepeatShown?: boolean;
}

/** Returns whom a summary names for a customer. */
export const labelOf = ({ email, name, id }: IDataObject): string =>
	String([email, name].find((text) => !isBlank(text)) ?? `customer ${String(id)}`);

/** Returns the results of a change: one for each of its rows, or one alone for a customer whom no row names. */
export function toResults(
	applied: Applied,
	{ scopeOf, exceeded, productNames, isUnchangedShown = true, isRepeatShown = true }: Reporting,
): Result[] {
	const { target, customer: before } = applied.change;
	const { isDry } = target;
	const rows = isRepeatShown ? target.rows : target.rows.slice(0, 1);
	const stopped = predictedStop(exceeded);
	const label = labelOf(before);
	return (rows.length > 0 ? rows : [undefined]).map((row, turn) => {
		if (isFailedChange(applied)) {
			const scope = scopeOf(row);
			const name = row === undefined ? String(before.email) : scope.name;
			return failedResult({ ...scope, item: row, name, label, isDry }, applied.failure);
		}
		const { change } = applied;
		const own = turn === 0 ? change : toRepeated(change);
		const { counted, shown } = outcomeFieldsOf(own, productNames);
		const { likeness } = target;
		const result = { outcome: counted, isDry, label, likeness, item: row };
		if (counted === 'unchanged' && !isUnchangedShown) return result;
		const customer = isDry ? predictCustomer(change) : applied.customer;
		// A row that repeats a revocation is about no plan any more.
		const plan = change.kind === 'revoke' && turn > 0 ? undefined : planOf(applied);
		const fields = { ...shown, ...(isDry && stopped !== undefined && { stopped }) };
		return { ...result, json: scopeOf(row).project({ customer, plan, fields }) };
	});
}

/** Returns the results of rows that failed before it was known what they name. */
export function failedResults(contexts: Contexts, failed: FailedRow[]): Result[] {
	const byIndex = new Map(contexts.map((context) => [context.getItemIndex(), context]));
	return failed.map(({ row, customer, isDry, failure }) => {
		const context = byIndex.get(row) ?? contexts[0];
		const label = customer ? labelOf(toRecord(customer)) : `row ${row + 1}`;
		return failedResult({ context, item: row, label, isDry }, failure);
	});
}

const placeOf = ({ item }: Result) => item ?? Infinity;

/** Sorts results in the order of the input; those of customers whom no row names come last. */
export const inOrder = (results: Result[]): Result[] =>
	results.sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));

/** Creations that take so short a time that no dry run says it: those of a minute. */
const FEW_CREATIONS = 60 * CREATION_LIMIT.count;

/** Says how long a real run takes that creates many customers. */
export function creationNotes(changes: Change[]): string[] {
	const { length: count } = changes.filter(({ kind, target }) => kind === 'create' && target.isDry);
	if (count < FEW_CREATIONS) return [];
	const duration = toWaitingTime((count / CREATION_LIMIT.count) * 1000);
	return [`Creating ${formatCount(count)} customers takes about ${duration}.`];
}

/** Finds the rows about a person whom an earlier row names. */
export function repeatedRowNotes(changes: Change[]): string[] {
	// Of two customers with one address, each has the same rows.
	const rows = [...new Set(changes.flatMap(({ target }) => target.rows.slice(1)))];
	rows.sort((a, b) => a - b);
	if (rows.length === 0) return [];
	const takesLastValues = changes.some(
		({ kind, target }) => target.rows.length > 1 && kind !== 'none' && kind !== 'revoke',
	);
	return [
		repeatsNote(rows, 'has the same email address or customer'),
		...(takesLastValues ? ['If their values differ, those of the last row count.'] : []),
	];
}

/** Reads the names of the products of changes once a run, unless the record of a customer shows them. */
async function readProductNames(
	applied: Applied[],
	scopeOf: ScopeOf,
): Promise<Map<string, string>> {
	const names = new Map<string, string>();
	const unnamed = new Map<string, RowScope>();
	for (const done of applied) {
		const { target } = done.change;
		if (isFailedChange(done) || isOfUnknown(done.change)) continue;
		const name = nameOfProduct(target.product, done.customer);
		if (typeof name === 'string' && name !== '') names.set(target.product, name);
		else unnamed.set(target.product, scopeOf(target.rows[0]));
	}
	for (const [product, { client }] of unnamed) {
		// What was done has to be reported, with or without the name.
		if (!names.has(product)) names.set(product, await productName(client, product).catch(() => ''));
	}
	return names;
}

/** Reports a run over rows of their own. */
export async function reportAccess(
	{ contexts, scopeOf }: { contexts: Contexts; scopeOf: ScopeOf },
	{ changes, failed, applied }: AccessPlan & { applied: Applied[] },
	exceeded: ExceededLimit[],
): Promise<Report> {
	const productNames = await readProductNames(applied, scopeOf);
	return {
		results: inOrder([
			...failedResults(contexts, failed),
			...applied.flatMap((done) => toResults(done, { scopeOf, exceeded, productNames })),
		]),
		notes: [
			...creationNotes(changes),
			...repeatedRowNotes(changes.filter(({ kind }) => kind !== 'none')),
		],
		exceeded,
	};
}
