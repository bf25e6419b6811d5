import { changedAt } from '../../checkpoint/records';
import type { Config } from '../event';
import { customersWith } from '../lists';
import { comparison, type LookUp, type Verdict, type Whereabouts } from './compare';
import { ENABLED, LISTED_STATUSES } from './statuses';

/** At most the record, each list, the list of those who are enabled, and the lists once more but the one that was left. */
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
	{ missing, others }: Whereabouts,
	{ reader, config, budget }: LookUp,
): Promise<Verdict> {
	budget.spend();
	const { row, isGone } = await reader.record(`/customers/${id}`);
	if (isGone) return { left: [...missing, ...others] };
	const email = row?.email;
	// One who cannot be looked up, or not in time, is taken to be where they were.
	let isUnknown = typeof email !== 'string' || email === '';
	const find = async (status: string) => {
		isUnknown ||= reader.affordable() < 0;
		if (isUnknown) return undefined;
		budget.spend();
		const { entries } = await customersWith(reader, status, config, { email }).newest(1);
		return entries.find((entry) => entry.id === id);
	};
	const left: string[] = [];
	for (const status of missing) if (!(await find(status))) left.push(status);
	const isAwaited = left.length > 0 && config.statuses.includes(ENABLED);
	const enabled = isAwaited ? await find(ENABLED) : undefined;
	const kept = [...missing, ...others].filter((status) => !left.includes(status));
	// Left by now, these would fire for the same change once more.
	for (const status of enabled ? kept : []) if (!(await find(status))) left.push(status);
	return isUnknown ? { left: [] } : { left, enabled };
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
