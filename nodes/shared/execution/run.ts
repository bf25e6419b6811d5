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

import { nodeErrorFor } from '../client/errors';
import {
	assertNotRefused,
	isIdempotent,
	isWrite,
	type ItemRequest,
	type RequestOverrides,
	type RequestOverridesFor,
} from '../client/request';
import type { ServiceResponse } from '../client/response';
import { send } from '../client/sender';
import {
	isResourceName,
	requireId,
	resourceLabel,
	type ResourceName,
} from '../resources/resources';
import { assertNoCollectionExpression } from '../parameters/values';

/** Returns the ID of the customer that a parameter chooses. `label` names the parameter in errors. */
type FindCustomer = (request: ItemRequest, value: unknown, label: string) => Promise<string>;

/** What n8n passes to an operation. */
export interface RequestData extends DeclarativeRestApiSettings.ResultOptions {
	/** Added by the Customer node: looks up the customer in the path, who may be chosen by e-mail address. */
	findCustomer?: FindCustomer;
}

/**
 * The function that n8n calls in place of sending the request of an operation (`operations.pagination`). It sends,
 * retries and pages, and pairs the results with the input item.
 */
export type Operation = (
	this: IExecutePaginationFunctions,
	requestData: RequestData,
) => Promise<INodeExecutionData[]>;

/** Returns the error to throw for a failed request: the same error, or one with a clearer text. */
export type ExplainFailure = (request: ItemRequest, failure: NodeApiError) => Promise<NodeApiError>;

/** Returns the options of a request, in which n8n has resolved the expressions. */
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
 * Returns a failure as an item, for On Error > Continue. n8n 1 sends an item to the error output when it has exactly these
 * fields, each with a value.
 */
export function failedItem(context: IExecuteSingleFunctions, failure: unknown): INodeExecutionData {
	const error = failure instanceof Error ? failure.message : String(failure);
	const message = failure instanceof NodeApiError ? failure.description : undefined;
	return {
		json: { error, ...(message && { message }) },
		pairedItem: { item: context.getItemIndex() },
	};
}

/** Returns the items of the work, or its failure as an item when On Error is Continue. */
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

/**
 * Returns the note about the other items of a run that writes: n8n carries out all items before it throws the first
 * failure.
 *
 * @param isIdempotent whether repeating the run has no further effect
 */
export function otherRowsNote(isIdempotent: boolean): string {
	const again = isIdempotent ? ', and running it again is safe' : '';
	return `Other items may have been carried out${again}; to get their results, set On Error to Continue.`;
}

/** Adds a note to the end of a failure's description, and returns the failure. */
export function withNote(failure: unknown, note: string): unknown {
	if (failure instanceof NodeApiError) {
		failure.description = [failure.description, note].filter(Boolean).join(' ');
	}
	return failure;
}

const ROWS = 'of the input: n8n counts items from 0.';

/**
 * Runs the work for an item. A failure that stops a run of several items names the row.
 *
 * @param others returns the note about the other rows, if they may have been carried out
 */
export async function withRowContext<T>(
	context: IExecuteSingleFunctions,
	others: () => string | undefined,
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const failure = nodeErrorFor(context, error);
		const items = context.getExecuteData().data.main?.[0]?.length ?? 1;
		if (items < 2 || context.continueOnFail()) throw failure;
		// Rows about one customer may fail with the same error, which names the first of them.
		if (failure instanceof NodeApiError && failure.description?.includes(ROWS)) throw failure;
		const row = `This is row ${context.getItemIndex() + 1} ${ROWS}`;
		throw withNote(failure, [row, others()].filter(Boolean).join(' '));
	}
}

/**
 * Returns the request with IDs in place of the names in its path: `:customer` stands for what the field `customer`
 * chooses. Fields in the path need no routing, which n8n would evaluate twice more for each item.
 */
async function withIdsInPath(
	request: ItemRequest,
	findCustomer?: FindCustomer,
): Promise<IHttpRequestOptions> {
	const { context, options } = request;
	const idOf = async (kind: ResourceName) => {
		const [value, label] = [context.getNodeParameter(kind), resourceLabel(kind)];
		return kind === 'customer' && findCustomer
			? await findCustomer(request, value, label)
			: requireId(value, kind, options.baseURL, label);
	};
	const segments = await Promise.all(
		options.url.split('/').map(async (segment) => {
			const name = segment.slice(1);
			return segment.startsWith(':') && isResourceName(name) ? await idOf(name) : segment;
		}),
	);
	return { ...options, url: segments.join('/') };
}

/** Sends one request or several, based on the request that n8n's routing built, and returns the `json` of the items. */
export type Work = (request: ItemRequest) => Promise<IDataObject[]>;

/** The properties of an operation beside its work. */
interface Declared {
	/** Throws UserError for a request that must not be sent. Runs before any look-up. */
	refuse?: ((options: IHttpRequestOptions) => void) | undefined;
	/** Whether repeating the operation has no further effect. Default: true for every method but POST. */
	idempotent?: boolean | undefined;
}

/**
 * Returns the operation that does the work. Its items and its failure are paired with the input item. Throws the errors
 * of the steps before sending; nothing is sent then.
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
			const withIds = await withIdsInPath({ context: this, options }, requestData.findCustomer);
			return toItems(this, await work({ context: this, options: withIds }));
		};
		return await catchAsItem(this, async () => await withRowContext(this, others, carryOut));
	};
}

/**
 * Returns the routing that passes a request to an operation. With `paginate`, n8n calls a function in
 * `operations.pagination` for any request, whether it lists or not.
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

/** Runs before the request is sent and may reject it. Returns the function that extracts the records. */
export type Prepare = (request: ItemRequest) => (response: ServiceResponse) => IDataObject[];

/** Returns work that sends one request. A failure is thrown unchanged when `explain` fails itself. */
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

/** Returns the operation that sends one request. */
export function once(
	prepare: Prepare,
	sending: RequestOverrides | RequestOverridesFor = {},
	explain?: ExplainFailure,
	refuse?: Declared['refuse'],
): Operation {
	const { idempotent } = typeof sending === 'function' ? {} : sending;
	return operation(sendOnce(prepare, sending, explain), { refuse, idempotent });
}
