import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { mapYielding } from '../../shared/concurrency/batches';
import { requireGroup } from '../../shared/parameters/checks';
import { invalidParameter } from '../../shared/values/errors';
import {
	ExecutionCounter,
	findExceeded,
	type Limit,
	limitField,
	type LimitTexts,
	parseLimit,
} from '../../shared/sync/limit';
import { isRefusal } from './apply';
import { readMembers } from './evidence';
import type { AccessInput } from './input';
import type { AccessOutcome, Step } from './plan';

/** A planned item, or why it fails. */
export type Planned = { input: AccessInput; steps: Step[] } | { failure: unknown };

/** A limit on revocations or creations: its option, what it counts, and its texts. */
export interface AccessLimit {
	name: string;
	outcome: 'revoked' | 'created';
	texts: LimitTexts;
	description: string;
}

export const REVOCATIONS: AccessLimit = {
	name: 'stopIfMoreThan',
	outcome: 'revoked',
	texts: {
		label: 'Stop If More Than',
		singular: 'customer',
		plural: 'customers',
		would: 'would lose access',
		wouldHave: 'would have lost access',
		look: 'who they are',
		areAmongCurrent: true,
	},
	description:
		'The maximum number or percentage of customers who may lose access in one execution. If more would, the node changes nothing and stops. A percentage is of those who have access now, and always allows one.',
};

export const CREATIONS: AccessLimit = {
	name: 'stopIfMoreCreatedThan',
	outcome: 'created',
	texts: {
		label: 'Stop If More Created Than',
		singular: 'customer',
		plural: 'customers',
		would: 'would be created',
		wouldHave: 'would have been created',
		look: 'who they are',
		areAmongCurrent: false,
	},
	description:
		'The maximum number or percentage of customers who may be created in one execution. If more would, the node changes nothing and stops. New customers are billed and can’t be deleted.',
};

/** Returns the text field of a limit. */
export function accessLimitField(
	{ name, texts, description }: AccessLimit,
	usual: string,
): INodeProperties {
	return limitField(texts, { name, default: usual, description });
}

/** Reads a limit under Options, which must be the same for all items; `undefined` where it is not added. */
async function limitOfRun(
	contexts: IExecuteSingleFunctions[],
	{ name, texts: { label } }: AccessLimit,
): Promise<Limit | undefined> {
	const limits = await mapYielding(contexts, (context) => {
		const options = requireGroup(context.getNodeParameter('options', {}), 'Options');
		return Object.hasOwn(options, name) ? parseLimit(options[name], label) : undefined;
	});
	const [first] = limits;
	const isSame = (limit?: Limit) =>
		limit?.amount === first?.amount && limit?.isPercent === first?.isPercent;
	if (limits.every(isSame)) return first;
	throw invalidParameter(
		label,
		'differs between items',
		'Nothing was changed. Use one limit for all items.',
	);
}

interface Counted {
	limit: Limit;
	input: Pick<AccessInput, 'context' | 'client' | 'product'>;
	isDry: boolean;
	planned: number;
	/** The customers who have access now, where the caller knows them. */
	current?: number;
}

/** A number is of all products together, a percentage of each product. */
const scopeOf = ({ isPercent }: Limit, { product }: { product: string }) =>
	isPercent ? product : 'all';

/** Returns the counter of an outcome in one execution, for all products or for one. */
const counterOf = (context: IExecuteSingleFunctions, key: string, isDry = false) =>
	new ExecutionCounter(context, `${key} ${isDry}`);

/** Counts a change for the limits of later runs in this execution. No limit counts the other outcomes. */
export function countChange({ context, product }: AccessInput, outcome: AccessOutcome): void {
	if (outcome !== REVOCATIONS.outcome && outcome !== CREATIONS.outcome) return;
	for (const scope of ['all', product]) counterOf(context, `${outcome} ${scope}`).add(1);
}

/**
 * Counts what a run is going to do, with what the node has done before in this execution. Returns what a dry run says
 * about an exceeded limit, and throws for a real run.
 */
export async function assertAccessLimit(
	{ outcome, texts }: AccessLimit,
	{ limit, input, isDry, planned, current }: Counted,
): Promise<string[]> {
	if (planned === 0) return [];
	const counter = counterOf(input.context, `${outcome} ${scopeOf(limit, input)}`, isDry);
	const members = async () => current ?? (await readMembers(input)).customers.length;
	const counts = counter.countsFor(planned, limit.isPercent ? await members() : (current ?? 0));
	const exceeded = findExceeded(limit, counts, texts);
	if (exceeded && !isDry) throw exceeded.error;
	if (isDry) counter.add(planned);
	return exceeded ? [exceeded.note] : [];
}

/** Counts the planned steps with an outcome, of a percentage for each product. */
function countByScope(planned: Planned[], outcome: string, limit: Limit, isDry: boolean) {
	const counts = new Map<string, { input: AccessInput; planned: number }>();
	for (const one of planned) {
		if ('failure' in one || one.input.isDry !== isDry) continue;
		const scope = scopeOf(limit, one.input);
		const known = counts.get(scope) ?? { input: one.input, planned: 0 };
		known.planned += one.steps.filter((step) => step.outcome === outcome).length;
		counts.set(scope, known);
	}
	return [...counts.values()];
}

/**
 * Reads the limit of a run, before anything is looked up, and returns the check of its plan. A percentage is applied to
 * each product by itself. A failure that does not concern its item only makes the count incomplete, and is thrown.
 */
export async function limitCheck(accessLimit: AccessLimit, contexts: IExecuteSingleFunctions[]) {
	const limit = await limitOfRun(contexts, accessLimit);
	return async (planned: Planned[]): Promise<string[]> => {
		if (!limit) return [];
		for (const one of planned) {
			if ('failure' in one && !isRefusal(one.failure)) throw one.failure;
		}
		const notes: string[] = [];
		for (const isDry of [false, true]) {
			for (const one of countByScope(planned, accessLimit.outcome, limit, isDry)) {
				notes.push(...(await assertAccessLimit(accessLimit, { limit, isDry, ...one })));
			}
		}
		return notes;
	};
}
