import type { INode } from 'n8n-workflow';

import { refused } from './quote';

const COLLECTIONS: Record<string, string> = {
	additionalFields: 'Additional Fields',
	filters: 'Filters',
	options: 'Options',
	sorting: 'Sorting',
	updateFields: 'Update Fields',
};

/**
 * Refuses a collection that is one expression as a whole: n8n's routing finds no field in it and would leave all of
 * them out, a filter or Dry Run among them.
 */
export function refuseWholeExpressions({ parameters }: INode): void {
	for (const [name, label] of Object.entries(COLLECTIONS)) {
		if (typeof parameters[name] !== 'string') continue;
		throw refused(
			label,
			'is an expression as a whole, of which nothing would be sent',
			`Add the fields that you need under ${label}, and give each of them an expression of its own.`,
		);
	}
}
