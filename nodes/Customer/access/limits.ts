import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { mapYielding } from '../../shared/concurrency/batches';
import {
	checkLimit,
	countChanges,
	type Limit,
	type LimitKind,
	parseLimit,
} from '../../shared/run/limit';
import { requireGroup } from '../../shared/values/checks';
import { invalidParameter } from '../../shared/values/parameterErrors';
import { type Change, isFailed, isRefusal, type AccessPlan, type PlannedChange } from './plan';

/** A limit on one outcome of the changes of a run. */
type AccessLimit = LimitKind & Pick<Change, 'outcome'>;

export const REVOCATIONS: AccessLimit = {
	name: 'stopIfMoreThan',
	label: 'Stop If More Than',
	outcome: 'revoked',
	noun: 'customer',
	would: ['would lose access', 'would have lost access'],
	past: 'lost access',
	takesPercent: true,
};

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

/**
 * Throws where the changes of a run are more than a limit allows (see `checkLimit`). Returns the sentences of a dry run.
 *
 * @param readCurrent reads how many customers have access to a product now, which a percentage needs
 */
export async function checkChanges(
	kind: AccessLimit,
	limit: Limit | undefined,
	planned: AccessPlan,
	readCurrent: (change: PlannedChange) => Promise<number | undefined> = async () => undefined,
): Promise<string[]> {
	if (!limit) return [];
	// A failure that concerns no single person makes the count incomplete.
	const unknown = planned.filter(isFailed).find(({ failure }) => !isRefusal(failure));
	if (unknown) throw unknown.failure;
	const counted = countedOf([kind], planned);
	const [first] = counted;
	if (!first) return [];
	const { context } = first.row;
	return await checkLimit(
		context,
		[kind, limit],
		counted.map(toCount),
		async (product) =>
			await readCurrent(counted.find(({ row }) => row.product === product) ?? first),
	);
}

const countedOf = (kinds: AccessLimit[], plan: AccessPlan): PlannedChange[] =>
	plan.flatMap((entry) =>
		!isFailed(entry) && kinds.some(({ outcome }) => outcome === entry.change.outcome)
			? [entry]
			: [],
	);

const toCount = ({ row: { product: scope, isDry }, change }: PlannedChange) => ({
	...{ subject: change.outcome, scope, isDry },
	count: 1,
});

/** Counts the changes that were carried out for the limits of later runs in this execution. */
export function countDone(done: AccessPlan): void {
	for (const counted of countedOf([REVOCATIONS, CREATIONS], done)) {
		countChanges(counted.row.context, toCount(counted));
	}
}
