import { InvalidResponseError } from '../client/response';

/**
 * Maximum number of items for one input item. n8n's engine passes them on with a spread call, which overflows the stack
 * above about 120,000.
 */
export const MAX_RECORDS = 110_000;

/** Throws for more items than n8n can pass on at once. */
export function assertPassable(
	count: number,
	remedy = 'Read it in parts: add filters such as one status or product at a time, or turn off "Return All" and use "Limit" with the option "Page" in a loop. To follow only what changes, use the trigger or a webhook.',
): void {
	if (count <= MAX_RECORDS) return;
	throw new InvalidResponseError(
		`The list has more than ${MAX_RECORDS} records, which is more than n8n can pass on at once`,
		remedy,
	);
}
