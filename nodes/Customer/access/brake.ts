import { UserError, type IExecutePaginationFunctions, type INodeProperties } from 'n8n-workflow';

import { UnusableAnswerError } from '../../shared/http/response';
import { isTool, requestsOfRun } from './itemsOfRun';
import { countInLists, countLosers } from './losers';
import type { AccessRequest } from './request';

/** How many may lose access in one run. */
interface Limit {
	amount: number;
	unit: 'customers' | 'percent';
}

/** The options that stop a run before it takes the access of more customers than expected. */
export function brakeFields(): INodeProperties[] {
	return [
		{
			displayName: 'Stop If More Than',
			name: 'stopIfMoreThanAmount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 50,
			description:
				'How many customers may lose access in one run of this node. If the items together would take the access of more, nothing is revoked and the node fails.',
		},
		{
			displayName: 'Stop If More Than Unit',
			name: 'stopIfMoreThanUnit',
			type: 'options',
			options: [
				{ name: 'Customers', value: 'customers' },
				{
					name: 'Percent',
					value: 'percent',
					description: 'Of those who have access now; their whole list is read',
				},
			],
			default: 'customers',
			description: 'The unit of Stop If More Than',
		},
	];
}

/** @throws UserError when it is set and is no number or unit */
function limitOf(context: IExecutePaginationFunctions): Limit | undefined {
	const given = context.getNodeParameter('options.stopIfMoreThanAmount', null);
	const unit = context.getNodeParameter('options.stopIfMoreThanUnit', 'customers');
	if (given === null) return undefined;
	const amount = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
	if (typeof amount !== 'number' || !(amount >= 0)) {
		throw new UserError('The parameter "Stop If More Than" is not a number of at least 0', {
			description: 'Type a number such as 50. If it holds an expression, check what it gives.',
		});
	}
	if (unit === 'customers' || unit === 'percent') return { amount, unit };
	throw new UserError(`The parameter "Stop If More Than Unit" is not known: "${String(unit)}"`, {
		description: 'Use customers or percent.',
	});
}

function stopped(losing: string, allowed: string): UserError {
	const customers = losing === '1' ? 'customer' : 'customers';
	return new UserError(
		`Stopped: ${losing} ${customers} would have lost access, more than ${allowed}`,
		{
			description:
				'Nothing was revoked. Look who they are with the option Dry Run. If that is right, raise Stop If More Than or remove it, and run this again.',
		},
	);
}

async function decide(request: AccessRequest, { amount, unit }: Limit): Promise<void> {
	const requests = requestsOfRun(request);
	if (unit === 'customers') {
		const losers = await countLosers(requests);
		if (losers > amount) throw stopped(String(losers), String(amount));
		return;
	}
	const { losers, total } = await countInLists(requests);
	if (losers > (total * amount) / 100) throw stopped(`${losers} of ${total}`, `${amount} %`);
}

/** The decision about each run, by what n8n hands to all its items and to no other run. */
const decisions = new WeakMap<object, Promise<void>>();

/**
 * Stops the item if its run of the node would take the access of more customers than the person
 * allows. The first item that gets here decides for all: it reads what the others ask for, and who of
 * them has access now. They need not have started, for batching starts them later.
 *
 * @throws UserError for every item of such a run, before anything is written
 */
export async function holdBack(request: AccessRequest): Promise<void> {
	const { context } = request;
	const limit = limitOf(context);
	if (!limit) return;
	const run = isTool(context) ? context.helpers : context.getExecuteData();
	const decision = decisions.get(run) ?? decide(request, limit);
	decisions.set(run, decision);
	// A fault on the way is no decision: when the node is tried again, it is made again.
	decision.catch((error: unknown) => {
		const isFinal = error instanceof UserError || error instanceof UnusableAnswerError;
		if (!isFinal) decisions.delete(run);
	});
	await decision;
}
