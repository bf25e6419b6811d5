import type { INodeProperties } from 'n8n-workflow';

/** The operations that show a field, and everything else that is known of it, as text. */
function parts({ displayOptions, ...field }: INodeProperties) {
	const { operation = [], ...show } = displayOptions?.show ?? {};
	return {
		operation,
		rest: JSON.stringify({ ...field, displayOptions: { ...displayOptions, show } }),
	};
}

/** The functions of a field, which no text shows: two fields are the same when they share them. */
function steps({ routing }: INodeProperties) {
	return routing?.send?.preSend ?? [];
}

/** Whether both are the same field; only of those that routing merely sends that can be told. */
function isSame(one: INodeProperties, other: INodeProperties): boolean {
	const isComparable = !one.options && !one.routing?.operations && !one.routing?.output;
	return (
		isComparable &&
		parts(one).rest === parts(other).rest &&
		steps(one).every((step, index) => step === steps(other)[index])
	);
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
 * The fields of a node, those of each operation in their order; one that several operations have
 * stands once. For each item n8n evaluates the value of every field of the description twice,
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
