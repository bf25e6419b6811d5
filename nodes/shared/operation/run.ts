import {
	NodeApiError,
	type DeclarativeRestApiSettings,
	type IDataObject,
	type IExecutePaginationFunctions,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
	type INodePropertyRouting,
	type PreSendAction,
} from 'n8n-workflow';

import { nodeErrorFor } from '../http/nodeErrors';
import { isRepeatable, isWrite, type ServiceRequest } from '../http/request';
import type { ServiceResponse } from '../http/response';
import { send } from '../http/send';
import { withIdsInPath } from './idsInPath';
import { amongOthers } from './stopped';
import { throwRefusal } from '../validation/refusal';
import { refuseWholeExpressions } from '../validation/wholeExpressions';

/**
 * What an operation does with its request, as n8n's routing takes it: a function in the place of
 * `operations.pagination` wraps the request, listing or not, and so can pace, repeat and pair.
 */
export type Operation = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/** How an operation's request differs from an ordinary one. */
export type RequestTraits = Omit<ServiceRequest, 'options'>;

export type TraitsOf = (
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
) => RequestTraits;

/** Finds out what the failure of a request means, and says it better; gives the failure to be thrown. */
export type ExplainFailure = (
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
	failure: NodeApiError,
) => Promise<NodeApiError>;

/** n8n resolves the expressions of the request before it is sent. */
export function requestOptions(
	requestData: DeclarativeRestApiSettings.ResultOptions,
): IHttpRequestOptions {
	const { skipSslCertificateValidation, url = '', ...options } = requestData.options;
	return { ...options, url, skipSslCertificateValidation: Boolean(skipSslCertificateValidation) };
}

/** Items paired with the input item that caused them. */
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
export async function orFailedItem(
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
export type Work = (
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
) => Promise<IDataObject[]>;

/** What is declared of an operation beside its work. */
interface OperationTraits {
	/** Throws UserError for a request that is not to be carried out; nothing is asked before. */
	refuse?: ((options: IHttpRequestOptions) => void) | undefined;
	/** Whether doing all of it twice is the same as doing it once; by default true but for POST. */
	repeatable?: boolean | undefined;
}

/**
 * An operation: what it gives is paired with its input item, and so is its failure when the workflow goes on. Values
 * that were refused before are told now, with nothing sent.
 *
 * @param work throws what `send` throws, or UserError with a description
 */
export function operation(work: Work, { refuse, repeatable }: OperationTraits = {}): Operation {
	return async function (requestData) {
		const options = requestOptions(requestData);
		const traits = {
			isWrite: isWrite({ options }),
			isRepeatable: isRepeatable({ options, ...(repeatable !== undefined && { repeatable }) }),
		};
		const carryOut = async () => {
			refuseWholeExpressions(this.getNode());
			throwRefusal(requestData.options);
			refuse?.(options);
			return toItems(this, await work(this, await withIdsInPath(this, options)));
		};
		return await orFailedItem(this, async () => await amongOthers(this, traits, carryOut));
	};
}

/**
 * The routing of an option that hands its request to an operation. n8n calls a function in `operations.pagination` for
 * any request, listing or not, as long as `paginate` is set.
 *
 * @param preSend what is to be done before, once for each item
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

/** What a request of the operation differs in, where that may depend on the item. */
export function traitsFor(
	traits: RequestTraits | TraitsOf,
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
): RequestTraits {
	return typeof traits === 'function' ? traits(context, options) : traits;
}

/** Is asked before anything is sent, so that it can refuse; gives what makes the records of the answer. */
type Prepare = (
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
) => (response: ServiceResponse) => IDataObject[];

/**
 * Sends one request and turns its answer into records.
 *
 * @param explain finds out what a failure means; where it fails too, the failure is told as it is
 */
export function sendOnce(
	prepare: Prepare,
	traits: RequestTraits | TraitsOf = {},
	explain?: ExplainFailure,
): Work {
	return async (context, options) => {
		const recordsIn = prepare(context, options);
		const request = { ...traitsFor(traits, context, options), options };
		const response = await send(context, request).catch(async (error: unknown) => {
			throw explain && error instanceof NodeApiError
				? await explain(context, options, error).catch(() => error)
				: error;
		});
		return recordsIn(response);
	};
}

/** The same as an operation. */
export function once(
	prepare: Prepare,
	traits: RequestTraits | TraitsOf = {},
	explain?: ExplainFailure,
	refuse?: (options: IHttpRequestOptions) => void,
): Operation {
	const { repeatable } = typeof traits === 'function' ? {} : traits;
	return operation(sendOnce(prepare, traits, explain), { refuse, repeatable });
}
