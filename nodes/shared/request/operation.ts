import {
	type DeclarativeRestApiSettings,
	type IDataObject,
	type IExecutePaginationFunctions,
	type IExecuteSingleFunctions,
	type INodeExecutionData,
	type INodePropertyRouting,
	NodeApiError,
	type PreSendAction,
} from 'n8n-workflow';

import { type Client, clientFor } from '../client/client';
import { credentialSettings } from '../client/context';
import { detailsOf, isOfNoRow, nodeErrorFor } from '../client/errors';
import { assertNotRejected, preSend } from './preSend';
import { isIdempotent, isWrite, type RequestOptions, type ServiceRequest } from '../client/request';
import { isResourceName, requireId, resourceLabel } from '../ids/resources';
import { parameterOf } from './plainExpressions';

/**
 * The function that n8n calls in place of sending the request of an operation (`operations.pagination`). It sends,
 * retries and pages, and pairs the results with the input item.
 */
export type Operation = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/** One item of an operation: the request that n8n's routing has built of its parameters. */
export interface OperationCall {
	context: IExecuteSingleFunctions;
	client: Client;
	request: ServiceRequest;
}

/** Returns records as items that are paired with the input item. */
export function toItems(
	context: IExecuteSingleFunctions,
	records: IDataObject[],
): INodeExecutionData[] {
	const pairedItem = { item: context.getItemIndex() };
	return records.map((json) => ({ json, pairedItem }));
}

/**
 * Returns a failure as an item, for On Error > Continue. n8n sends an item to the error output only when it has no other
 * fields than these.
 */
export function failedItem(context: IExecuteSingleFunctions, failure: unknown): INodeExecutionData {
	const error = failure instanceof Error ? failure.message : String(failure);
	const message = failure instanceof NodeApiError ? failure.description : undefined;
	const details = detailsOf(failure);
	return {
		json: { error, ...(message && { message }), ...(details && { details }) },
		pairedItem: { item: context.getItemIndex() },
	};
}

const ROW_SUFFIX = 'of the input. n8n shows it as';

/** @param item the index of the item of a row */
export const rowNote = (item: number) => `This is row ${item + 1} ${ROW_SUFFIX} [item ${item}].`;

/** Whether a failure names its row already: rows about one customer may fail with the same error. */
const namesRow = (failure: NodeApiError): boolean =>
	failure.description?.includes(ROW_SUFFIX) === true;

/**
 * Returns the note about the other items of an operation that n8n runs for each item: it carries out all of them before it
 * throws the first failure.
 *
 * @param isIdempotent whether repeating the run has no further effect
 */
function otherRowsNote(isIdempotent: boolean): string {
	const again = isIdempotent ? ' It is safe to run this again.' : '';
	return `Other rows may have been processed.${again} To get their results, set "On Error" to "Continue".`;
}

/** Adds a note to the end of a failure's description, and returns the failure. */
export function withNote(failure: unknown, note: string): unknown {
	if (failure instanceof NodeApiError) {
		failure.description = [failure.description, note].filter(Boolean).join(' ');
	}
	return failure;
}

/**
 * Returns the items of the work, or its failure as an item when On Error is Continue. A failure that stops a run of several
 * items names the row, unless it is of no row.
 *
 * @param othersNote the note about the other rows, if they may have been carried out
 */
export async function catchAsItem(
	context: IExecuteSingleFunctions,
	othersNote: string | undefined,
	work: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	try {
		return await work();
	} catch (error) {
		const failure = nodeErrorFor(context, error);
		if (context.continueOnFail()) return [failedItem(context, failure)];
		const items = context.getExecuteData().data.main?.[0]?.length ?? 1;
		if (items < 2 || (failure instanceof NodeApiError && namesRow(failure))) throw failure;
		const notes = isOfNoRow(failure) ? [othersNote] : [rowNote(context.getItemIndex()), othersNote];
		throw withNote(failure, notes.filter(Boolean).join(' '));
	}
}

/**
 * Returns the path with IDs in place of the names in it: `:video` stands for what the field `video` chooses. Fields in the
 * path need no routing, which n8n would evaluate twice more for each item.
 */
const pathWithIds = ({ context, request }: OperationCall): string =>
	request.path
		.split('/')
		.map((segment) => {
			const name = segment.slice(1);
			if (!segment.startsWith(':') || !isResourceName(name)) return segment;
			return requireId(parameterOf(context, name), name, resourceLabel(name));
		})
		.join('/');

/** Adds the fields of an input row to an output row of its item. */
export type AddInputFields = (
	row: IDataObject,
	input: IDataObject,
	hasFailed: boolean,
) => IDataObject;

/** Returns the function that adds the fields of the input where the item's option is on. Throws UserError for a wrong value. */
export type ReadInputFields = (context: IExecuteSingleFunctions) => AddInputFields;

export interface HandlerOptions {
	/** Throws UserError for a request that must not be sent. Runs before any look-up. */
	validate?: ((request: ServiceRequest) => void) | undefined;
	/** Whether repeating the operation has no further effect. Default: true for every method but POST. */
	idempotent?: boolean | undefined;
	/** Returns the path of the request. Runs last before sending, because it may look up a record. */
	pathOf?: ((call: OperationCall) => string | Promise<string>) | undefined;
	/** Returns the function that adds the fields of the input row, for an operation with this option. */
	inputFields?: ReadInputFields | undefined;
}

/**
 * Returns an operation of one request or several: `handler` returns the `json` of the items. Its items and its failure are
 * paired with the input item. Throws the errors of the steps before sending; nothing is sent then.
 */
export function operation(
	handler: (call: OperationCall) => Promise<IDataObject[]>,
	{ validate, idempotent, pathOf = pathWithIds, inputFields }: HandlerOptions = {},
): Operation {
	return async function (requestData) {
		const { client, request } = clientFor(this, requestData.options);
		const isSafe = idempotent ?? isIdempotent(request, {});
		const othersNote = isWrite(request) ? otherRowsNote(isSafe) : undefined;
		let addInput: AddInputFields = (row) => row;
		let hasFailed = true;
		const items = await catchAsItem(this, othersNote, async () => {
			if (inputFields) addInput = inputFields(this);
			assertNotRejected(requestData.options);
			validate?.(request);
			const call = { context: this, client, request };
			const path = await pathOf(call);
			const records = await handler({ ...call, request: { ...request, path } });
			hasFailed = false;
			return toItems(this, records);
		});
		if (!inputFields) return items;
		const { json: input } = this.getInputData();
		return items.map((item) => ({ ...item, json: addInput(item.json, input, hasFailed) }));
	};
}

/**
 * Adds the Base URL of the credential to a request. n8n would evaluate `requestDefaults.baseURL` twice for each item, which
 * takes a quarter of the time of a single read, and would add its host to the allowed domains, as this step does.
 */
const addBaseUrl = preSend(async (context, options) => {
	const { baseUrl } = await credentialSettings(context);
	options.baseURL = String(baseUrl);
	const { allowedDomains } = options;
	if (allowedDomains === undefined || !URL.canParse(options.baseURL)) return;
	options.allowedDomains = `${new URL(options.baseURL).hostname}, ${allowedDomains}`;
});

/**
 * Returns the routing that passes a request to an operation. With `paginate`, n8n calls a function in
 * `operations.pagination` for any request, whether it lists or not.
 */
export function route(
	request: NonNullable<INodePropertyRouting['request']>,
	handler: Operation,
	steps: PreSendAction[] = [],
): INodePropertyRouting {
	return {
		request,
		send: { paginate: true, preSend: [addBaseUrl, ...steps] },
		operations: { pagination: handler },
	};
}

/** Returns the options of the request of an item. */
export type RequestOptionsFor = (call: OperationCall) => RequestOptions;

/** Returns the options of a request, which may depend on the parameters of its item. */
export function optionsFor(
	options: RequestOptions | RequestOptionsFor,
	call: OperationCall,
): RequestOptions {
	return typeof options === 'function' ? options(call) : options;
}
