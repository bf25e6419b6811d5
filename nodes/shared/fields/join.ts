import type { INodeProperties } from 'n8n-workflow';

/** The operations that show a field, and everything else that is known of it, as text. */
function parts({ displayOptions, ...field }: INodeProperties) {
	const { operation = [], ...show } = displayOptions?.show ?? {};
	return {
		operation,
		rest: JSON.stringify({ ...field, displayOptions: { ...displayOptions, show } }),
	};
}

/** Whether both are the same field; without routing and options it is plain data, which can be compared. */
function isSame(one: INodeProperties, other: INodeProperties): boolean {
	const isPlain = !one.routing && !other.routing && !one.options;
	return isPlain && parts(one).rest === parts(other).rest;
}

/** The field, shown for the operations of both. */
function forBoth(one: INodeProperties, other: INodeProperties): INodeProperties {
	const operation = [...parts(one).operation, ...parts(other).operation];
	const { displayOptions } = one;
	return {
		...one,
		displayOptions: { ...displayOptions, show: { ...displayOptions?.show, operation } },
	};
}

/**
 * The fields of a node, those of each operation in their order; a plain one that several operations
 * have stands once. For each item n8n evaluates the value of every field of the description twice,
 * shown or not: an expression in one that stands there ten times is evaluated twenty times.
 *
 * @param operations the fields of each operation
 */
export function joinFields(...operations: INodeProperties[][]): INodeProperties[] {
	const joined: INodeProperties[] = [];
	for (const fields of operations) {
		let place = 0;
		for (const field of fields) {
			const known = joined.findIndex((other, at) => at >= place && isSame(other, field));
			if (known < 0) {
				joined.splice(place, 0, field);
				place++;
			} else {
				joined[known] = forBoth(joined[known], field);
				place = known + 1;
			}
		}
	}
	return joined;
}
