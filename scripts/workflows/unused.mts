// Finds what saved workflows lack of operations that they use.
import type { INode, INodeParameters } from 'n8n-workflow';

import { parametersOf, type DescribedOperation, urlsOf } from '../lib/descriptions.mts';
import { parameterAt } from '../lib/workflows.mts';

/** Fields that saved workflows need not have: test/guards/output.mts tries every output, and what an update clears has tests. */
export const TRIED_ELSEWHERE = ['resource', 'operation', 'output', 'outputFields', 'clearFields'];

/** Types of fields that have no value of their own. */
const WITHOUT_VALUE = ['collection', 'fixedCollection', 'hidden', 'notice'];

/**
 * Returns the fields that no saved node of an operation has, each with an example. Options that all operations of a node
 * share are enough in one of them.
 *
 * @param saved the saved nodes of the operation's node
 * @param example a value for each parameter of the operation
 * @example ['filters.createdAfter, such as "2026-12-01T09:00:00"']
 */
export function unusedFields(
	operation: DescribedOperation,
	saved: INode[],
	example: INodeParameters,
): string[] {
	const own = saved.filter(({ parameters }) => parameters.operation === operation.option.value);
	return parametersOf(operation).flatMap(({ field, path }) => {
		const value = parameterAt(example, path);
		const isNeeded = !WITHOUT_VALUE.includes(field.type) && !TRIED_ELSEWHERE.includes(field.name);
		if (!isNeeded || value === undefined) return [];
		const nodes = path[0] === 'options' ? saved : own;
		const isUsed = nodes.some(({ parameters }) => parameterAt(parameters, path) !== undefined);
		return isUsed ? [] : [`${path.join('.')}, such as ${JSON.stringify(value)}`];
	});
}

/** Throws for an operation whose path names a record that its panel does not ask for. */
export function assertPathIsFilled(operation: DescribedOperation): void {
	const names = operation.fields.map((field) => field.name);
	const placeholders = urlsOf(operation).flatMap((url) => [...url.matchAll(/:(\w+)/g)]);
	const missing = placeholders.find(([, name = '']) => !names.includes(name));
	if (missing === undefined) return;
	const [, name] = missing;
	throw new Error(
		`The path of ${operation.name} has :${name}, and its panel has no field "${name}": add '${String(operation.option.value)}' to shownFor(…) of that field in the node, or a field to the operation`,
	);
}
