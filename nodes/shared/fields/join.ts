import type { INodeProperties } from 'n8n-workflow';

/** Whether both say the same at every depth; functions are the same only as the same one. */
function isEqual(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
	const [entries, others] = [Object.entries(one), new Map(Object.entries(other))];
	return (
		entries.length === others.size &&
		entries.every(([name, value]) => others.has(name) && isEqual(value, others.get(name)))
	);
}

/** The operations that show a field, and everything else that it says. */
function parts({ displayOptions, ...field }: INodeProperties) {
	const { operation = [], ...show } = displayOptions?.show ?? {};
	return { operation, rest: { ...field, displayOptions: { ...displayOptions, show } } };
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
			const { rest } = parts(field);
			const at = joined.findIndex(
				(other, index) => index >= place && isEqual(parts(other).rest, rest),
			);
			const known = joined[at];
			if (known) joined[at] = forBoth(known, field);
			else joined.splice(place, 0, field);
			place = known ? at + 1 : place + 1;
		}
	}
	return joined;
}
