import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { outputMode, projection } from '../../shared/output/projection';

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
