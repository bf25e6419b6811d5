import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { toWaitingTime } from '../../shared/client/errorTexts';
import { CREATION_LIMIT } from '../../shared/client/limiter';
import { embeddedRecords, without } from '../../shared/json';
import { outputMode, projection } from '../../shared/output/projection';
import { type Contexts, failedResult, type Result } from '../../shared/run/allItems';
import { rowNote } from '../../shared/run/operation';
import { summarize } from '../../shared/run/summary';
import { toCount } from '../../shared/values/text';
import { type Change, isFailed, type AccessPlan, type PlannedChange } from './plan';

/** Formats a customer, with what the operation itself tells. */
export type AccessProjection = (customer: IDataObject, outcomeFields: IDataObject) => IDataObject;

/** What an operation says first, before the customer, and what of the customer comes next. */
const FIRST_FIELDS = ['outcome', 'hasAccess', 'reason'];
const IDENTITY = ['email', 'name', 'id', 'product_name', 'plan'];

const pick = (record: IDataObject, names: string[]): IDataObject =>
	Object.fromEntries(
		names.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]),
	);

/**
 * Returns the function that formats customers for the operations on access: the outcome, who and what it is about, the
 * other fields of the operation, then the rest of the customer. With Output on Raw, the record is as the service sent it.
 */
export function accessProjection(context: IExecuteSingleFunctions): AccessProjection {
	const project = projection(context, 'customer');
	if (outputMode(context) === 'raw') return (customer) => project(customer);
	return (customer, outcomeFields) => {
		const shown = project(customer);
		const identity = pick({ ...shown, ...outcomeFields }, IDENTITY);
		return {
			...pick(outcomeFields, FIRST_FIELDS),
			...identity,
			...outcomeFields,
			...shown,
			...outcomeFields,
		};
	};
}

/** The outcomes of a dry run, of those that differ: the changes that write. */
const DRY_OUTCOMES: Partial<Record<Change['outcome'], string>> = {
	created: 'wouldCreate',
	granted: 'wouldGrant',
	updated: 'wouldUpdate',
	revoked: 'wouldRevoke',
};

/** Returns a customer as a real run would leave them, without what only its response shows. */
function predictCustomer({ row, change }: PlannedChange): IDataObject {
	const { outcome, customer, fields } = change;
	const { name, plan = 'standard' } = row.values;
	if (outcome === 'created') return { ...customer, ...(name !== undefined && { name }), plan };
	return { ...customer, ...fields, ...(outcome === 'granted' && { plan }) };
}

/** Returns the name of the product as a customer's record shows it. */
const nameOfProduct = (product: string, customer: IDataObject) =>
	embeddedRecords(customer, 'products')?.find(({ id }) => product.endsWith(`/${String(id)}`))?.name;

/**
 * Returns the result of a change that was carried out, or in a dry run predicted.
 *
 * @param stopped the sentence of a dry run that a limit would stop
 */
function toResult(planned: PlannedChange, stopped: string | undefined): Result {
	const { row, change } = planned;
	const { item, isDry, product, project } = row;
	const { outcome, fields = {}, reason, similarTo, revokedPlans, ended } = change;
	const customer = isDry ? predictCustomer(planned) : change.customer;
	const name = change.productName ?? nameOfProduct(product, customer);
	const isEnded = outcome === 'revoked' && ended === 'lapsed';
	const outcomeFields: IDataObject = {
		outcome: (isDry ? DRY_OUTCOMES[outcome] : undefined) ?? outcome,
		...(reason !== undefined && { reason }),
		...(typeof name === 'string' && name !== '' && { product_name: name }),
		...(isDry && Object.keys(fields).length > 0 && { changes: fields }),
		...(revokedPlans && { revokedPlans }),
		...(similarTo !== undefined && { similarTo }),
		...(isDry && stopped !== undefined && { stopped }),
	};
	const isUnknown = reason === 'unknownCustomer';
	const counted = isUnknown ? reason : String(outcomeFields.outcome);
	const json = project(customer, outcomeFields);
	return { outcome: isEnded ? 'alreadyEnded' : counted, isDry, json, item };
}

/** Returns the result of each change and of each row that failed, in their order. */
export const toResults = (done: AccessPlan, notes: string[] = []): Result[] => {
	const stopped = notes.length > 0 ? notes.join(' ') : undefined;
	return done.map((entry) =>
		isFailed(entry) ? failedResult(entry.row, entry.failure) : toResult(entry, stopped),
	);
};

/** Creations that take so short a time that no dry run says it: those of a minute. */
const FEW_CREATIONS = 60 * CREATION_LIMIT.count;

/**
 * Returns the sentence of a dry run that says how long its creations take within the rate limit, if it is a minute or more:
 * `Creating 6,000 customers takes about 20 minutes.`
 */
export function creationTimeNote(planned: AccessPlan): string[] {
	const count = planned.filter(
		(entry) => !isFailed(entry) && entry.row.isDry && entry.change.outcome === 'created',
	).length;
	if (count < FEW_CREATIONS) return [];
	const duration = toWaitingTime((count / CREATION_LIMIT.count) * 1000);
	return [`Creating ${toCount(count)} customers takes about ${duration}.`];
}

/** Returns the sentence that names the row of the first failure, at which a run of several rows stops. */
export function rowNotes(contexts: Contexts, results: Result[]): string[] {
	const { item } = results.find(({ failure }) => failure !== undefined) ?? {};
	return contexts.length > 1 && item !== undefined ? [rowNote(item)] : [];
}

/** Reports a run over rows of their own: its results, its hint, and what follows a failure at which it stops. */
export function reportAccess(contexts: Contexts, done: AccessPlan, stopped: string[]) {
	const results = toResults(done, stopped);
	return {
		results,
		hint: [summarize(results), ...stopped, ...creationTimeNote(done)],
		failureNotes: rowNotes(contexts, results),
	};
}

/** Returns a record without the plan, which is that of another product where there is no access. */
export const withoutPlan = (record: IDataObject) => without(record, ['plan']);
