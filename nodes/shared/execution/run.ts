import {
	type DeclarativeRestApiSettings,
	type IDataObject,
	type IExecutePaginationFunctions,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
	type INodePropertyRouting,
	NodeApiError,
	type PreSendAction,
} from 'n8n-workflow';

import { nodeErrorFor } from '../http/errors';
import { isIdempotent, isWrite, type ItemRequest, type ServiceRequest } from '../http/request';
import type { ServiceResponse } from '../http/response';
import { send } from '../http/requestSender';
import { assertNotRefused, withIdsInPath } from './preSend';
import { otherRowsNote, withRowContext } from './rowContext';
import { assertNoCollectionExpression } from '../parameters/collections';

/**
 * What an operation does with its request, as n8n's routing takes it: a function in the place of
 * `operations.pagination` wraps the request, listing or not, and so can pace, repeat and pair.
 */
export type Operation = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/** How an operation's request is sent, where it differs from an ordinary one. */
export type RequestOverrides = Omit<ServiceRequest, 'options'>;

/** The same where it depends on the item. */
export type RequestOverridesFor = (request: ItemRequest) => RequestOverrides;

/** Finds out what the failure of a request means, and says it better; gives the failure to be thrown. */
export type ExplainFailure = (request: ItemRequest, failure: NodeApiError) => Promise<NodeApiError>;

/** n8n resolves the expressions of the request before it is sent. */
export function requestOptions(
	requestData: DeclarativeRestApiSettings.ResultOptions,
): IHttpRequestOptions {
	const { skipSslCertificateValidation, url = '', ...options } = requestData.options;
	return { ...options, url, skipSslCertificateValidation: Boolean(skipSslCertificateValidation) };
}

export function toItems(
	context: IExecuteSingleFunctions,
	records: IDataObject[],
): INodeExecutionData[] {
	const pairedItem = { item: context.getItemIndex() };
	return records.map((json) => ({ json, pairedItem }));
}

/**
 * A failure as an item, for those who let the workflow go on: what went wrong, and what to do. n8n 1 sends an item to
 * the error output when it has just these names, and each of them a value.
 */
export function failedItem(context: IExecuteSingleFunctions, failure: unknown): INodeExecutionData {
	const error = failure instanceof Error ? failure.message : String(failure);
	const message = failure instanceof NodeApiError ? failure.description : undefined;
	return {
		json: { error, ...(message && { message }) },
		pairedItem: { item: context.getItemIndex() },
	};
}

/** The items that the work gives, or its failure as one when the workflow goes on. */
export async function catchAsItem(
	context: IExecuteSingleFunctions,
	work: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	try {
		return await work();
	} catch (error) {
		const nodeError = nodeErrorFor(context, error);
		if (!context.continueOnFail()) throw nodeError;
		return [failedItem(context, nodeError)];
	}
}

/** Sends one request, or several, and gives the `json` of the items; it gets the request that the fields made. */
export type Work = (request: ItemRequest) => Promise<IDataObject[]>;

/** What is declared of an operation beside its work. */
interface Declared {
	/** Throws UserError for a request that is not to be carried out; nothing is asked before. */
	refuse?: ((options: IHttpRequestOptions) => void) | undefined;
	/** Whether doing all of it twice is the same as doing it once; by default true but for POST. */
	idempotent?: boolean | undefined;
}

/**
 * An operation: what it gives is paired with its input item, and so is its failure when the workflow goes on. Values
 * that were refused before are told now, with nothing sent.
 */
export function operation(work: Work, { refuse, idempotent }: Declared = {}): Operation {
	return async function (requestData) {
		const options = requestOptions(requestData);
		const isSafe = idempotent ?? isIdempotent({ options });
		const others = () => (isWrite({ options }) ? otherRowsNote(isSafe) : undefined);
		const carryOut = async () => {
			assertNoCollectionExpression(this.getNode());
			assertNotRefused(requestData.options);
			refuse?.(options);
			const request = { context: this, options: await withIdsInPath({ context: this, options }) };
			return toItems(this, await work(request));
		};
		return await catchAsItem(this, async () => await withRowContext(this, others, carryOut));
	};
}

/**
 * The routing of an option that hands its request to an operation. n8n calls a function in `operations.pagination` for
 * any request, listing or not, as long as `paginate` is set.
 */
export function handledBy(
	request: NonNullable<INodePropertyRouting['request']>,
	handler: Operation,
	preSend: PreSendAction[] = [],
): INodePropertyRouting {
	return {
		request,
		send: { paginate: true, ...(preSend.length > 0 && { preSend }) },
		operations: { pagination: handler },
	};
}

export function overridesFor(
	sending: RequestOverrides | RequestOverridesFor,
	request: ItemRequest,
): RequestOverrides {
	return typeof sending === 'function' ? sending(request) : sending;
}

/** Is asked before anything is sent, so that it can refuse; gives what makes the records of the answer. */
export type Prepare = (request: ItemRequest) => (response: ServiceResponse) => IDataObject[];

/** Sends one request and turns its answer into records; a failure that cannot be explained is told as it is. */
export function sendOnce(
	prepare: Prepare,
	sending: RequestOverrides | RequestOverridesFor = {},
	explain?: ExplainFailure,
): Work {
	return async (request) => {
		const { context, options } = request;
		const recordsIn = prepare(request);
		const own = { ...overridesFor(sending, request), options };
		const response = await send(context, own).catch(async (error: unknown) => {
			throw explain && error instanceof NodeApiError
				? await explain(request, error).catch(() => error)
				: error;
		});
		return recordsIn(response);
	};
}

/** The same as an operation. */
export function once(
	prepare: Prepare,
	sending: RequestOverrides | RequestOverridesFor = {},
	explain?: ExplainFailure,
	refuse?: Declared['refuse'],
): Operation {
	const { idempotent } = typeof sending === 'function' ? {} : sending;
	return operation(sendOnce(prepare, sending, explain), { refuse, idempotent });
}
