import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { mapConcurrent } from '../../shared/concurrency/batches';
import { type CustomerReference, requireCustomer } from '../../shared/customers/customerByEmail';
import { requireId } from '../../shared/ids/resources';
import { type Contexts, rowOf, type Subject } from '../../shared/run/allItems';
import { clientOfItem } from '../../shared/run/customerHeaders';
import { Outage } from '../../shared/run/outage';
import { StopTime } from '../../shared/run/stopAfter';
import { operationName, ProgressLog } from '../../shared/run/summary';
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
	client: Client,
	{ byEmail = false, additional = [] }: RowFields,
): Promise<AccessRow | FailedRow> {
	let isDry: boolean | undefined;
	try {
		const options = requireGroup(context.getNodeParameter('options', {}), 'Options');
		// A value that is neither true nor false is refused, because a wrong guess could write.
		const { dryRun }: IDataObject = { dryRun: false, ...options };
		isDry = requireBoolean(dryRun, { displayName: 'Dry Run' });
		const values = readAdditional(context, additional);
		const itemClient = await clientOfItem(client, context);
		const customer = readCustomer(context, byEmail);
		const id = requireId(context.getNodeParameter('product', ''), 'product', 'Product');
		return {
			...rowOf(context),
			...{ client: itemClient, customer, values, isDry },
			product: itemClient.hrefOf('product', id),
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

/** Groups rows by person and product, each group in the order of the rows. */
function groupRows(rows: AccessRow[]): AccessRow[][] {
	const groups = new Map<string, AccessRow[]>();
	for (const row of rows) {
		const key = `${row.product} ${customerKey(row.customer)}`;
		const group = groups.get(key);
		if (group) group.push(row);
		else groups.set(key, [row]);
	}
	return [...groups.values()];
}

function lookUpProgress(context: IExecuteSingleFunctions, total: number): ProgressLog {
	const name = operationName(String(context.getNodeParameter('operation', '')));
	return new ProgressLog(context.logger, name, total, 'looked up');
}

/**
 * Looks up the customers of rows, each person and product once. A look-up that fails fails the rows that need it.
 *
 * @param find looks up what is known of the person of a row
 * @returns the rows in the order of the input
 */
export async function lookUpRows(
	rows: Array<AccessRow | FailedRow>,
	find: (row: AccessRow) => Promise<CurrentAccess[]>,
): Promise<Array<FoundRow | FailedRow>> {
	const outage = new Outage();
	const lookUpGroup = async (group: AccessRow[]): Promise<Array<FoundRow | FailedRow>> => {
		const [first] = group;
		try {
			const isOver = first?.stopTime.isOver(SHARE_OF_LOOK_UPS) ?? true;
			const found =
				first && !isOver ? await outage.attempt(async () => await find(first)) : undefined;
			return group.map((row) => ({ row, found }));
		} catch (failure) {
			return group.map((row) => ({ row, failure }));
		} finally {
			progress?.advance();
		}
	};
	const groups = groupRows(rows.flatMap((row) => (isFailed(row) ? [] : [row])));
	const [context] = groups.flat().map((row) => row.context);
	const progress = context && lookUpProgress(context, groups.length);
	const lookedUp = await mapConcurrent(groups, MAX_CONCURRENT_REQUESTS, lookUpGroup);
	const found = [...rows.filter(isFailed), ...lookedUp.flat()];
	return found.sort((a, b) => Number(a.row.item) - Number(b.row.item));
}
