import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { mapYielding } from '../../shared/concurrency/batches';
import { Semaphore } from '../../shared/concurrency/semaphore';
import { ChangeQueue } from '../../shared/sync/apply';
import type { ItemResult, WorkForAll } from '../../shared/sync/allItems';
import { readLimitOption } from '../../shared/sync/limit';
import { ProgressLog } from '../../shared/sync/report';
import type { ApplyStep, Done } from './apply';
import { creationTimeNote } from './creation';
import { Evidence } from './evidence';
import { type AccessInput, readAll, type ReadAccess } from './input';
import { type AccessLimit, checkPlan, countStep, type Planned } from './limits';
import { postpone, predict, toResult } from './outcomes';
import type { Access, Planner, Step } from './plan';

/** Looks up and plans items, in their order. An item that fails here fails by itself. */
export async function planAll<Input extends AccessInput>(
	inputs: Array<Promise<Input>>,
	lookUp: (input: Input) => Promise<Access[]>,
	planner: () => Planner,
): Promise<Planned[]> {
	const people = new Semaphore(MAX_CONCURRENT_REQUESTS);
	const looked = inputs.map(async (reading) => {
		const input = await reading;
		return { input, known: await people.runExclusive(async () => await lookUp(input)) };
	});
	const planners = { real: planner(), dry: planner() };
	return await mapYielding(await Promise.allSettled(looked), (one): Planned => {
		if (one.status === 'rejected') return { failure: one.reason as unknown };
		const { input, known } = one.value;
		try {
			return { input, steps: planners[input.isDry ? 'dry' : 'real'](input, known) };
		} catch (failure) {
			return { failure };
		}
	});
}

/** Applies the steps of a plan, those for one person one after the other. */
export class PlanApplication {
	private readonly applied = new Map<Step, Promise<Done>>();

	private readonly changes: ChangeQueue;

	constructor(
		private readonly evidence: Evidence,
		private readonly planner: () => Planner,
		private readonly applyStep: ApplyStep,
		progress: ProgressLog,
	) {
		this.changes = new ChangeQueue(progress);
	}

	/** Returns the result of a step: predicted in a dry run, else applied or postponed. */
	async run(input: AccessInput, step: Step): Promise<ItemResult> {
		if (input.isDry) {
			countStep(input, step.outcome);
			return await predict(input, step, this.evidence);
		}
		const applying = this.apply(input, step);
		this.applied.set(step, applying);
		return toResult(input, await applying, step);
	}

	private async apply(input: AccessInput, step: Step): Promise<Done> {
		const before = step.after && (await this.applied.get(step.after));
		if (before?.outcome === 'postponed') return before;
		const customer = { ...step.customer, ...before?.customer };
		const planAgain = async () => {
			const [next = step] = this.planner()(input, await this.evidence.findAnew(input));
			return next;
		};
		const apply = async () => await this.applyStep(input, step, customer, planAgain);
		const change = { apply, postpone: () => postpone(step) };
		const done = await this.changes.run(change, input.stopTime);
		countStep(input, done.outcome);
		return done;
	}
}

/** An operation that changes the access of the people whom items name. */
interface AccessOperation {
	/** The operation, as the log names it. */
	name: string;
	/** Whether lapsed access matters. */
	isThorough: boolean;
	read: ReadAccess;
	planner: () => Planner;
	limit: AccessLimit;
	applyStep: ApplyStep;
}

/** Returns the work for all items: everything is read and planned before anything is written. */
export function accessWork({
	name,
	isThorough,
	read,
	planner,
	limit,
	applyStep,
}: AccessOperation): WorkForAll {
	return async (contexts, client, notes) => {
		const most = await readLimitOption(contexts, limit);
		const evidence = new Evidence(isThorough);
		const inputs = await readAll(contexts, client, read);
		const planned = await planAll(inputs, async (input) => await evidence.find(input), planner);
		notes.push(...(await checkPlan(limit, most, planned)));
		const steps = planned.flatMap((one) =>
			'failure' in one ? [] : one.steps.map(({ outcome }) => ({ outcome, isDry: one.input.isDry })),
		);
		const dry = steps.filter(({ isDry }) => isDry);
		notes.push(...creationTimeNote(dry.filter(({ outcome }) => outcome === 'created').length));
		const progress = new ProgressLog(contexts[0]?.logger, name, steps.length - dry.length);
		const application = new PlanApplication(evidence, planner, applyStep, progress);
		return planned.map((one) => async () => {
			if ('failure' in one) throw one.failure;
			const { input, steps } = one;
			return await Promise.all(steps.map(async (step) => await application.run(input, step)));
		});
	};
}
