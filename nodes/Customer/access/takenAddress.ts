import type { NodeApiError } from 'n8n-workflow';

import { joinSentences } from '../../shared/client/errors';
import { pollUntil } from '../../shared/client/pollUntil';
import { serviceMessage } from '../../shared/client/response';
import { clock, MINUTE_MS } from '../../shared/concurrency/clock';

/** Words with which the service says that something is taken. "Promotion already ended" says nothing of it. */
const TAKEN_WORDS =
	/taken|(?<!no longer )exists|in use|duplicate|(?:be|not) unique|already (?:a customer|registered|used)/i;

const ADDRESS_WORDS = /e-?mail|address|@/i;

/** What else may be taken: a refusal about it says nothing of the customer. */
const OTHER_VALUES = /plan|name|product|password|code|promotion/i;

/** Whether a sentence says that an email address, or the customer with it, exists already. */
const isAboutTakenAddress = (sentence: string) =>
	TAKEN_WORDS.test(sentence) &&
	(ADDRESS_WORDS.test(sentence) ||
		(/customer|user|account/i.test(sentence) && !OTHER_VALUES.test(sentence)));

/** Whether the refusal of a creation says that the address is taken. */
export function isTaken({ httpCode, errorResponse }: NodeApiError): boolean {
	const message = serviceMessage(errorResponse) ?? '';
	return httpCode === '409' || message.split(/[.;,!\n](?=\s|$)/).some(isAboutTakenAddress);
}

/** Says in the service's own words that a creation was refused, and what may be the cause. */
export function refusedCreation(email: string, refusal: NodeApiError): NodeApiError {
	const words = serviceMessage(refusal.errorResponse);
	const headline = `The service refused to create ${email}`;
	refusal.message = words === undefined ? headline : `${headline}: ${words}`;
	refusal.description = joinSentences([
		'Another run may have just created this customer: lists show a new customer usually within seconds, at most after ten minutes. Run this again in ten minutes, which is safe.',
		`(HTTP ${refusal.httpCode})`,
	]);
	return refusal;
}

/** How long a run waits in all for customers whom no list shows yet. */
export const LOOKED_UP_FOR_MS = MINUTE_MS;

/** Pauses grow to a quarter of the minute: lists usually show a new customer within seconds. */
const MAX_LOOK_PAUSE_MS = 15_000;

/**
 * The wait of a run for customers whom another worker has just created, so that no list shows them yet: a minute in all.
 * Rows that come later look once.
 */
export class TakenAddressWait {
	private endsAt: number | undefined;

	/** Looks until somebody is found, or the minute is over. */
	async find<T>(look: () => Promise<T[]>, signal: AbortSignal | undefined): Promise<T[]> {
		this.endsAt ??= clock.monotonic() + LOOKED_UP_FOR_MS;
		const found = await pollUntil({
			look: async () => {
				const customers = await look();
				return customers.length > 0 ? customers : undefined;
			},
			delayAfter: (looks) => Math.min(MAX_LOOK_PAUSE_MS, 2_000 * 1.5 ** (looks - 1)),
			totalMs: this.endsAt - clock.monotonic(),
			signal,
		});
		return found ?? [];
	}
}
