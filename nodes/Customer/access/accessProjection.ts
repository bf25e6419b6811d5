import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { asObject, without } from '../../shared/data/json';
import { isTextSafe, outputMode, projection } from '../../shared/output/projection';
import { safeRow } from '../../shared/output/safeRecord';

/** What a row about access shows. */
interface Shown {
	customer: IDataObject;
	/** The plan that the row is about. A record without access has the plan of another product. */
	plan?: unknown;
	/** The fields that the operation adds. */
	fields: IDataObject;
}

/** Formats a row about access. */
export type AccessProjection = (shown: Shown) => IDataObject;

/** What an operation says first, before the customer, and what of the customer comes next. */
const FIRST_FIELDS = ['outcome', 'hasAccess', 'reason'];
const IDENTITY = ['email', 'name', 'id', 'product_name', 'plan'];

const pick = (record: IDataObject, names: string[]): IDataObject =>
	Object.fromEntries(
		names.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]),
	);

/**
 * Returns a customer as a list shows them, without what only the own record has: the columns of a row do not depend on how
 * somebody was found.
 */
const asListed = (customer: IDataObject): IDataObject => ({
	...without(customer, ['platform']),
	_links: without(asObject(customer._links), ['watching', 'watchlist']),
	_embedded: without(asObject(customer._embedded), ['products']),
});

/**
 * Returns the function that formats customers for the operations on access: the outcome, who and what it is about, the
 * other fields of the operation, then the rest of the customer. With Output on Raw, the record is as the service sent it.
 */
export function accessProjection(context: IExecuteSingleFunctions): AccessProjection {
	const project = projection(context, 'customer');
	const output = outputMode(context);
	if (output === 'raw') return ({ customer }) => project(customer);
	const isSafe = isTextSafe(context);
	// Whoever selects a field gets it where it is known.
	const prepare = output === 'selected' ? (customer: IDataObject) => customer : asListed;
	return ({ customer, plan, fields }) => {
		const outcomeFields = isSafe ? safeRow(fields) : fields;
		const ofProduct = { ...without(customer, ['plan']), ...(plan !== undefined && { plan }) };
		const shown = project(prepare(ofProduct));
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
