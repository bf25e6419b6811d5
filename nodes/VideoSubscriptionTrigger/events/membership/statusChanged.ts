import { changedAt, type Entry } from '../../window/records';
import type { Occurrence } from '../event';
import { customersWith } from '../lists';
import { comparison } from './compared';
import { ENABLED } from './lookUp';

/** Statuses whose lists are read (docs/service.md, States). */
export const LISTED_STATUSES = ['cancelled', 'disabled', 'expired', 'paused', 'refunded'] as const;

/** The service tells no moment of a change; the record's last change is the nearest that is known. */
function occurrenceOf(status: string, entry: Entry): Occurrence {
	const at = changedAt(entry);
	return { entry, at, key: `${entry.id}:${status}:${at}`, details: { status } };
}

export const customerStatusChanged = comparison({
	description: 'A customer cancels, pauses, expires, is enabled again and so on',
	filters: ['product', 'statuses'],
	nothing:
		'No customer has one of the chosen statuses. Choose other statuses or another product, and fetch a test event again.',
	tooMany: 'Choose fewer statuses, or a product in Filters.',

	// Whoever is enabled again was in one of the other lists before.
	watched: ({ statuses }) =>
		LISTED_STATUSES.filter((status) => statuses.includes(ENABLED) || statuses.includes(status)),

	list: (reader, config, status) => customersWith(reader, status, config, { sort: 'oldest' }),

	ofNewcomer: ({ statuses }, status, newcomer) =>
		statuses.includes(status) ? occurrenceOf(status, newcomer) : undefined,

	firesOnDeparture: ({ statuses }) => statuses.includes(ENABLED),

	ofDeparted: (_, { entry, isEnabled }) => (isEnabled ? occurrenceOf(ENABLED, entry) : undefined),

	async sample(reader, config) {
		const found: Occurrence[] = [];
		for (const status of config.statuses) {
			const { entries } = await customersWith(reader, status, config)(1);
			found.push(...entries.map((entry) => occurrenceOf(status, entry)));
		}
		return found;
	},
});
