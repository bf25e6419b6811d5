import { NodeApiError, UserError } from 'n8n-workflow';

import { cancelSignal } from '../../shared/client/context';
import { catchStatus } from '../../shared/client/errors';
import { requireIdInResponse } from '../../shared/client/response';
import { wait } from '../../shared/concurrency/clock';
import { rememberAccess } from '../../shared/customers/recentWrites';
import { without } from '../../shared/json';
import { recordIn } from '../../shared/output/projection';
import type { RunRows } from '../../shared/run/allItems';
import { withNote } from '../../shared/run/operation';
import { ProgressLog } from '../../shared/run/summary';
import { createOnce, EMAIL_TAKEN } from '../creation';
import { applyAll, withoutProducts, type Write } from './apply';
import { checkChanges, countDone, CREATIONS, readLimitOption } from './limits';
import { currentAccessFinder, findCurrentAccess } from './lookUp';
import { type Change, countWrites, grants, isFailed, isWriting, planChanges } from './plan';
import { reportAccess } from './report';
import { type AccessRow, lookUpRows, readRows, type RowFields } from './rows';

const RUN_AGAIN = 'run this again, which is safe: it finds the customer then.';

/** The statuses with which a grant may be refused that somebody else has forestalled. */
const GRANT_FORESTALLED = ['409', '422'];

/** The change as it was done; where somebody else was faster, the refusal, or `undefined` for this process. */
type Written = Change | NodeApiError | undefined;

async function create({ client, product, values }: AccessRow, change: Change): Promise<Written> {
	const body = { ...values, email: String(change.customer.email), product };
	const request = { method: 'POST', path: '/customers', body } as const;
	const creating = createOnce(client, request, { remedy: RUN_AGAIN, wasAbsent: true });
	const customer = await catchStatus(creating, EMAIL_TAKEN);
	return customer && !(customer instanceof NodeApiError) ? { ...change, customer } : customer;
}

/** Updates fields and grants the product. The response to a write may be the record or nothing (docs/service.md, Customers). */
async function update({ client, product, values }: AccessRow, change: Change): Promise<Written> {
	const { outcome, customer: before, fields = {} } = change;
	const id = requireIdInResponse(before.id, 'customer');
	const path = `/customers/${id}`;
	const changed = Object.keys(fields);
	let customer = before;
	if (changed.length > 0) {
		customer = recordIn(await client.put(path, fields), 'customer') ?? { ...before, ...fields };
	}
	if (outcome !== 'granted') return { ...change, customer };
	const note = changed.length > 0 ? `Already updated: ${changed.join(', ')}.` : '';
	const { plan, is_rental } = values;
	const body = {
		product,
		...(plan !== undefined && { plan }),
		...(is_rental !== undefined && { is_rental }),
	};
	const granting = client
		.put(`${path}/products`, body)
		.catch((failure: unknown) => Promise.reject(withNote(failure, note)));
	const response = await catchStatus(granting, GRANT_FORESTALLED);
	if (response instanceof NodeApiError) return response;
	rememberAccess(client, product, id, plan === 'free' ? 'free' : 'standard');
	const record = recordIn(response, 'customer');
	return { ...change, customer: record ?? without(withoutProducts(customer), ['plan']) };
}

async function writeGrant(row: AccessRow, change: Change): Promise<Written> {
	if (!isWriting(change)) return change;
	return change.outcome === 'created' ? await create(row, change) : await update(row, change);
}

/** Delays between look-ups of an address that is taken and that no list shows yet: a minute in all. */
const LOOK_UP_DELAYS_MS = [2, 3, 5, 10, 10, 15, 15].map((seconds) => seconds * 1000);

/** Words with which the service refuses an address that is taken, where the status alone does not say it. */
const TAKEN = /taken|already|exists|in use|duplicate|unique/i;

/** Whether the refusal of a creation says that the address is taken. */
const isTaken = ({ httpCode, message, description }: NodeApiError) =>
	httpCode === '409' || TAKEN.test(`${message} ${description ?? ''}`);

const createdElsewhere = (email: string, { httpCode }: NodeApiError) =>
	new UserError('Another run has just created this customer', {
		description: `The service says that ${email} is taken (HTTP ${httpCode ?? ''}), and no list shows the customer yet. Wait a minute, then ${RUN_AGAIN}`,
	});

/**
 * Looks up an address that is taken until a list shows the customer whom another worker has just created, for a minute at
 * most. Throws the refusal where it does not say that the address is taken.
 */
async function findCreatedElsewhere(row: AccessRow, change: Change, refusal: NodeApiError) {
	for (const delay of isTaken(refusal) ? LOOK_UP_DELAYS_MS : []) {
		if (row.stopTime.isOver()) break;
		await wait(delay, cancelSignal(row.client.context));
		const found = await findCurrentAccess(row);
		if (found.length > 0) return found;
	}
	throw isTaken(refusal) ? createdElsewhere(String(change.customer.email), refusal) : refusal;
}

/**
 * Carries out a grant. One that lost a race is planned once more: another run may have created the customer or granted the
 * product meanwhile.
 */
export const writeGrants: Write = async (row, change, { choose, plan }) => {
	const first = await writeGrant(row, change);
	if (first && !(first instanceof NodeApiError)) return first;
	const found = await findCurrentAccess(row);
	const isMissing = found.length === 0 && first !== undefined;
	const [current] = choose(isMissing ? await findCreatedElsewhere(row, change, first) : found);
	const next = plan(row, current);
	if (first && next.outcome === change.outcome) throw first;
	const second = await writeGrant(row, next);
	if (second instanceof NodeApiError) throw second;
	return second ?? next;
};

/**
 * Makes sure that there is one customer with access to a product for each item, and writes only what is missing.
 *
 * @param operation.name the operation, as the log names it
 * @param operation.updatable the fields that are updated when the customer exists
 */
export function grantRun({
	name,
	updatable = [],
	...fields
}: RowFields & { name: string; updatable?: string[] }): RunRows {
	const planner = grants({ updatable });
	return async (contexts, client) => {
		const limit = await readLimitOption(contexts, CREATIONS);
		const rows = await readRows(contexts, client, fields);
		const find = await currentAccessFinder(rows.flatMap((row) => (isFailed(row) ? [] : [row])));
		const planned = await planChanges(await lookUpRows(rows, find), planner);
		const stopped = await checkChanges(CREATIONS, limit, planned);
		const progress = new ProgressLog(contexts[0].logger, name, countWrites(planned));
		const done = await applyAll(planned, { planner, write: writeGrants, progress });
		countDone(done);
		return reportAccess(contexts, done, stopped);
	};
}
