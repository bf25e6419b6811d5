// What docs/service.md calls not documented, found by reading an account. Where the simulated service has a trait for it,
// the finding is a value of the trait.
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints, valuesOf } from '../../service/contract/index.mts';
import { fieldsOf } from '../schemas/simplified.mts';
import type { AccountPage, AccountReader, AccountRecord } from './account.mts';
import { ALL, either, FULL, ids, selfOf, told, distinctCount, type Finding } from './finding.mts';
import { reliedOn } from './reliedOn.mts';

const WRONG_KEY = 'no>>>key?';
const listEndpoint = (list: string) =>
	endpoints.find(({ id, path }) => id.endsWith('.getAll') && path === `/${list}`);

const ORDERED_BY =
	'created_at updated_at name title position plays_count finishes_count duration id';
/** Text of the same length sorts like the number. */
const toText = (value: unknown): string =>
	typeof value === 'object'
		? JSON.stringify(value).replace(/\d+/, (n) => n.padStart(9, '0'))
		: String(value);

/** Names the fields by which records are sorted. */
function orderOf({ status, records }: AccountPage): string {
	if (status !== 200) return `status ${status}`;
	const compare = (a: unknown, b: unknown) =>
		typeof a === 'number' ? a - Number(b) : toText(a).localeCompare(toText(b), 'en');
	const orders = ORDERED_BY.split(' ').flatMap((field) => {
		const values = records.map((record) => record[field]);
		if (distinctCount(values) < 3 || values.includes(undefined)) return [];
		const steps = values.slice(1).map((value, index) => Math.sign(compare(value, values[index])));
		if (!steps.includes(-1)) return [`${field} ascending`];
		return steps.includes(1) ? [] : [`${field} descending`];
	});
	return orders.join(', ') || 'none found';
}

const ENOUGH_TO_ORDER = 3;
/** Returns the order of a page that has enough records to show one. */
const toldOrder = (page: AccountPage, order = orderOf): string =>
	page.status === 200 ? told(order(page), [page], ENOUGH_TO_ORDER) : orderOf(page);

async function totals(account: AccountReader): Promise<Finding[]> {
	const large = await account.list('customers', { ...ALL, per_page: '1000' });
	const products = await account.list('products', FULL);
	const single = await account.list('products', { per_page: '1' });
	const [count, { total }] = [products.records.length, single.body];
	const isCut = large.next !== '' && large.records.length < Number(large.body.total ?? Infinity);
	const meaning = {
		absent: total === undefined,
		page: total === 1 && count > 1,
		list: total === count || products.next !== '',
		withHidden: Number(total) > count,
	};
	const shape = Array.isArray(products.list) ? 'array' : 'numericKeys';
	const largest = `${isCut ? '' : 'at least '}${large.records.length}`;
	return [
		['Largest per_page', told(largest, [large]), 'maxPerPage'],
		['Meaning of total', told(either(meaning, 'other'), [products], 2), 'total'],
		['Records of a page', told(shape, [products]), 'embedded'],
	];
}

async function pages(account: AccountReader): Promise<Finding[]> {
	const read = [];
	for (const page of ['1', '2']) read.push(await account.list('products', { per_page: '2', page }));
	const [first, second] = read.map(ids);
	const whole = await account.list('products', FULL);
	const next = read[0]?.next ?? '';
	const link = {
		none: next === '',
		literal: decodeURIComponent(next).includes(':href'),
		foreign: !next.startsWith(account.baseUrl),
		complete: next.includes('per_page'),
	};
	const paging = first === second ? 'ignored' : 'honoured';
	return [
		['page', told(paging, [whole], 3), 'paging'],
		['Link to the next page', told(either(link, 'withoutPerPage'), [whole], 3), 'next'],
	];
}

async function sorts(account: AccountReader): Promise<Finding[]> {
	const [product] = (await account.list('products')).records;
	const rows: Finding[] = [];
	for (const list of ['products', 'customers', 'videos', 'collections', 'live_events']) {
		const { sort } = fieldsOf(listEndpoint(list)?.query);
		const needed = list === 'live_events' ? { product: String(product?.id) } : {};
		for (const value of (sort && valuesOf(sort)) ?? []) {
			const page = await account.list(list, { ...FULL, ...needed, sort: String(value) });
			rows.push([`Order of ${list}, sort=${value}`, toldOrder(page)]);
		}
	}
	return rows;
}

/** Names the order of customers that are listed without `sort`. */
function unsortedOrderOf(page: AccountPage): string {
	const found = orderOf(page);
	const order = {
		oldest: found.includes('created_at ascending'),
		updated: found.includes('updated_at descending'),
		newest: found.includes('created_at descending'),
	};
	return either(order, 'mixed');
}

/** Finds a list of comments that shows its order and where replies are. */
async function findComments(account: AccountReader): Promise<AccountPage | undefined> {
	for (const { id } of (await account.list('videos', FULL)).records) {
		const page = await account.list('comments', { video: account.href(`videos/${String(id)}`) });
		const hasReplies = page.records.some((comment) => Number(comment.comments_count) > 0);
		if (hasReplies && orderOf(page) !== 'none found') return page;
	}
	return undefined;
}

/** Says where a list of comments has the replies. */
function repliesOf(records: AccountRecord[]): string {
	const parent = records.find((comment) => Number(comment.comments_count) > 0);
	const inside = JSON.stringify(parent?._embedded?.comments ?? []);
	const isListed = records.some((comment) => inside.includes(`"id":${String(comment.id)},`));
	return either({ both: isListed, inside: inside.length > 2 }, 'beside');
}

async function orders(account: AccountReader): Promise<Finding[]> {
	const customers = await account.list('customers', FULL);
	const comments = await findComments(account);
	const isOldest = comments !== undefined && orderOf(comments).includes('ascending');
	const read = comments === undefined ? [] : [comments];
	const isNamed = comments?.records.some(({ _embedded }) => 'id' in Object(_embedded?.customer));
	return [
		['Order of customers without sort', toldOrder(customers, unsortedOrderOf), 'unsortedOrder'],
		['Order of comments', told(isOldest ? 'oldest' : 'newest', read), 'commentOrder'],
		['Subjects of comments', told(isNamed ? 'named' : 'linked', read), 'commentSubjects'],
		['Replies to comments', told(repliesOf(comments?.records ?? []), read), 'replies'],
	];
}

async function customerRows(account: AccountReader): Promise<Finding[]> {
	const [{ id } = { id: 0 }] = (await account.list('products')).records;
	const product = account.href(`products/${String(id)}`);
	const page = await account.list('customers', { product, per_page: '100' });
	const isPerPlan = distinctCount(page.records.map((record) => record.id)) < page.records.length;
	const found = isPerPlan ? 'perPlan' : 'perCustomer, unless nobody has both plans';
	return [['Rows of customers of a product', told(found, [page]), 'customerRows']];
}

const REFUSED =
	'customers/999999999 no-such-path customers?sort=no customers?status=no customers?per_page=0 customers?page=-1 live_events comments browse analytics';

async function refusals(account: AccountReader): Promise<Finding[]> {
	const statusOf = async (what: string, path = what, apiKey?: string): Promise<Finding> => {
		const { status, body } = await account.send(path, {}, apiKey);
		return [`Status of ${what}`, `${status} (${Object.keys(body).join(', ')})`];
	};
	const rows = [await statusOf('a wrong key', 'products', WRONG_KEY)];
	for (const path of REFUSED.split(' ')) rows.push(await statusOf(path));
	const { text } = await account.send('products', {}, WRONG_KEY);
	const echo = {
		asSent: text.includes(Buffer.from(`${WRONG_KEY}:`).toString('base64')),
		decoded: text.includes(WRONG_KEY),
	};
	return [...rows, ['A refusal repeats the key', either(echo, 'nothing'), 'echo']];
}

async function fields(account: AccountReader): Promise<Finding[]> {
	const rows: Finding[] = [];
	for (const list of ['products', 'customers', 'videos', 'collections']) {
		const fieldNames = fieldsOf(listEndpoint(list)?.item);
		const page = await account.list(list);
		const names = page.records.flatMap((record) => Object.keys(record));
		const unknown = [...new Set(names)].filter((name) => !/^_/.test(name) && !(name in fieldNames));
		rows.push([`Unknown fields of ${list}`, told(unknown.join(', ') || 'none', [page])]);
	}
	return rows;
}

/** Names what a list has in place of its records. */
function hollowOf({ status, body }: AccountPage): string {
	if (status !== 200) return `status ${status}`;
	const hollow = { message: 'message' in body, empty: body._links === undefined };
	return either(hollow, Number(body.total) > 0 ? 'noRecords' : 'an empty list');
}

async function records(account: AccountReader): Promise<Finding[]> {
	const page = await account.list('videos', FULL);
	const { records: videos, date } = page;
	const asked = videos.slice(0, 6).map(({ id }) => id);
	const read = await Promise.all(
		asked.map(async (id) => await account.send(`videos/${String(id)}`)),
	);
	const dates = videos.map(({ created_at: at }) => at);
	const ahead = (Date.parse(date) - Date.now()) / 1000;
	const isBroken = read.some(({ status }) => status >= 500);
	return [
		['Record of a GET', told(isBroken ? 'someBroken' : 'asked', [page]), 'retrieved'],
		['created_at', told(dates.includes(null) ? 'someMissing' : 'told', [page]), 'dates'],
		['Lists', videos.length > 0 ? 'never' : hollowOf(page), 'hollowList'],
		['Clock', either({ ahead: ahead > 30, behind: ahead < -30 }, 'right'), 'clock'],
	];
}

async function addresses(account: AccountReader): Promise<Finding[]> {
	const customers = await account.list('customers');
	const { status, text } = await account.send(`customers/${String(customers.records[0]?.id)}`);
	const [{ id } = { id: 0 }] = (await account.list('products')).records;
	const product = account.href(`products/${String(id)}`);
	const events = await account.list('live_events', { product });
	const rows = await account.list('browse', { product });
	const isOwn = selfOf(events.records[0]).includes(account.baseUrl);
	const links = text.includes('"browse_url"') ? 'shown' : 'absent';
	const browse = selfOf(rows.records[0]).includes('?') ? 'withProduct' : 'plain';
	return [
		['Sign-in links', told(links, [{ ...customers, status }]), 'sessionLinks'],
		['Browse rows', told(browse, [rows]), 'browseAddresses'],
		['Live events', told(isOwn ? 'own' : 'publisher', [events]), 'liveEventAddresses'],
	];
}

/** Each reads for some rows of the table. */
export const PROBES = [
	reliedOn,
	totals,
	pages,
	sorts,
	orders,
	customerRows,
	refusals,
	fields,
	records,
	addresses,
];

/** Reads an account and returns the rows of the table. */
export async function findingsOf(account: AccountReader): Promise<Finding[]> {
	const rows: Finding[] = [];
	for (const probe of PROBES) rows.push(...(await probe(account)));
	return rows;
}

const REMEDIES: Record<number, string> = {
	0: 'The service did not respond. Check the Base URL and the connection.',
	401: 'The service refused the API key. Copy it again from the administration of the service.',
	403: 'The API key must not read products. Use a key of the account owner.',
	404: 'There is no service at this Base URL. Check its path.',
};

/** Returns why an account cannot be read, or undefined for one that answers. */
export async function findRefusal(account: AccountReader): Promise<string | undefined> {
	const { status } = await account.send('products?per_page=1');
	if (status === 200) return undefined;
	const remedy = REMEDIES[status] ?? 'The service could not answer. Run the command again later.';
	return `GET /products was answered with status ${status}. ${remedy}`;
}

/** The wall clock, in milliseconds. */
const WALL_CLOCK = { now: Date.now, sleep: async (delay: number): Promise<void> => sleep(delay) };

/** Creates one customer and measures how long lists take to contain it. */
export async function measureLag(account: AccountReader, email: string, clock = WALL_CLOCK) {
	const [product] = (await account.list('products')).records;
	const body = JSON.stringify({ email, product: account.href(`products/${String(product?.id)}`) });
	const { status } = await account.send('customers', { method: 'POST', body });
	const created = clock.now();
	const isListed = async () =>
		(await account.list('customers', { ...ALL, email })).records.length > 0;
	const end = status < 300 ? created + 120_000 : created;
	while (clock.now() < end && !(await isListed())) await clock.sleep(250);
	const seconds = Math.round((clock.now() - created) / 1000);
	const found = `${seconds} s (status ${status})`;
	return ['A new customer is listed after', found, 'listLagSeconds'] satisfies Finding;
}

/** Formats findings as a Markdown table. */
export const tableOf = (findings: Finding[]): string =>
	[['What', 'Found', 'Trait'], ['---', '---', '---'], ...findings]
		.map(([what, found, trait = '']) => `| ${what} | ${found} | ${trait} |`)
		.join('\n');
