import { toWaitingTime } from '../../shared/client/errorTexts';
import { MAX_CONCURRENT_REQUESTS, RATE_LIMITS } from '../../shared/client/limiter';
import { mapYielding } from '../../shared/concurrency/batches';
import { Semaphore } from '../../shared/concurrency/semaphore';
import { operation, type Operation, otherRowsNote, rowNote } from '../../shared/run/operation';
import {
	assertNoFailure,
	type Contexts,
	failedResult,
	type Result,
	rowOf,
	type RunRows,
	type Subject,
} from '../../shared/run/allItems';
import { ProgressLog, summarize } from '../../shared/run/report';
import { toCount } from '../../shared/values/text';
import { type ApplyStep, isRefusal } from './apply';
import { type Depth, Evidence, findAccess } from './evidence';
import type { AccessInput, ReadAccess } from './input';
import {
	type AccessLimit,
	checkSteps,
	countStep,
	type PlannedStep,
	readLimitOption,
} from './limits';
import { postpone, predict, toResult } from './outcomes';
import { type Planner, type Step, toRecord } from './plan';

/** Returns the results of the work for a subject, or its failure as the only result. */
export async function catchAsResult(
	subject: Subject,
	work: () => Promise<Result | Result[]>,
): Promise<Result[]> {
	try {
		return [await work()].flat();
	} catch (error) {
		return [failedResult(subject, error)];
	}
}

/** The outcomes of steps that wrote something. */
const WRITTEN_OUTCOMES = ['created', 'granted', 'updated', 'revoked'];

/**
 * Returns the sentences about the first failure at which a run of several rows stops: its row, and whether others may have
 * been processed.
 */
export function rowNotes(contexts: Contexts, results: Result[]): string[] {
	const { item = 0 } = results.find(({ failure }) => failure !== undefined) ?? {};
	const isWritten = results.some(({ outcome }) => WRITTEN_OUTCOMES.includes(outcome));
	if (contexts.length === 1) return [];
	return [rowNote(item), ...(isWritten ? [otherRowsNote(true)] : [])];
}

/** A row that cannot be planned, and why. */
interface FailedRow extends Subject {
	failure: unknown;
}

type Planned = PlannedStep | FailedRow;

export const isFailed = (planned: Planned): planned is FailedRow => 'failure' in planned;

export const isPlanned = (planned: Planned): planned is PlannedStep => 'step' in planned;

/** Reads, looks up and plans rows, in their order. A row that fails here fails by itself. */
export async function planRows<Row extends Subject>(
	rows: Row[],
	read: (row: Row) => Promise<AccessInput>,
	{ evidence, planner }: { evidence: Evidence; planner: () => Planner },
): Promise<Planned[]> {
	const looked = await mapYielding(rows, async (row) => {
		try {
			const input = await read(row);
			return { input, known: await evidence.access(input) };
		} catch (failure) {
			return { ...row, failure };
		}
	});
	const planners = { real: planner(), dry: planner() };
	const planned = await mapYielding(await Promise.all(looked), (one): Planned[] => {
		if ('failure' in one) return [one];
		const { input, known } = one;
		if (!known)
			return [{ input, step: { outcome: 'postponed', customer: toRecord(input.customer) } }];
		try {
			const steps = planners[input.isDry ? 'dry' : 'real'](input, known);
			return steps.map((step) => ({ input, step }));
		} catch (failure) {
			return [{ ...input, failure }];
		}
	});
	return planned.flat();
}

/** Creations that take so short a time that no dry run says it: those of a minute. */
const FEW_CREATIONS = 60 * RATE_LIMITS.creation.count;

/**
 * Returns the sentence of a dry run that says how long its creations take within the rate limit, if it is a minute or more:
 * `Creating 6,000 customers takes about 20 minutes.`
 */
export function creationTimeNote(steps: PlannedStep[]): string[] {
	const isCreation = ({ input, step }: PlannedStep) => input.isDry && step.outcome === 'created';
	const count = steps.filter(isCreation).length;
	if (count < FEW_CREATIONS) return [];
	const duration = toWaitingTime((count / RATE_LIMITS.creation.count) * 1000);
	return [`Creating ${toCount(count)} customers takes about ${duration}.`];
}

/** Applies or predicts the steps of a plan, those for one person one after the other. */
export class PlanApplication {
	/** The people whose address or values were refused, or who could not be planned. */
	readonly refused: Subject[] = [];

	private readonly applied = new Map<Step, Promise<Step>>();

	private readonly turns = new Semaphore(MAX_CONCURRENT_REQUESTS);

	constructor(
		private readonly evidence: Evidence,
		private readonly planner: () => Planner,
		private readonly applyStep: ApplyStep,
		private readonly progress: ProgressLog,
	) {}

	/** Returns the result of each planned step and of each row that could not be planned, in their order. */
	async settle(planned: Planned[]): Promise<Result[]> {
		const results = planned.map(async (one) => {
			if (isPlanned(one)) return await catchAsResult(one.input, async () => await this.run(one));
			this.refused.push(one);
			return [failedResult(one, one.failure)];
		});
		return (await Promise.all(results)).flat();
	}

	private async run({ input, step }: PlannedStep): Promise<Result> {
		const applying = input.isDry ? Promise.resolve(step) : this.apply(input, step);
		this.applied.set(step, applying);
		const done = await applying.catch((failure: unknown) => {
			if (isRefusal(failure)) this.refused.push(input);
			throw failure;
		});
		countStep(input, done.outcome);
		return input.isDry ? await predict(input, step, this.evidence) : toResult(input, done);
	}

	private async apply(input: AccessInput, step: Step): Promise<Step> {
		const before = step.after && (await this.applied.get(step.after));
		if (before?.outcome === 'postponed') return before;
		const current = { ...step, customer: { ...step.customer, ...before?.customer } };
		const planAgain = async () => {
			const [next = current] = this.planner()(input, await findAccess(input, 'access'));
			return next;
		};
		return await this.turns.runExclusive(async () => {
			try {
				return input.stopTime.share >= 1
					? postpone(current)
					: await this.applyStep(input, current, planAgain);
			} finally {
				this.progress.advance();
			}
		});
	}
}

/** An operation that changes the access of the people whom items name. */
export interface AccessOperation {
	/** The operation, as the log names it. */
	name: string;
	depth: Depth;
	read: ReadAccess;
	planner: () => Planner;
	limit: AccessLimit;
	applyStep: ApplyStep;
}

/** Returns the run of an operation: everything is read, planned and limited before anything is written. */
export function accessRun(operation: AccessOperation): RunRows {
	const { name, depth, read, planner, limit, applyStep } = operation;
	return async (contexts, client) => {
		const most = await readLimitOption(contexts, limit);
		const evidence = new Evidence(depth);
		const readRow = async ({ context }: Subject) => await read(context, client);
		const planned = await planRows(contexts.map(rowOf), readRow, { evidence, planner });
		// A failure that concerns no single person makes the count of the limit incomplete.
		const unknown = planned.filter(isFailed).find(({ failure }) => !isRefusal(failure));
		if (most && unknown) throw unknown.failure;
		const steps = planned.filter(isPlanned);
		const notes = most ? await checkSteps(limit, most, steps) : [];
		notes.push(...creationTimeNote(steps));
		const writes = steps.filter(({ input }) => !input.isDry);
		const progress = new ProgressLog(contexts[0].logger, name, writes.length);
		const application = new PlanApplication(evidence, planner, applyStep, progress);
		const results = await application.settle(planned);
		const outcomes = results.map(({ outcome }) => outcome);
		const isDry = outcomes.some((outcome) => outcome.startsWith('would'));
		const hint = [summarize(outcomes, isDry), ...notes];
		return { results, hint, failureNotes: rowNotes(contexts, results) };
	};
}

/**
 * Returns the same work for one item, as an agent's tool runs it. For tools, n8n uses only the declared route, so an
 * operation over all items declares one as well. Its method and path only classify the operation and are never sent.
 */
export const forOneItem = (run: RunRows): Operation =>
	operation(
		async ({ context, client }) => {
			const { results } = await run([context], client);
			assertNoFailure(context, results, []);
			return results.flatMap(({ json }) => (json ? [json] : []));
		},
		{ idempotent: true },
	);
