import { isResourceLocatorValue, type IExecutePaginationFunctions } from 'n8n-workflow';

import { parseBaseUrl } from '../../shared/http/baseUrl';
import { hrefOf, parseId } from '../../shared/http/reference';
import { parseCustomer } from '../../shared/operation/customerByEmail';
import { type AccessRequest, keyOf } from './request';

/** An agent calls the node as a tool: n8n hands along the agent's own items, which are not this node's. */
export function isTool(context: IExecutePaginationFunctions): boolean {
	return context.getExecuteData().node.name !== context.getNode().name;
}

/** The items of this run of the node. */
function itemsOfRun(context: IExecutePaginationFunctions): number[] {
	if (isTool(context) || context.getNode().executeOnce) return [context.getItemIndex()];
	return (context.getExecuteData().data.main?.[0] ?? []).map((_, index) => index);
}

/** What a parameter holds for an item of the run. */
function parameterOf(context: IExecutePaginationFunctions, name: string, item: number): unknown {
	const resolved = (value: unknown): unknown =>
		typeof value === 'string' && value.startsWith('=')
			? context.evaluateExpression(value.slice(1), item)
			: value;
	const whole = resolved(context.getNodeParameter(name, '', { rawExpressions: true }));
	return isResourceLocatorValue(whole) ? { ...whole, value: resolved(whole.value) } : whole;
}

/** What an item asks for; `undefined` where that cannot be read, which the item itself tells. */
function requestOf(request: AccessRequest, item: number): AccessRequest | undefined {
	const { context, options } = request;
	const baseUrl = parseBaseUrl(options.baseURL);
	try {
		const customer = parseCustomer(parameterOf(context, 'customer', item), baseUrl, 'Customer');
		const product = parseId(parameterOf(context, 'product', item), 'product', baseUrl, 'Product');
		return { ...request, customer, product: hrefOf(product, 'product', baseUrl) };
	} catch {
		return undefined;
	}
}

/** What the items of the run ask for, each thing once. */
export function requestsOfRun(request: AccessRequest): AccessRequest[] {
	const requests = itemsOfRun(request.context).flatMap((item) => requestOf(request, item) ?? []);
	const byKey = new Map(requests.map((one) => [`${one.product} ${keyOf(one.customer)}`, one]));
	return [...byKey.values()];
}
