import {
	isResourceLocatorValue,
	NodeApiError,
	UserError,
	type IExecutePaginationFunctions,
	type INodeProperties,
} from 'n8n-workflow';

import { parseBaseUrl } from '../../shared/http/baseUrl';
import { DEFAULT_PAGE_SIZE, readList } from '../../shared/http/pagination';
import { hrefOf, parseId } from '../../shared/http/reference';
import { UnusableAnswerError } from '../../shared/http/response';
import { send } from '../../shared/http/send';
import { parseCustomer } from '../../shared/operation/customerByEmail';
import { findSubscribers } from './find';
import { type AccessRequest, keyOf } from './request';

/** How many may lose access in one run. */
interface Limit {
	amount: number;
	unit: 'customers' | 'percent';
}

/** The options that stop a run before it takes the access of more customers than expected. */
export function brakeFields(): INodeProperties[] {
	return [
		{
			displayName: 'Stop If More Than',
			name: 'stopIfMoreThanAmount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 50,
			description:
				'How many customers may lose access in one run of this node. If the items together would take the access of more, nothing is revoked and the node fails.',
		},
		{
			displayName: 'Stop If More Than Unit',
			name: 'stopIfMoreThanUnit',
			type: 'options',
			options: [
				{ name: 'Customers', value: 'customers' },
				{
					name: 'Percent',
					value: 'percent',
					description: 'Of those who have access now, for which their whole list is read',
				},
			],
			default: 'customers',
			description: 'The unit of Stop If More Than',
		},
	];
}

/** @throws UserError when it is set and is no number or unit */
function limitOf(context: IExecutePaginationFunctions): Limit | undefined {
	const given = context.getNodeParameter('options.stopIfMoreThanAmount', null);
	const unit = context.getNodeParameter('options.stopIfMoreThanUnit', 'customers');
	if (given === null) return undefined;
	const amount = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
	if (typeof amount !== 'number' || !(amount >= 0)) {
		throw new UserError('The parameter "Stop If More Than" is not a number of at least 0', {
			description: 'Type a number such as 50. If it holds an expression, check what it gives.',
		});
	}
	if (unit === 'customers' || unit === 'percent') return { amount, unit };
	throw new UserError(`The parameter "Stop If More Than Unit" is not known: "${String(unit)}"`, {
		description: 'Use customers or percent.',
	});
}

/** An agent calls the node as a tool: n8n hands along the agent's own items, which are not this node's. */
function isTool(context: IExecutePaginationFunctions): boolean {
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
function requestsOfRun(request: AccessRequest): AccessRequest[] {
	const requests = itemsOfRun(request.context).flatMap((item) => requestOf(request, item) ?? []);
	const byKey = new Map(requests.map((one) => [`${one.product} ${keyOf(one.customer)}`, one]));
	return [...byKey.values()];
}

/** The service does not know what an item asks for, or refuses it: the item itself tells that. */
const ITS_OWN_FAILURE = ['400', '404', '422'];

function isItsOwnFailure(error: unknown): boolean {
	if (error instanceof UserError) return true;
	return error instanceof NodeApiError && ITS_OWN_FAILURE.includes(String(error.httpCode));
}

/** Who would lose access, as `<product> <id>`. */
async function losersOf(request: AccessRequest): Promise<string[]> {
	const subscribers = await findSubscribers(request).catch(async (error: unknown) =>
		isItsOwnFailure(error) ? [] : await Promise.reject(error),
	);
	return subscribers.map(({ id }) => `${request.product} ${String(id)}`);
}

/** A list that cannot be read, or is too long to be counted. */
function uncounted(error: unknown): unknown {
	if (!(error instanceof UnusableAnswerError)) return error;
	return new UnusableAnswerError(
		error.message,
		'Nothing was revoked: how many have access could not be counted. Choose Customers as the Stop If More Than Unit, for which they need not be.',
	);
}

/** How many have access to a product now: a page's `total` may mean the page only (spec). */
async function countSubscribers(
	{ context, options }: AccessRequest,
	product: string,
): Promise<number> {
	const reading = readList({
		key: 'customers',
		firstPage: 1,
		perPage: DEFAULT_PAGE_SIZE,
		baseUrl: parseBaseUrl(options.baseURL),
		keep: () => true,
		fetchPage: async ({ page, perPage }) => {
			const qs = { product, status: 'enabled', page, per_page: perPage };
			const reading = {
				...options,
				method: 'GET' as const,
				url: '/customers',
				body: undefined,
				qs,
			};
			return await send(context, { options: reading });
		},
	});
	const subscribers = await reading.catch(
		async (error: unknown) => await Promise.reject(uncounted(error)),
	);
	return subscribers.length;
}

function stopped(losing: string, allowed: string): UserError {
	return new UserError(
		`Stopped: ${losing} customers would have lost access, more than ${allowed}`,
		{
			description:
				'Nothing was revoked. Look who they are with the option Dry Run. If that is right, raise Stop If More Than or remove it, and run this again.',
		},
	);
}

async function decide(request: AccessRequest, { amount, unit }: Limit): Promise<void> {
	const losers = new Set((await Promise.all(requestsOfRun(request).map(losersOf))).flat());
	if (unit === 'customers') {
		if (losers.size > amount) throw stopped(String(losers.size), String(amount));
		return;
	}
	const products = new Set([...losers].map((loser) => loser.slice(0, loser.lastIndexOf(' '))));
	const counts = await Promise.all(
		[...products].map(async (product) => await countSubscribers(request, product)),
	);
	const total = counts.reduce((sum, count) => sum + count, 0);
	if (losers.size > (total * amount) / 100)
		throw stopped(`${losers.size} of ${total}`, `${amount} %`);
}

/** The decision about each run, by what n8n hands to all its items and to no other run. */
const decisions = new WeakMap<object, Promise<void>>();

/**
 * Stops the item if its run of the node would take the access of more customers than the person
 * allows. The first item that gets here decides for all: it reads what the others ask for, and who of
 * them has access now. They need not have started, for batching starts them later.
 *
 * @throws UserError for every item of such a run, before anything is written
 */
export async function holdBack(request: AccessRequest): Promise<void> {
	const { context } = request;
	const limit = limitOf(context);
	if (!limit) return;
	const run = isTool(context) ? context.helpers : context.getExecuteData();
	const decision = decisions.get(run) ?? decide(request, limit);
	decisions.set(run, decision);
	// A fault on the way is no decision: when the node is tried again, it is made again.
	decision.catch((error: unknown) => {
		const isFinal = error instanceof UserError || error instanceof UnusableAnswerError;
		if (!isFinal) decisions.delete(run);
	});
	await decision;
}
