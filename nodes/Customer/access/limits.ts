import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { mapYielding } from '../../shared/concurrency/mapConcurrent';
import {
	checkLimit,
	countChanges,
	type Limit,
	type LimitKind,
	parseLimit,
} from '../../shared/run/limit';
import { requireGroup } from '../../shared/values/checks';
import { invalidParameter } from '../../shared/values/parameterErrors';
import { type Applied, isFailedChange } from './apply';
import { type Change, type Outcome, outcomeOf, type AccessPlan } from './plan';
import { isRefusal } from './refusals';

/** A limit on one outcome of the changes of a run. */
type AccessLimit = LimitKind & { outcome: Outcome };

/** The limit on customers who lose access. */
export const REVOCATIONS: AccessLimit = {
	name: 'stopIfMoreThan',
	label: 'Stop If More Than',
	outcome: 'revoked',
	noun: 'customer',
	would: ['would lose access', 'would have lost access'],
	past: 'lost access',
	takesPercent: true,
};

/** The limit on new customers. */
export const CREATIONS: AccessLimit = {
	name: 'stopIfMoreCreatedThan',
	label: 'Stop If More Created Than',
	outcome: 'created',
	noun: 'customer',
	would: ['would be created', 'would have been created'],
	past: 'were created',
	takesPercent: false,
};

/** Reads a limit under Options, which must be the same for all items; `undefined` where it is not added. */
export async function readLimitOption(
	contexts: IExecuteSingleFunctions[],
	kind: AccessLimit,
): Promise<Limit | undefined> {
	const limits = await mapYielding(contexts, (context) => {
		const options = requireGroup(context.getNodeParameter('options', {}), 'Options');
		return Object.hasOwn(options, kind.name) ? parseLimit(options[kind.name], kind) : undefined;
	});
	if (new Set(limits.map((limit) => JSON.stringify(limit))).size <= 1) return limits[0];
	throw invalidParameter(
		kind.label,
		'differs between items',
		'Nothing was changed. Use one limit for all items.',
	);
}

const toPlanned = ({ target }: Change, outcome: Outcome) => ({
	subject: outcome,
	scope: target.product,
	isDry: target.isDry,
	count: 1,
});

/**
 * Throws where the changes of a plan are more than a limit allows (see `checkLimit`). Returns the sentences of a dry run.
 *
 * @param readCurrent reads how many customers have access to the product of a change now, which a percentage needs
 */
export async function checkChanges(
	context: IExecuteSingleFunctions,
	[kind, limit]: [AccessLimit, Limit | undefined],
	{ changes, failed }: AccessPlan,
	readCurrent: (change: Change) => Promise<number | undefined> = async () =>
		await Promise.resolve(undefined),
): Promise<string[]> {
	if (!limit) return [];
	// A failure that concerns no single person makes the count incomplete.
	const unknown = failed.find(({ failure }) => !isRefusal(failure));
	if (unknown) throw unknown.failure;
	const counted = changes.filter((change) => outcomeOf(change) === kind.outcome);
	const [first] = counted;
	if (!first) return [];
	return await checkLimit(
		context,
		[kind, limit],
		counted.map((change) => toPlanned(change, kind.outcome)),
		async (product) =>
			await readCurrent(counted.find(({ target }) => target.product === product) ?? first),
	);
}

/** Counts the changes that were carried out for the limits of later runs in this execution. */
export function countDone(context: IExecuteSingleFunctions, applied: Applied[]): void {
	for (const done of applied) {
		if (isFailedChange(done)) continue;
		const outcome = outcomeOf(done.change);
		const isLimited = [REVOCATIONS, CREATIONS].some((kind) => kind.outcome === outcome);
		if (isLimited) countChanges(context, toPlanned(done.change, outcome));
	}
}
