import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { mapConcurrent } from '../../shared/concurrency/batches';
import { type CustomerReference, requireCustomer } from '../../shared/customers/customerByEmail';
import { requireId } from '../../shared/ids/resources';
import { type Contexts, rowOf, type Subject } from '../../shared/run/allItems';
import { clientOfItem } from '../../shared/run/customerHeaders';
import { StopTime } from '../../shared/run/stopAfter';
import { requireBoolean, requireGroup } from '../../shared/values/checks';
import { requireEmail } from '../../shared/values/email';
import { readNewCustomer } from '../newCustomer';
import {
	type CurrentAccess,
	customerKey,
	type DesiredAccess,
	type FailedRow,
	type FoundRow,
	isFailed,
} from './plan';
import { type AccessProjection, accessProjection } from './report';

/** A row: the access that it asks for, and what carrying it out takes. */
export interface AccessRow extends Subject, DesiredAccess {
	client: Client;
	/** When nothing more is begun. */
	stopTime: StopTime;
	project: AccessProjection;
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

export const readAdditional = (context: IExecuteSingleFunctions, names: string[]): IDataObject =>
	names.length === 0
		? {}
		: readNewCustomer(context.getNodeParameter('additionalFields', {}), names);

/** Reads a row. One that cannot be read fails by itself. */
async function readRow(
	context: IExecuteSingleFunctions,
	run: Client,
	{ byEmail = false, additional = [] }: RowFields,
): Promise<AccessRow | FailedRow> {
	let isDry: boolean | undefined;
	try {
		const options = requireGroup(context.getNodeParameter('options', {}), 'Options');
		// A value that is neither true nor false is refused, because a wrong guess could write.
		const { dryRun }: IDataObject = { dryRun: false, ...options };
		isDry = requireBoolean(dryRun, { displayName: 'Dry Run' });
		const given = readAdditional(context, additional);
		const client = await clientOfItem(run, context);
		const customer = readCustomer(context, byEmail);
		const id = requireId(context.getNodeParameter('product', ''), 'product', 'Product');
		return {
			...rowOf(context),
			...{ client, customer, given, isDry },
			product: client.hrefOf('product', id),
			stopTime: StopTime.parse(options.stopAfter),
			project: accessProjection(context),
		};
	} catch (failure) {
		return { row: { ...rowOf(context), isDry }, failure };
	}
}

export const readRows = async (contexts: Contexts, client: Client, fields: RowFields) =>
	await mapConcurrent(
		contexts,
		MAX_CONCURRENT_REQUESTS,
		async (context) => await readRow(context, client, fields),
	);

/** The share of Stop After that look-ups may take, so that writes get the rest. */
const SHARE_OF_LOOK_UPS = 0.5;

type FindAccess = (row: AccessRow) => Promise<CurrentAccess[]>;

/** Looks up what is known of a person and a product, unless the time for it is over. */
async function lookUpOnce(row: AccessRow, find: FindAccess) {
	if (row.stopTime.isOver(SHARE_OF_LOOK_UPS)) return { found: undefined };
	return await find(row).then(
		(found) => ({ found }),
		(failure: unknown) => ({ failure }),
	);
}

/** Looks up the customers of all rows, each person and product once. A look-up that fails fails the rows that need it. */
export async function lookUpRows(
	rows: Array<AccessRow | FailedRow>,
	find: FindAccess,
): Promise<Array<FoundRow | FailedRow>> {
	const keyOf = (row: AccessRow) => `${row.product} ${customerKey(row.customer)}`;
	const firsts = new Map<string, AccessRow>();
	for (const row of rows)
		if (!isFailed(row) && !firsts.has(keyOf(row))) firsts.set(keyOf(row), row);
	const keys = [...firsts.keys()];
	const lookedUp = await mapConcurrent(
		[...firsts.values()],
		MAX_CONCURRENT_REQUESTS,
		async (row) => await lookUpOnce(row, find),
	);
	const byKey = new Map(keys.map((key, index) => [key, lookedUp[index] ?? { found: undefined }]));
	return rows.map((row) =>
		isFailed(row) ? row : { row, ...(byKey.get(keyOf(row)) ?? { found: undefined }) },
	);
}
