import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { mapYielding } from '../../shared/concurrency/batches';
import { requireGroup } from '../../shared/values/checks';
import {
	checkLimit,
	countChanges,
	type Limit,
	type LimitKind,
	parseLimit,
} from '../../shared/run/limit';
import { invalidParameter } from '../../shared/values/errors';
import { readMembers } from './evidence';
import type { AccessInput } from './input';
import type { AccessOutcome, Step } from './plan';

/** A step for a person. */
export interface PlannedStep {
	input: AccessInput;
	step: Step;
}

/** A limit on revocations or creations. */
export interface AccessLimit extends LimitKind {
	outcome: AccessOutcome;
}

const CUSTOMERS = { singular: 'customer', plural: 'customers', look: 'who they are' };

export const REVOCATIONS: AccessLimit = {
	...CUSTOMERS,
	name: 'stopIfMoreThan',
	outcome: 'revoked',
	label: 'Stop If More Than',
	would: 'would lose access',
	wouldHave: 'would have lost access',
	areAmongCurrent: true,
	description:
		'The maximum number or percentage of customers who may lose access in one execution. If more would, the node changes nothing and stops. A percentage is of those who have access now, and always allows one.',
};

export const CREATIONS: AccessLimit = {
	...CUSTOMERS,
	name: 'stopIfMoreCreatedThan',
	outcome: 'created',
	label: 'Stop If More Created Than',
	would: 'would be created',
	wouldHave: 'would have been created',
	areAmongCurrent: false,
	description:
		'The maximum number or percentage of customers who may be created in one execution. If more would, the node changes nothing and stops. New customers are billed and can’t be deleted.',
};

/** Reads a limit under Options, which must be the same for all items; `undefined` where it is not added. */
export async function readLimitOption(
	contexts: IExecuteSingleFunctions[],
	{ name, label }: AccessLimit,
): Promise<Limit | undefined> {
	const limits = await mapYielding(contexts, (context) => {
		const options = requireGroup(context.getNodeParameter('options', {}), 'Options');
		return Object.hasOwn(options, name) ? parseLimit(options[name], label) : undefined;
	});
	if (new Set(limits.map((limit) => JSON.stringify(limit))).size <= 1) return limits[0];
	throw invalidParameter(
		label,
		'differs between items',
		'Nothing was changed. Use one limit for all items.',
	);
}

const toChanges = ({ product, isDry }: AccessInput, subject: AccessOutcome) => ({
	subject,
	scope: product,
	isDry,
	count: 1,
});

/** Counts a step for the limits of later runs in this execution. */
export function countStep(input: AccessInput, outcome: AccessOutcome): void {
	const isLimited = [REVOCATIONS, CREATIONS].some((limit) => limit.outcome === outcome);
	if (isLimited) countChanges(input.context, toChanges(input, outcome));
}

/**
 * Checks the steps of a run against a limit (see `checkLimit`).
 *
 * @param current the number of customers with access, where the caller knows it
 */
export async function checkSteps(
	kind: AccessLimit,
	limit: Limit,
	steps: PlannedStep[],
	current?: number,
): Promise<string[]> {
	const counted = steps.filter(({ step }) => step.outcome === kind.outcome);
	const [first] = counted;
	if (!first) return [];
	const readCurrent = async (product: string) => {
		if (current !== undefined || !limit.isPercent) return current;
		const { customers } = await readMembers({ client: first.input.client, product });
		return customers.length;
	};
	const planned = counted.map(({ input }) => toChanges(input, kind.outcome));
	return await checkLimit(first.input.context, { kind, limit, readCurrent }, planned);
}
