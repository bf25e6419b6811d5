import { checkLimit, countChanges, type Limit, type LimitKind } from '../../shared/sync/limit';
import { isRefusal } from './apply';
import { readMembers } from './evidence';
import type { AccessInput } from './input';
import type { AccessOutcome, Step } from './plan';

/** A planned item, or why it fails. */
export type Planned = { input: AccessInput; steps: Step[] } | { failure: unknown };

/** A limit on revocations or creations. */
export interface AccessLimit extends LimitKind {
	outcome: AccessOutcome;
}

export const REVOCATIONS: AccessLimit = {
	name: 'stopIfMoreThan',
	outcome: 'revoked',
	label: 'Stop If More Than',
	singular: 'customer',
	plural: 'customers',
	would: 'would lose access',
	wouldHave: 'would have lost access',
	look: 'who they are',
	areAmongCurrent: true,
	description:
		'The maximum number or percentage of customers who may lose access in one execution. If more would, the node changes nothing and stops. A percentage is of those who have access now, and always allows one.',
};

export const CREATIONS: AccessLimit = {
	name: 'stopIfMoreCreatedThan',
	outcome: 'created',
	label: 'Stop If More Created Than',
	singular: 'customer',
	plural: 'customers',
	would: 'would be created',
	wouldHave: 'would have been created',
	look: 'who they are',
	areAmongCurrent: false,
	description:
		'The maximum number or percentage of customers who may be created in one execution. If more would, the node changes nothing and stops. New customers are billed and can’t be deleted.',
};

const toChanges = ({ product, isDry }: AccessInput, subject: AccessOutcome) => ({
	...{ subject, scope: product, isDry },
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
	steps: Array<{ input: AccessInput; step: Step }>,
	current?: number,
): Promise<string[]> {
	const [first] = steps;
	if (!first) return [];
	const readCurrent = async (input: AccessInput) =>
		current ?? (limit.isPercent ? (await readMembers(input)).customers.length : undefined);
	const planned = steps
		.filter(({ step }) => step.outcome === kind.outcome)
		.map(({ input }) => ({
			...toChanges(input, kind.outcome),
			readCurrent: async () => await readCurrent(input),
		}));
	return await checkLimit(first.input.context, { kind, limit }, planned);
}

/** Checks the plan of a run. A failure that does not concern its item only makes the count incomplete, and is thrown. */
export async function checkPlan(
	kind: AccessLimit,
	limit: Limit | undefined,
	planned: Planned[],
): Promise<string[]> {
	if (!limit) return [];
	const steps = planned.flatMap((one) => {
		if (!('failure' in one)) return one.steps.map((step) => ({ input: one.input, step }));
		if (isRefusal(one.failure)) return [];
		throw one.failure;
	});
	return await checkSteps(kind, limit, steps);
}
