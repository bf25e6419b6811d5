import { pollUntil } from './pollUntil';
import type { ServiceRequest } from './request';
import type { Answer } from './response';

/** How long something is looked for: a new record can take seconds to appear in lists. */
const LOOKING_MS = 30_000;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

function pauseAfter(looks: number): number {
	return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (looks - 1));
}

/**
 * Looks again and again whether a write has happened whose answer was lost. It is never sent again meanwhile: what is
 * not listed yet may still appear, and that it has not appeared proves nothing.
 */
export async function lookFor(
	{ recover }: ServiceRequest,
	since: number,
	signal?: AbortSignal,
): Promise<Answer | undefined> {
	if (!recover) return undefined;
	return await pollUntil({
		look: async () => await recover(since),
		pauseAfter,
		totalMs: LOOKING_MS,
		signal,
	});
}
