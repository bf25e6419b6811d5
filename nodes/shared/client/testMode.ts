import type { IDataObject } from 'n8n-workflow';

import { asObject, isObject } from '../data/json';
import {
	FIRST_MADE_UP_ID,
	type Resource,
	RESOURCES,
	resourcesIn,
	resourcesInPath,
} from '../ids/resources';
import { credentialData, credentialSettings, type ServiceContext } from './context';
import { CredentialError } from '../values/parameterErrors';
import { withoutSecrets } from './redact';
import { isWrite, type RequestOptions, type ServiceRequest } from './request';
import type { HttpResponse } from './response';

/** The field that the records of a write begin with which test mode has not sent. */
export const TEST_FIELDS = { testMode: true } as const;

/** Whether the node's credential is in test mode. A text that an expression returns counts as on unless it says false. */
export async function isTestMode(context: ServiceContext): Promise<boolean> {
	const isOfRun = 'getExecuteData' in context;
	const { testMode } = await (isOfRun ? credentialSettings(context) : credentialData(context));
	return Boolean(testMode) && testMode !== 'false';
}

/** The mode in which somebody started the execution, of a sub-workflow that of the workflow which called it. */
function modeOf(context: ServiceContext): unknown {
	// n8n's types do not have it, and its sub-workflows have a mode of their own: `integrated`.
	const additional = 'additionalData' in context ? asObject(context.additionalData) : {};
	return additional.rootExecutionMode ?? context.getMode?.();
}

/** Modes of executions that a person starts in the editor, to try a workflow. */
const TRYING_MODES = ['manual', 'evaluation'];

/**
 * Throws in an execution of a published workflow, which must not succeed without doing anything.
 *
 * @param introduction how the description begins
 */
function assertTrying(context: ServiceContext, introduction = ''): void {
	if (TRYING_MODES.includes(String(modeOf(context)))) return;
	throw new CredentialError('The credential is in test mode', {
		description: `${introduction}Test mode is for "Execute workflow". Choose a live credential in this node and publish the workflow again, or turn off "Test Mode" in the credential.`,
	});
}

/**
 * Returns whether a run of several steps only predicts: because of its Dry Run, or in test mode.
 *
 * @throws CredentialError where it would write, in test mode and in an execution of a published workflow
 */
export async function isPredicted(context: ServiceContext, isDry: boolean): Promise<boolean> {
	if (isDry || !(await isTestMode(context))) return isDry;
	assertTrying(context);
	return true;
}

/** Whether test mode withholds a request. */
export async function isWithheld(
	context: ServiceContext,
	request: ServiceRequest,
	{ changesNothing }: RequestOptions,
): Promise<boolean> {
	return isWrite(request) && !changesNothing && (await isTestMode(context));
}

/** The kinds of records that can be read by their ID. An item or a file can only be read in a list. */
const isReadable = ({ kind }: Resource) => kind !== 'item' && kind !== 'file';

const pathOf = ({ kind, id }: Resource) => `/${RESOURCES[kind].segment}/${id}`;

let nextMadeUpId = FIRST_MADE_UP_ID;

/** Returns the record that a write would leave, without the secrets in it. */
function predictedRecord({ method, path, body }: ServiceRequest, found: unknown): IDataObject {
	const target = resourcesInPath(path).at(-1);
	const id = target ? Number(target.id) : nextMadeUpId--;
	const sent = withoutSecrets(asObject(body));
	const ownId = target?.kind === 'item' ? { item_id: id } : { id };
	return { ...(method === 'PUT' && isObject(found) && found), ...ownId, ...sent };
}

/**
 * Returns the response to a write that test mode does not send: the record as it would be left. A removal has none.
 *
 * @param read sends a GET request
 * @throws CredentialError in an execution of a published workflow, and NodeApiError where a record does not exist
 */
export async function rehearse(
	context: ServiceContext,
	request: ServiceRequest,
	read: (path: string) => Promise<HttpResponse>,
): Promise<HttpResponse> {
	// A run of several steps says itself what it has changed before.
	assertTrying(context, 'Nothing was changed. ');
	const paths = new Set(resourcesIn(request).filter(isReadable).map(pathOf));
	const found = new Map<string, unknown>();
	await Promise.all([...paths].map(async (path) => void found.set(path, (await read(path)).body)));
	const target = resourcesInPath(request.path).at(-1);
	const body =
		request.method === 'DELETE'
			? undefined
			: predictedRecord(request, target && found.get(pathOf(target)));
	return { status: 200, headers: {}, body, isTest: true };
}
