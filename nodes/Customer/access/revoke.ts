import { readMembers } from '../../shared/customers/members';
import type { RunRows } from '../../shared/run/allItems';
import { ProgressLog } from '../../shared/run/report';
import { applyAll, writeRevocations } from './apply';
import { checkChanges, countDone, readLimitOption, REVOCATIONS } from './limits';
import { findAccessHistory, findLapsedStatus } from './lookUp';
import { countWrites, planChanges, type PlannedChange, revocations } from './plan';
import { reportAccess } from './report';
import { type AccessRow, lookUpRows, readRows } from './rows';

/** Finds the access that a row names, with the status of access that has lapsed, where it can be read. */
async function findAccess(row: AccessRow) {
	const found = await findAccessHistory(row);
	const withStatus = found.map(async (access) => {
		const status = await findLapsedStatus(row, access).catch(() => undefined);
		return { ...access, status };
	});
	return await Promise.all(withStatus);
}

const countMembers = async ({ row: { client, product } }: PlannedChange) =>
	(await readMembers(client, product)).customers.length;

/** Ends the access of the customers that the items of a run name. A customer whom several items name loses it once. */
export const revokeRun: RunRows = async (contexts, client) => {
	const limit = await readLimitOption(contexts, REVOCATIONS);
	const rows = await readRows(contexts, client, {});
	const planned = await planChanges(await lookUpRows(rows, findAccess), revocations);
	const readCurrent = limit?.isPercent ? countMembers : undefined;
	const stopped = await checkChanges(REVOCATIONS, limit, planned, readCurrent);
	const progress = new ProgressLog(contexts[0].logger, 'Revoke Access', countWrites(planned));
	const application = { planner: revocations, write: writeRevocations, progress };
	const done = await applyAll(planned, application);
	countDone(done);
	return reportAccess(contexts, done, stopped);
};
