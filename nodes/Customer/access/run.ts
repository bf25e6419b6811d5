import { type IDataObject, type IExecuteSingleFunctions, UserError } from 'n8n-workflow';

import { hasStatus } from '../../shared/client/errors';
import { Semaphore } from '../../shared/concurrency/concurrency';
import type { ItemResult, WorkForAll } from '../../shared/sync/allItems';
import { without } from '../../shared/json';
import { ChangeQueue } from '../../shared/sync/apply';
import { ProgressLog } from '../../shared/sync/report';
import { type Done, subscriptionOf } from './apply';
import { creationTimeNote } from './creation';
import { Evidence } from './evidence';
import { type AccessInput, readAll, type ReadAccess } from './input';
import type { Access, AccessOutcome, Step } from './plan';

/** Maximum number of people that one run looks up concurrently. Requests have another limit. */
export const PEOPLE_AT_ONCE = 20;

/** The outcomes of a dry run, of those that differ. */
const DRY_OUTCOMES: Partial<Record<AccessOutcome, string>> = {
	created: 'wouldCreate',
	granted: 'wouldGrant',
	updated: 'wouldUpdate',
	revoked: 'wouldRevoke',
};

const ON_PRODUCT: AccessOutcome[] = ['created', 'granted', 'revoked'];

/** Returns the changes that a dry run shows. Items hold no passwords. */
async function changesOf(
	input: AccessInput,
	{ outcome, customer, fields }: Step,
	evidence: Evidence,
): Promise<IDataObject> {
	if (!ON_PRODUCT.includes(outcome)) return { ...fields };
	const { name } = await evidence.product(input);
	const { product, ...others } = subscriptionOf(input);
	const plan = outcome === 'revoked' ? customer.plan : undefined;
	return {
		...(outcome === 'created' && without(input.given, ['password'])),
		...fields,
		product,
		...(typeof name === 'string' && { product_name: name }),
		...(outcome === 'revoked' ? typeof plan === 'string' && { plan } : others),
	};
}

/** Returns the result that a dry run has for a step. */
export async function predict(
	input: AccessInput,
	step: Step,
	evidence: Evidence,
): Promise<ItemResult> {
	const { reason, similarTo } = step;
	const outcome = DRY_OUTCOMES[step.outcome] ?? step.outcome;
	const values = step.outcome === 'created' ? without(input.given, ['password']) : {};
	const changes = await changesOf(input, step, evidence);
	const told = {
		outcome,
		...(reason && { reason }),
		...(similarTo !== undefined && { similarTo }),
	};
	return { outcome, json: input.project({ ...values, ...step.customer }, { ...told, changes }) };
}

/** Returns the result of what was done. */
export function toResult(
	input: AccessInput,
	done: Done,
	{ reason }: Partial<Step> = {},
): ItemResult {
	const { outcome, customer, revokedPlans } = done;
	const told = { outcome, ...(reason && { reason }), ...(revokedPlans && { revokedPlans }) };
	return { outcome, json: input.project(customer, told) };
}

/** Returns what a step leaves that has not begun when the time is over: only what changes nothing counts as done. */
export function postpone(step: Step): Done {
	return DRY_OUTCOMES[step.outcome] === undefined
		? step
		: { outcome: 'postponed', customer: step.customer };
}

/** An operation that changes the access of the people whom items name. */
interface AccessOperation {
	/** The operation, as the log names it. */
	name: string;
	/** Whether lapsed access matters. */
	isThorough: boolean;
	read: ReadAccess;
	/** Returns a function that plans row by row. */
	planner: () => (input: AccessInput, known: Access[]) => Step[];
	/** Reads the limits of a run before anything is looked up. Returns the check of its plan, which returns notes. */
	limit: (
		contexts: IExecuteSingleFunctions[],
	) => Promise<(planned: Planned[]) => Promise<string[]>>;
	/** Carries a step out; `customer` is as earlier steps have left it. */
	apply: (
		input: AccessInput,
		step: Step,
		customer: IDataObject,
		planAgain: () => Promise<Step>,
	) => Promise<Done>;
}

/** A planned item, or why it fails. */
export type Planned = { input: AccessInput; steps: Step[] } | { failure: unknown };

/** Whether a failure concerns its own item only: the service or a check has refused its values. */
export function isOwnFailure(failure: unknown): boolean {
	return failure instanceof UserError || hasStatus(failure, ['400', '404', '422']);
}

/** Reads, looks up and plans all items of a run. An item that fails here fails by itself. */
async function planAll(
	{ planner }: AccessOperation,
	inputs: Array<Promise<AccessInput>>,
	evidence: Evidence,
): Promise<Planned[]> {
	const people = new Semaphore(PEOPLE_AT_ONCE);
	const looked = inputs.map(async (reading) => {
		const input = await reading;
		const known = await people.runExclusive(async () => await evidence.find(input));
		return { input, known };
	});
	const planners = { real: planner(), dry: planner() };
	return (await Promise.allSettled(looked)).map((one) => {
		if (one.status === 'rejected') return { failure: one.reason as unknown };
		const { input, known } = one.value;
		try {
			return { input, steps: planners[input.isDry ? 'dry' : 'real'](input, known) };
		} catch (failure) {
			return { failure };
		}
	});
}

/** Carries out the steps of a run, those for one person one after the other. */
class Application {
	private readonly done = new Map<Step, Promise<Done>>();

	constructor(
		private readonly operation: AccessOperation,
		private readonly evidence: Evidence,
		private readonly changes: ChangeQueue,
	) {}

	async carryOut(input: AccessInput, step: Step): Promise<ItemResult> {
		if (input.isDry) return await predict(input, step, this.evidence);
		const doing = this.apply(input, step);
		this.done.set(step, doing);
		return toResult(input, await doing, step);
	}

	private async apply(input: AccessInput, step: Step): Promise<Done> {
		const before = step.after && (await this.done.get(step.after));
		if (before?.outcome === 'postponed') return before;
		const customer = { ...step.customer, ...before?.customer };
		const planAgain = async () => {
			const [next = step] = this.operation.planner()(input, await this.evidence.findAnew(input));
			return next;
		};
		const apply = async () => await this.operation.apply(input, step, customer, planAgain);
		return await this.changes.run({ apply, postpone: () => postpone(step) }, input.stopTime);
	}
}

/** Returns how many steps of a run match. */
const countSteps = (planned: Planned[], matches: (step: Step, input: AccessInput) => boolean) =>
	planned
		.flatMap((one) => ('failure' in one ? [] : one.steps.map((step) => matches(step, one.input))))
		.filter(Boolean).length;

/** Returns the work for all items: everything is read and planned before anything is written. */
export function accessWork(operation: AccessOperation): WorkForAll {
	return async (contexts, client, notes) => {
		const assertLimit = await operation.limit(contexts);
		const evidence = new Evidence(operation.isThorough);
		const inputs = await readAll(contexts, client, operation.read);
		const planned = await planAll(operation, inputs, evidence);
		notes.push(...(await assertLimit(planned)));
		const creations = countSteps(
			planned,
			({ outcome }, { isDry }) => isDry && outcome === 'created',
		);
		notes.push(...creationTimeNote(creations));
		const total = countSteps(planned, (_, { isDry }) => !isDry);
		const [first] = contexts;
		const progress = new ProgressLog(first?.logger, operation.name, total);
		const application = new Application(operation, evidence, new ChangeQueue(progress));
		return planned.map((one) => async () => {
			if ('failure' in one) throw one.failure;
			const { input, steps } = one;
			return await Promise.all(steps.map(async (step) => await application.carryOut(input, step)));
		});
	};
}
