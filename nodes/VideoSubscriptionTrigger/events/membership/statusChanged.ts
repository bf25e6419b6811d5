import { changedAt } from '../../checkpoint/records';
import type { Config } from '../event';
import { customersWith } from '../lists';
import { comparison, type LookUp, type Verdict } from './compare';
import { ENABLED, LISTED_STATUSES } from './statuses';

/**
 * The record, the lists in which the customer is known, the list of those who are enabled, and once
 * more the lists that the customer had not left, at least one fewer.
 */
const requestsOfVerdict = (lists: number) => 1 + 2 * lists;

/** Enough for a verdict, and four pages of the round. */
const LEAST_REQUESTS = requestsOfVerdict(LISTED_STATUSES.length) + 4;

/** Whoever is enabled again was in one of the other lists before. */
function watched({ statuses }: Config): string[] {
	return LISTED_STATUSES.filter(
		(status) => statuses.includes(ENABLED) || statuses.includes(status),
	);
}

/** Looks up where a customer is: by the e-mail address, in the list of each status. */
async function verdictOn(
	id: number,
	known: string[],
	{ reader, config, budget }: LookUp,
): Promise<Verdict> {
	budget.spend();
	const { row, isGone } = await reader.record(`/customers/${id}`);
	if (isGone) return { left: known };
	const email = row?.email;
	// One who cannot be looked up is taken to be where they were.
	if (typeof email !== 'string' || email === '') return { left: [] };
	const find = async (status: string) => {
		budget.spend();
		const { entries } = await customersWith(reader, status, config, { email }).newest(1);
		return entries.find((entry) => entry.id === id);
	};
	const left: string[] = [];
	for (const status of known) if (!(await find(status))) left.push(status);
	if (left.length === 0 || !config.statuses.includes(ENABLED)) return { left };
	const enabled = await find(ENABLED);
	const others = enabled ? known.filter((status) => !left.includes(status)) : [];
	// Left since the first look, these would fire for the same change once more.
	for (const status of others) if (!(await find(status))) left.push(status);
	return { left, enabled };
}

/** Fires when a customer enters the list of a chosen status, or is enabled again. */
export const customerStatusChanged = comparison({
	filters: ['product', 'statuses'],
	leastRequests: LEAST_REQUESTS,
	nothing: {
		message: 'There is no customer to show yet',
		description:
			'No customer has one of the chosen statuses. Choose other statuses or another product, and fetch a test event again.',
	},
	tooMany: {
		message: 'More customers have the chosen statuses than the trigger can remember, about 30,000',
		description: 'Choose fewer statuses, or a product in Filters.',
	},
	watched,
	list: (reader, config, status) => customersWith(reader, status, config),
	fires: ({ statuses }) => statuses,
	requestsOfVerdict,
	verdictOn,

	/** The service tells no moment of a change; the record's last change is the nearest that is known. */
	occurrenceOf(_, status, entry) {
		const at = changedAt(entry);
		return { entry, at, key: `${entry.id}:${status}:${at}`, details: { status } };
	},
});
