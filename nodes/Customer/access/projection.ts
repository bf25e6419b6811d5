import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { outputOf, projection } from '../../shared/operation/output';

export type AccessProjection = (customer: IDataObject, outcome: IDataObject) => IDataObject;

const isWord = ([, value]: [string, unknown]) => typeof value !== 'object';

/**
 * How customers are shown by the operations on access: first the words that the operation tells, then whom they are
 * about, then its lists and changes; raw, the record as the service sent it.
 */
export function accessProjection(context: IExecuteSingleFunctions): AccessProjection {
	const project = projection(context, 'customer');
	if (outputOf(context) === 'raw') return (customer) => project(customer);
	return (customer, outcome) => {
		const shown = project(customer);
		const identity = ['email', 'name', 'id'].filter((name) => Object.hasOwn(shown, name));
		const first = Object.fromEntries(identity.map((name) => [name, shown[name]]));
		const words = Object.fromEntries(Object.entries(outcome).filter(isWord));
		return { ...words, ...first, ...outcome, ...shown, ...outcome };
	};
}
