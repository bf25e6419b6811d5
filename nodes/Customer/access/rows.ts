import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { isPredicted } from '../../shared/client/testMode';
import { mapConcurrent } from '../../shared/concurrency/mapConcurrent';
import { type CustomerReference, requireCustomer } from '../../shared/customers/customerByEmail';
import { requireId } from '../../shared/ids/resources';
import type { Contexts } from '../../shared/run/allItems';
import { clientOfItem } from '../../shared/request/customerHeaders';
import type { Subject } from '../../shared/run/report';
import { requireBoolean, requireGroup } from '../../shared/values/checks';
import { requireEmail } from '../../shared/values/email';
import { CredentialError } from '../../shared/values/parameterErrors';
import { readNewCustomer } from '../newCustomer';
import { type AccessProjection, accessProjection } from './accessProjection';
import type { AccessRow, FailedRow } from './target';

/** What it takes to carry out a change and to report it. */
export interface RowScope extends Subject {
	client: Client;
	project: AccessProjection;
}

/** What the rows of an operation have, beside the product. */
export interface RowFields {
	/** Whether the customer is in the field `email` instead of the locator. */
	byEmail?: boolean;
	/** The fields of Additional Fields. */
	additional?: string[];
	/** Whether the operation only reads, so that it has no Dry Run and test mode does not concern it. */
	isRead?: boolean;
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

/** Whether the row of an item is only predicted: a value that is neither true nor false is refused, since a wrong guess could write. */
async function readIsDry(context: IExecuteSingleFunctions): Promise<boolean> {
	const options = requireGroup(context.getNodeParameter('options', {}), 'Options');
	const { dryRun }: IDataObject = { dryRun: false, ...options };
	return await isPredicted(context, requireBoolean(dryRun, { displayName: 'Dry Run' }));
}

/** Reads a row and its scope, or returns why it cannot be read. */
async function readRow(
	context: IExecuteSingleFunctions,
	runClient: Client,
	{ byEmail = false, additional = [], isRead = false }: RowFields,
): Promise<{ row: AccessRow; scope: RowScope } | FailedRow> {
	const row = context.getItemIndex();
	let isDry: boolean | undefined;
	try {
		isDry = isRead ? false : await readIsDry(context);
		const values = readAdditional(context, additional);
		const client = await clientOfItem(runClient, context);
		const customer = readCustomer(context, byEmail);
		const id = requireId(context.getNodeParameter('product', ''), 'product', 'Product');
		return {
			row: { row, customer, product: client.hrefOf('product', id), values, isDry },
			scope: { context, item: row, client, project: accessProjection(context) },
		};
	} catch (failure) {
		return { row, isDry, failure };
	}
}

/** Finds the scope of a row by its index; without one, that of the run, for changes that no row asks for. */
export type ScopeOf = (row?: number) => RowScope;

/** Rows, and those that failed, each in the order of the input. */
interface Rows {
	rows: AccessRow[];
	failed: FailedRow[];
	scopeOf: ScopeOf;
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
	const rows: AccessRow[] = [];
	const failed: FailedRow[] = [];
	const scopes = new Map<number | undefined, RowScope>();
	for (const one of read) {
		if ('failure' in one) {
			// A credential that must not write concerns all rows.
			if (one.failure instanceof CredentialError) throw one.failure;
			failed.push(one);
			continue;
		}
		rows.push(one.row);
		scopes.set(one.row.row, one.scope);
	}
	const scopeOf: ScopeOf = (row) => {
		const scope = scopes.get(row);
		if (!scope) throw new Error(`Row ${row} was not read`);
		return scope;
	};
	return { rows, failed, scopeOf };
}
