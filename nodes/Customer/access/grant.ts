import type { RunRows } from '../../shared/run/allItems';
import { ProgressLog } from '../../shared/run/report';
import { applyAll, writeGrants } from './apply';
import { checkChanges, countDone, CREATIONS, readLimitOption } from './limits';
import { findCurrentAccess } from './lookUp';
import { countWrites, grants, planChanges } from './plan';
import { reportAccess } from './report';
import { lookUpRows, readRows, type RowFields } from './rows';

interface GrantOperation extends RowFields {
	/** The operation, as the log names it. */
	name: string;
	/** The fields that are updated when the customer exists. */
	updatable?: string[];
}

/** Makes sure that there is one customer with access to a product for each item, and writes only what is missing. */
export function grantRun({ name, updatable = [], ...fields }: GrantOperation): RunRows {
	const planner = grants({ updatable });
	return async (contexts, client) => {
		const limit = await readLimitOption(contexts, CREATIONS);
		const rows = await readRows(contexts, client, fields);
		const planned = await planChanges(await lookUpRows(rows, findCurrentAccess), planner);
		const stopped = await checkChanges(CREATIONS, limit, planned);
		const progress = new ProgressLog(contexts[0].logger, name, countWrites(planned));
		const done = await applyAll(planned, { planner, write: writeGrants, progress });
		countDone(done);
		return reportAccess(contexts, done, stopped);
	};
}
