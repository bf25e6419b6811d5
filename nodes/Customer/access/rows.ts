import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { mapConcurrent } from '../../shared/concurrency/mapConcurrent';
import { type CustomerReference, requireCustomer } from '../../shared/customers/customerByEmail';
import { requireId } from '../../shared/ids/resources';
import type { Contexts } from '../../shared/run/allItems';
import { clientOfItem } from '../../shared/run/customerHeaders';
import type { Subject } from '../../shared/run/result';
import { requireBoolean, requireGroup } from '../../shared/values/checks';
import { requireEmail } from '../../shared/values/email';
import { readNewCustomer } from '../newCustomer';
import { type AccessProjection, accessProjection } from './accessProjection';
import type { DesiredAccess, FailedRow } from './plan';

/** What it takes to carry out a change and to report it. */
export interface RowScope extends Subject {
	client: Client;
	project: AccessProjection;
}

/** A row: the access that it asks for, and its scope. */
export interface AccessRow extends RowScope {
	desired: DesiredAccess;
}

/** What the rows of an operation have, beside the product. */
export interface RowFields {
	/** Whether the customer is in the field `email` instead of the locator. */
	byEmail?: boolean;
	/** The fields of Additional Fields. */
	additional?: string[];
}

function readCustomer(context: IExecuteSingleFunctions, byEmail: boolean): CustomerReference {
	return byEmail
		? { email: requireEmail(context.getNodeParameter('email', ''), 'Email') }
		: requireCustomer(context.getNodeParameter('customer', ''), 'Customer');
}

/** Reads the fields of Additional Fields that an operation has. */
export const readAdditional = (context: IExecuteSingleFunctions, names: string[]): IDataObject =>
	names.length === 0
		? {}
		: readNewCustomer(context.getNodeParameter('additionalFields', {}), names);

/** Reads a row, or returns why it cannot be read. */
async function readRow(
	context: IExecuteSingleFunctions,
	runClient: Client,
	{ byEmail = false, additional = [] }: RowFields,
): Promise<AccessRow | FailedRow> {
	const row = context.getItemIndex();
	let isDry: boolean | undefined;
	try {
		const options = requireGroup(context.getNodeParameter('options', {}), 'Options');
		// A value that is neither true nor false is refused, because a wrong guess could write.
		const { dryRun }: IDataObject = { dryRun: false, ...options };
		isDry = requireBoolean(dryRun, { displayName: 'Dry Run' });
		const values = readAdditional(context, additional);
		const client = await clientOfItem(runClient, context);
		const customer = readCustomer(context, byEmail);
		const id = requireId(context.getNodeParameter('product', ''), 'product', 'Product');
		return {
			context,
			item: row,
			client,
			project: accessProjection(context),
			desired: { row, customer, product: client.hrefOf('product', id), values, isDry },
		};
	} catch (failure) {
		return { row, isDry, failure };
	}
}

/** Rows, and those that failed, each in the order of the input. */
export interface Rows {
	rows: AccessRow[];
	failed: FailedRow[];
}

/** Reads the rows of a run. A row that cannot be read fails by itself. */
export async function readRows(
	contexts: Contexts,
	client: Client,
	fields: RowFields,
): Promise<Rows> {
	const read = await mapConcurrent(
		contexts,
		MAX_CONCURRENT_REQUESTS,
		async (context) => await readRow(context, client, fields),
	);
	return {
		rows: read.flatMap((row) => ('failure' in row ? [] : [row])),
		failed: read.flatMap((row) => ('failure' in row ? [row] : [])),
	};
}

/** Finds the scope of a row by its index; without one, that of the run, for changes that no row asks for. */
export type FindScope = (row?: number) => RowScope;

/** Returns the function that finds scopes, for runs whose changes are all asked for by rows. */
export function scopeFinder(rows: AccessRow[]): FindScope {
	const byIndex = new Map<number | undefined, RowScope>();
	for (const row of rows) byIndex.set(row.desired.row, row);
	return (row) => {
		const scope = byIndex.get(row);
		if (!scope) throw new Error(`Row ${row} was not read`);
		return scope;
	};
}
