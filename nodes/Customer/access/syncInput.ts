import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { requireProtected } from './neverRevoke';
import type { Protection } from './plan';
import { plainForm } from './similarity';
import { requireId } from '../../shared/ids/resources';
import { parseLimit } from '../../shared/run/limit';
import type { Limit } from '../../shared/run/report';
import {
	type ListSettings,
	readListSettings,
	type RunParameters,
	type RunContext,
} from '../../shared/run/wholeList';
import { booleanOr, requireBoolean } from '../../shared/values/checks';
import { parseEmailAddress, requireEmail } from '../../shared/values/email';
import { trim } from '../../shared/values/text';
import { type AccessProjection, accessProjection } from './accessProjection';
import { GRANTS, REVOCATIONS } from './limits';

/** The parameters of a run, and what all its changes have in common. */
export interface SyncSettings extends ListSettings {
	/** The product's href; `undefined` where each row has its own. */
	product: string | undefined;
	grantLimit: Limit;
	/** Whether customers who are not in the list lose access. */
	isRevoking: boolean;
	/** Whether customers are created whose address nobody has. */
	canCreate: boolean;
	protectionOf: (email: string) => Protection;
	project: AccessProjection;
}

/** Somebody who should have access to the product of the row. */
export interface PersonRow {
	row: number;
	context: IExecuteSingleFunctions;
	email: string;
	/** Why the service cannot have the address, which is only compared; otherwise undefined. */
	problem?: unknown;
	product: string;
}

const productHrefOf = ({ client }: RunContext, value: unknown) =>
	client.hrefOf('product', requireId(value, 'product', 'Product'));

/** Returns why a value is no address that the service can have. */
function emailProblem(value: unknown): unknown {
	try {
		requireEmail(value, 'Email');
		return undefined;
	} catch (problem) {
		return problem;
	}
}

/** Reads an address. One in full width or with typographic dashes is only compared. */
function readEmail(value: unknown): Pick<PersonRow, 'email' | 'problem'> {
	const address = parseEmailAddress(value);
	const text = typeof value === 'string' ? trim(value) : '';
	const isOnlyComparable =
		address === undefined &&
		parseEmailAddress(plainForm(text).replace(/\u3002/g, '.')) !== undefined;
	if (isOnlyComparable) return { email: text, problem: emailProblem(value) };
	return { email: address ?? requireEmail(value, 'Email') };
}

/** Reads a row. Throws where it names nobody or no product. */
export const readPersonRow = (
	context: IExecuteSingleFunctions,
	settings: SyncSettings,
): PersonRow => ({
	row: context.getItemIndex(),
	context,
	...readEmail(context.getNodeParameter('email', '')),
	product: settings.product ?? productHrefOf(settings, context.getNodeParameter('product', '')),
});

/** Reads the parameters, which are the same for all items but the product and the addresses. */
export async function readSyncSettings(
	scope: RunContext,
	parameters: RunParameters,
): Promise<SyncSettings> {
	const { read, mayDiffer } = parameters;
	const product = mayDiffer('product')
		? undefined
		: productHrefOf(scope, await read('product', 'Product'));
	const { settings, options } = await readListSettings(parameters, REVOCATIONS);
	const grantLimit = await read(GRANTS.name, GRANTS.label);
	// Options that protect customers must have a valid value once they are added: an empty one would protect no one.
	const { revoke, neverRevoke }: IDataObject = { revoke: true, neverRevoke: [], ...options };
	await read('output', 'Output');
	await read('outputFields', 'Output Fields');
	return {
		...scope,
		...settings,
		product,
		grantLimit: parseLimit(grantLimit, GRANTS),
		isRevoking: requireBoolean(revoke, { displayName: 'Revoke' }),
		canCreate: booleanOr(true, options.create, 'Create'),
		protectionOf: requireProtected(neverRevoke, 'Never Revoke'),
		project: accessProjection(scope.context),
	};
}
