import { changedAt, type Entry } from '../../checkpoint/records';
import type { TriggerEvent } from '../event';
import { customersWith } from '../lists';
import { comparison } from './compared';
import { ENABLED, isListed } from './lookUp';

/** Statuses whose lists are read (docs/service.md, States). */
export const LISTED_STATUSES = ['cancelled', 'disabled', 'expired', 'paused', 'refunded'] as const;

/** The service does not show when the status changed. The record's last change is the nearest known time. */
function eventOf(status: string, entry: Entry): TriggerEvent {
	return { entry, at: changedAt(entry), key: `${entry.id}:${status}`, details: { status } };
}

export const customerStatusChanged = comparison({
	description: 'A customer cancels, pauses, expires, is enabled again and so on',
	filters: ['product', 'statuses'],
	emptyHint:
		'No customer has one of the chosen statuses. Choose other statuses or another product, and fetch a test event again.',
	tooManyHint: 'Choose fewer statuses, or a product in Filters.',

	// A customer who is enabled again was in another list before.
	watched: ({ statuses }) =>
		LISTED_STATUSES.filter((status) => statuses.includes(ENABLED) || statuses.includes(status)),

	list: (reader, config, status) => customersWith(reader, status, config, { sort: 'oldest' }),

	joinedEvent: ({ statuses }, status, newcomer) =>
		statuses.includes(status) ? eventOf(status, newcomer) : undefined,

	departureRequests: 1,

	async leftEvent(reader, config, entry) {
		if (!config.statuses.includes(ENABLED)) return undefined;
		// A customer without an address in none of the other lists is enabled, as far as that can be known.
		const isEnabled = entry.row.email
			? await isListed(reader, { status: ENABLED, config }, entry)
			: true;
		if (isEnabled === 'unclear') return isEnabled;
		return isEnabled ? eventOf(ENABLED, entry) : undefined;
	},

	async sample(reader, config) {
		const found: TriggerEvent[] = [];
		for (const status of config.statuses) {
			const { entries } = await customersWith(reader, status, config)(1);
			found.push(...entries.map((entry) => eventOf(status, entry)));
		}
		return found;
	},
});
