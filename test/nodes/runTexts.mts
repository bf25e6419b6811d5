// The texts of a run in the words of the code: a test of an operation says what a run reports, and `shared/run/texts` alone
// has the words.
import { ITEM_OUTCOMES } from '../../nodes/Collection/syncItems/outcomes.ts';
import { ACCESS_OUTCOMES } from '../../nodes/Customer/access/outcomes.ts';
import {
	failureNote,
	linesOf,
	nothingChanged,
	predictedStop,
	stopOf,
	toParagraph,
} from '../../nodes/shared/run/lines.ts';
import type {
	ExceededLimit,
	LimitKind,
	OutcomeTable,
	Result,
} from '../../nodes/shared/run/report.ts';
import { defined } from '../kit/defined.mts';

/** In the order of both tables: the outcomes that all operations have come last. */
const OUTCOMES: OutcomeTable = Object.fromEntries([
	...Object.entries(ITEM_OUTCOMES).filter(([name]) => !(name in ACCESS_OUTCOMES)),
	...Object.entries(ACCESS_OUTCOMES),
]);

/** Whom or what a run names, by outcome: `wouldGrant` is predicted. */
type Named = Record<string, Array<string | Partial<Result>>>;

interface More {
	/** Whether outcomes without a name of their own, such as `unchanged`, are those of a dry run. */
	isDry?: boolean;
	/** Why rows failed, in their order. */
	reasons?: unknown[];
	notes?: string[];
	/** The sentence of what ended the run before its first write. */
	stopped?: string;
	/** The limits that would stop a real run. */
	exceeded?: ExceededLimit[];
}

function resultsOf(named: Named, { isDry = false, reasons = [] }: More): Result[] {
	return Object.entries(named).flatMap(([name, all]) => {
		const [predicted] = Object.entries(OUTCOMES).find(([, words]) => words.dry === name) ?? [];
		return all.map((one, index): Result => {
			const own = typeof one === 'string' ? { label: one } : one;
			if (name === 'failed') return { outcome: name, failure: reasons[index], ...own };
			return { outcome: predicted ?? name, isDry: isDry || predicted !== undefined, ...own };
		});
	});
}

/** Returns the lines of a run, as its summary has them one below the other. */
export const linesAbout = (named: Named, more: More = {}): string[] =>
	linesOf(
		{
			results: resultsOf(named, more),
			notes: more.notes ?? [],
			exceeded: more.exceeded ?? [],
		},
		{ outcomes: OUTCOMES, stopped: more.stopped },
	);

/** Returns the hint of a run. */
export const hintAbout = (named: Named, more: More = {}): string =>
	toParagraph(linesAbout(named, more));

/** What is more than a limit allows: `10%` or `100`. */
interface Excess {
	count: number;
	allowed: string;
	/** How many records there are now. */
	current?: number;
	/** Whether earlier runs of the execution count as well. */
	isLater?: boolean;
	/** The name of the product, where a run is about several. */
	name?: string;
}

const exceededOf = (kind: LimitKind, excess: Excess, isDry: boolean): ExceededLimit => ({
	kind,
	limit: { amount: Number.parseFloat(excess.allowed), isPercent: excess.allowed.endsWith('%') },
	count: excess.count,
	earlier: excess.isLater === true ? 1 : 0,
	current: excess.current ?? 0,
	isDry,
	name: excess.name,
});

/** Returns a limit that would stop a real run. */
export const exceededBy = (kind: LimitKind, excess: Excess): ExceededLimit =>
	exceededOf(kind, excess, true);

/** Returns the sentences of a dry run about limits. */
export const wouldStop = (...exceeded: ExceededLimit[]): string => defined(predictedStop(exceeded));

const stopFor = (kind: LimitKind, excess: Excess[]) =>
	defined(stopOf(excess.map((one) => exceededOf(kind, one, false))));

/** Returns the headline of a run that a limit stops. */
export const stopHeadline = (kind: LimitKind, excess: Excess): string =>
	stopFor(kind, [excess]).headline;

export const NOTHING_CHANGED = nothingChanged({ counts: [], isUncertain: false }, OUTCOMES);

/** Returns the sentence of a run that changed nothing after others of its execution, whose outcomes are counted. */
export const nothingMoreChanged = (counts: Record<string, number>): string =>
	nothingChanged({ counts: Object.entries(counts), isUncertain: false }, OUTCOMES);

/** Returns what a summary says of a run that limits stop. */
export function stoppedSentence(kind: LimitKind, ...excess: Excess[]): string {
	const { headline, details } = stopFor(kind, excess);
	return toParagraph([headline, NOTHING_CHANGED, details]);
}

/** Returns the sentence about the results beside the failure at which a run stops, of which there are so many. */
export const othersNote = (counts: Record<string, number>): string => {
	const results = Object.entries(counts).flatMap(([outcome, count]): Result[] =>
		Array.from({ length: count }, () => ({ outcome })),
	);
	const failed = { outcome: 'failed', failure: new Error('No') };
	return failureNote({ results: [failed, ...results], notes: [] }, OUTCOMES, 0);
};

/** The first line of a run with a credential in test mode. */
export const TEST_MODE = defined(
	linesOf({ results: [], notes: [], isTest: true }, { outcomes: OUTCOMES })[0],
);

/** Returns what a summary says of a run that an error ended before its first write. */
export const endedSentence = (headline: unknown): string =>
	toParagraph([String(headline), NOTHING_CHANGED]);
