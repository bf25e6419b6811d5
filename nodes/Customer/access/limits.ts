import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { mapYielding } from '../../shared/concurrency/mapConcurrent';
import { checkLimit, countChanges, parseLimit } from '../../shared/run/limit';
import type { ExceededLimit, Limit, LimitKind } from '../../shared/run/report';
import { requireGroup } from '../../shared/values/checks';
import { invalidParameter } from '../../shared/values/parameterErrors';
import { GRANT_LIMIT, REVOCATION_LIMIT } from '../limitFields';
import { type Applied, isFailedChange } from './apply';
import { type Change, type ChangeOutcome, outcomeOf, type AccessPlan } from './plan';
import { productName } from './productName';
import { isRowFailure } from './rowFailure';
import type { ScopeOf } from './rows';

/** A limit on outcomes of the changes of a run, which it counts together. */
type AccessLimit = LimitKind & { outcomes: ChangeOutcome[] };

/** The limit on customers who lose access. */
export const REVOCATIONS: AccessLimit = {
	...REVOCATION_LIMIT,
	outcomes: ['revoked'],
	noun: 'customer',
	would: ['would lose access', 'would have lost access'],
};

/** The limit on customers who get access: the service bills for each, and a new one cannot be deleted. */
export const GRANTS: AccessLimit = {
	...GRANT_LIMIT,
	outcomes: ['created', 'granted'],
	noun: 'customer',
	would: ['would get access', 'would have gotten access'],
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
	throw invalidParameter(kind.label, 'differs between items', 'Use one limit for all items.');
}

const toPlanned = ({ target }: Change, kind: AccessLimit) => ({
	list: kind.name,
	part: target.product,
	isDry: target.isDry,
	count: 1,
});

/** How the limits of a run read what they need of a product. */
interface ProductReaders {
	/** Reads how many customers have access to the product of a change now, which a percentage needs. */
	current?: ((change: Change) => Promise<number | undefined>) | undefined;
	/** Reads the name of the product of a change, which the sentences of a run about several products need. */
	name: (change: Change) => Promise<string | undefined>;
}

/** Returns where the changes of a plan are more than a limit allows (see `checkLimit`). */
export async function checkChanges(
	context: IExecuteSingleFunctions,
	[kind, limit]: [AccessLimit, Limit | undefined],
	{ changes, failed }: AccessPlan,
	{ current, name }: ProductReaders,
): Promise<ExceededLimit[]> {
	if (!limit) return [];
	// A failure that concerns no single person makes the count incomplete.
	const unknown = failed.find(({ failure }) => !isRowFailure(failure));
	if (unknown) throw unknown.failure;
	const counted = changes.filter((change) => kind.outcomes.includes(outcomeOf(change)));
	const [first] = counted;
	if (!first) return [];
	const changeOf = (product: string) =>
		counted.find(({ target }) => target.product === product) ?? first;
	return await checkLimit(
		context,
		[kind, limit],
		counted.map((change) => toPlanned(change, kind)),
		{
			current: async (product) => await current?.(changeOf(product)),
			name: async (product) => await name(changeOf(product)),
		},
	);
}

/** Returns the reader of the names of the products, where the changes are about several. */
export function readerOfNames(changes: Change[], scopeOf: ScopeOf): ProductReaders['name'] {
	const isOfSeveral = new Set(changes.map(({ target }) => target.product)).size > 1;
	return async ({ target }) =>
		isOfSeveral ? await productName(scopeOf(target.rows[0]).client, target.product) : undefined;
}

/** Counts the changes that were carried out for the limits of later runs in this execution. */
export function countDone(context: IExecuteSingleFunctions, applied: Applied[]): void {
	for (const done of applied) {
		if (isFailedChange(done)) continue;
		const outcome = outcomeOf(done.change);
		const kind = [REVOCATIONS, GRANTS].find(({ outcomes }) => outcomes.includes(outcome));
		if (kind) countChanges(context, toPlanned(done.change, kind));
	}
}
