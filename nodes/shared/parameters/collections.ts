import type { INode } from 'n8n-workflow';

import { invalidParameter } from './errors';

/** The display names of the collections of a panel, by their names. */
export const COLLECTIONS = {
	additionalFields: 'Additional Fields',
	filters: 'Filters',
	options: 'Options',
	sorting: 'Sorting',
	updateFields: 'Update Fields',
};

export type CollectionName = keyof typeof COLLECTIONS;

/**
 * Throws for a collection that is one expression as a whole: n8n's routing finds no field in it and would leave out all
 * of them, a filter or Dry Run among them.
 */
export function assertNoCollectionExpression({ parameters }: INode): void {
	for (const [name, label] of Object.entries(COLLECTIONS)) {
		if (typeof parameters[name] !== 'string') continue;
		throw invalidParameter(
			label,
			'is an expression as a whole, of which nothing would be sent',
			`Add the fields that you need under ${label}, and give each of them an expression of its own.`,
		);
	}
}
