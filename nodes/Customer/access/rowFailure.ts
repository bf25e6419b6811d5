import { UserError } from 'n8n-workflow';

import { hasStatus } from '../../shared/client/errors';

/** The statuses with which the service refuses a person or their values. */
const REFUSED_PERSON = ['400', '404', '406', '409', '422'];

/** Whether a failure concerns one row only: the service or a check has refused the person or the values. */
export const isRowFailure = (failure: unknown): boolean =>
	failure instanceof UserError || hasStatus(failure, REFUSED_PERSON);
