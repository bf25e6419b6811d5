import { type IExecuteSingleFunctions, type INodeProperties, UserError } from 'n8n-workflow';

import { asObject } from '../../shared/json';
import { mapYielding } from '../../shared/execution/allItems';
import { requireNumber } from '../../shared/parameters/numbers';
import { invalidParameter, quote } from '../../shared/parameters/errors';
import { requireGroup } from '../../shared/parameters/values';

export interface RevocationLimit {
	amount: number;
	unit: 'customers' | 'percent';
}

export const IF_MORE =
	'If more customers would lose access in one run, nothing is changed and the node fails';

export function limitFields(): [amount: INodeProperties, unit: INodeProperties] {
	return [
		{
			displayName: 'Amount',
			name: 'amount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 50,
			description: 'The highest number, or share, that is allowed',
		},
		{
			displayName: 'Unit',
			name: 'unit',
			type: 'options',
			options: [
				{ name: 'Customers', value: 'customers' },
				{
					name: 'Percent',
					value: 'percent',
					description: 'Of the customers with access now; their whole list is read',
				},
			],
			default: 'customers',
			description: 'What Amount counts',
		},
	];
}

export function stopIfMoreThanField(): INodeProperties {
	return {
		displayName: 'Stop If More Than',
		name: 'stopIfMoreThan',
		type: 'fixedCollection',
		default: { value: { amount: 50, unit: 'customers' } },
		description: IF_MORE,
		options: [
			{
				displayName: 'Value',
				name: 'value',
				values: limitFields(),
			},
		],
	};
}

function refusedLimit(problem: string): UserError {
	return invalidParameter(
		'Stop If More Than',
		problem,
		'Nothing was revoked. Give a number of at least 0 and a unit, customers or percent, the same for all items. If one of them holds an expression, check what it gives.',
	);
}

/** A limit that is set must be one: nothing is revoked on a guess. */
export function parseLimit({ amount, unit }: Record<string, unknown>): RevocationLimit {
	const number = requireNumber(amount);
	if (number === undefined || number < 0) {
		throw refusedLimit(`is not a number of at least 0: ${quote(amount)}`);
	}
	if (unit === 'customers' || unit === 'percent') return { amount: number, unit };
	throw refusedLimit(`has an unknown unit: ${quote(unit)}`);
}

function limitOf(context: IExecuteSingleFunctions): RevocationLimit | undefined {
	const options = requireGroup(context.getNodeParameter('options', {}), 'Options');
	if (!Object.hasOwn(options, 'stopIfMoreThan')) return undefined;
	return parseLimit(asObject(asObject(options.stopIfMoreThan).value));
}

export async function limitOfRun(
	contexts: IExecuteSingleFunctions[],
): Promise<RevocationLimit | undefined> {
	const limits = await mapYielding(contexts, limitOf);
	const [first] = limits;
	const isSame = (limit?: RevocationLimit) =>
		limit?.amount === first?.amount && limit?.unit === first?.unit;
	if (limits.every(isSame)) return first;
	throw refusedLimit('differs between items');
}

/** What is told when more would lose access than the limit allows; one in percent needs the total. */
export function limitExceeded(
	{ amount, unit }: RevocationLimit,
	revocations: number,
	total?: number,
): UserError | undefined {
	const most = unit === 'percent' ? ((total ?? 0) * amount) / 100 : amount;
	if (revocations <= most) return undefined;
	// Those whose access has lapsed are no part of those who have access now.
	const isPart = total !== undefined && revocations <= total;
	const count = isPart ? `${revocations} of ${total}` : String(revocations);
	const customers = count === '1' ? 'customer' : 'customers';
	const allowed = unit === 'percent' ? `${amount} %` : String(amount);
	return new UserError(
		`Stopped: ${count} ${customers} would have lost access, more than ${allowed}`,
		{
			description:
				'Nothing was changed. Look who they are with Dry Run. If that is right, raise Stop If More Than, and run this again.',
		},
	);
}
