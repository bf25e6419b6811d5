// What docs/service.md calls not documented, found by reading an account. Where the simulated service has a trait for it,
// the finding is a value of the trait.
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints, valuesOf } from '../../service/contract/index.mts';
import { fieldsOf } from '../schemas/simplified.mts';
import type { AccountReader, AccountRecord, AccountPage } from './account.mts';

/** A row of the table: names, numbers and statuses, never a value of a record. */
type Finding = [what: string, found: string, trait?: string];

const WRONG_KEY = 'no>>>key?';
const ALL = { status: 'all' };
const FULL = { per_page: '50' };

/** Returns the first name whose condition holds, or the last argument. */
const either = (cases: Record<string, boolean | undefined>, otherwise: string): string =>
	Object.entries(cases).find(([, holds]) => holds)?.[0] ?? otherwise;
const unique = (values: unknown[]): number => new Set(values).size;
const ids = ({ records }: AccountPage): string => records.map(({ id }) => String(id)).join();
const selfOf = (record?: AccountRecord): string => JSON.stringify(record?._links?.self ?? '');
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
		if (unique(values) < 3 || values.includes(undefined)) return [];
		const steps = values.slice(1).map((value, index) => Math.sign(compare(value, values[index])));
		if (!steps.includes(-1)) return [`${field} ascending`];
		return steps.includes(1) ? [] : [`${field} descending`];
	});
	return orders.join(', ') || 'none found';
}

async function totals(account: AccountReader): Promise<Finding[]> {
	const large = await account.list('customers', { ...ALL, per_page: '1000' });
	const products = await account.list('products', FULL);
	const one = await account.list('products', { per_page: '1' });
	const videos = await account.list('videos', { per_page: '1' });
	const [count, { total }] = [products.records.length, one.body];
	const isCut = large.next !== '' && large.records.length < Number(large.body.total ?? Infinity);
	const meaning = {
		absent: total === undefined,
		text: typeof total === 'string',
		negative: Number(total) < 0,
		page: total === 1 && count > 1,
		list: total === count,
		same: total === videos.body.total,
	};
	const shape = {
		oneAlone: one.list !== undefined && !Array.isArray(one.list) && Array.isArray(products.list),
		array: Array.isArray(products.list),
		numericKeys: count > 0,
	};
	return [
		['Largest per_page', `${isCut ? '' : 'at least '}${large.records.length}`, 'maxPerPage'],
		['Meaning of total', either(meaning, 'withHidden'), 'total'],
		['Records of a page', either(shape, 'none'), 'embedded'],
	];
}

async function pages(account: AccountReader): Promise<Finding[]> {
	const read = [];
	for (const page of ['1', '2', '3', '1000'])
		read.push(await account.list('products', { per_page: '2', page }));
	const [first, second, third, beyond] = read.map(ids);
	const paging = { ignored: first === second, honoured: second !== '', gap: third !== '' };
	const next = read[0]?.next ?? '';
	const link = {
		none: next === '',
		literal: decodeURIComponent(next).includes(':href'),
		foreign: !next.startsWith(account.baseUrl),
		itself: /[?&]page=1(&|$)/.test(next),
		endless: beyond === '' && read[3]?.next !== '',
		complete: next.includes('per_page'),
	};
	return [
		['page', either(paging, 'firstOnly'), 'paging'],
		['Link to the next page', either(link, 'withoutPerPage'), 'next'],
	];
}

async function orders(account: AccountReader): Promise<Finding[]> {
	const [product] = (await account.list('products')).records;
	const rows: Finding[] = [];
	for (const list of ['products', 'customers', 'videos', 'collections', 'live_events']) {
		const { sort } = fieldsOf(listEndpoint(list)?.query);
		const needed = list === 'live_events' ? { product: String(product?.id) } : {};
		for (const value of (sort && valuesOf(sort)) ?? []) {
			const page = await account.list(list, { ...FULL, ...needed, sort: String(value) });
			rows.push([`Order of ${list}, sort=${value}`, orderOf(page)]);
		}
	}
	const videos = await account.list('videos', FULL);
	const unsorted = orderOf(await account.list('customers', FULL));
	const order = {
		oldest: unsorted.includes('created_at ascending'),
		updated: unsorted.includes('updated_at descending'),
		newest: unsorted.includes('created_at descending'),
	};
	rows.push(['Order of customers without sort', either(order, 'mixed'), 'unsortedOrder']);
	for (const { id } of videos.records) {
		const comments = await account.list('comments', {
			video: account.href(`videos/${String(id)}`),
		});
		const found = orderOf(comments);
		const { _embedded } = comments.records.find((one) => Number(one.comments_count) > 0) ?? {};
		if (found === 'none found' || !_embedded) continue;
		const inside = JSON.stringify(_embedded.comments ?? []);
		const isListed = comments.records.some((one) => inside.includes(`"id":${String(one.id)},`));
		const replies = either({ both: isListed, inside: inside.length > 2 }, 'beside');
		rows.push([
			'Order of comments',
			found.includes('ascending') ? 'oldest' : 'newest',
			'commentOrder',
		]);
		return [...rows, ['Replies to comments', replies, 'replies']];
	}
	return rows;
}

async function filters(account: AccountReader): Promise<Finding[]> {
	const [{ id } = { id: 0 }] = (await account.list('products')).records;
	const product = account.href(`products/${String(id)}`);
	const isEmpty = async (list: string, query: Record<string, string>) =>
		(await account.list(list, query)).records.length === 0;
	const differs = async (list: string, ...queries: Array<Record<string, string>>) =>
		unique(await Promise.all(queries.map(async (query) => ids(await account.list(list, query))))) >
		1;
	const honoured = {
		email: await isEmpty('customers', { ...ALL, email: 'nobody-has-this-address@example.com' }),
		query: await isEmpty('videos', { query: 'zzzz nothing has this title zzzz' }),
		status: await differs('customers', { status: 'enabled' }, { status: 'disabled' }),
		product: await differs('customers', ALL, { ...ALL, product }),
		plan: await differs('videos', { plan: 'public' }, { plan: 'standard' }),
		type: await differs('collections', { type: 'series' }, { type: 'playlist' }),
	};
	const ignored = Object.entries(honoured).filter(([, isHonoured]) => !isHonoured);
	const { records } = await account.list('customers', { product, per_page: '100' });
	const isPerPlan = unique(records.map((record) => record.id)) < records.length;
	const names = ignored.map(([name]) => name).join(', ') || 'none';
	return [
		['Ignored filters', names, 'ignoredFilter'],
		['Rows of customers of a product', isPerPlan ? 'perPlan' : 'perCustomer', 'customerRows'],
	];
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
	const base64 = (key: string) => Buffer.from(key).toString('base64');
	const sent = base64(`${WRONG_KEY}:`);
	const echo = {
		asSent: text.includes(sent),
		decoded: text.includes(WRONG_KEY),
		unpadded: text.includes(sent.replace(/=+$/, '')),
		base64Url: text.includes(Buffer.from(`${WRONG_KEY}:`).toString('base64url')),
		withoutColon: text.includes(base64(WRONG_KEY)),
	};
	return [...rows, ['A refusal repeats the key', either(echo, 'nothing'), 'echo']];
}

async function fields(account: AccountReader): Promise<Finding[]> {
	const rows: Finding[] = [];
	for (const list of ['products', 'customers', 'videos', 'collections']) {
		const known = fieldsOf(listEndpoint(list)?.item);
		const names = (await account.list(list)).records.flatMap((record) => Object.keys(record));
		const unknown = [...new Set(names)].filter((name) => !/^_/.test(name) && !(name in known));
		rows.push([`Unknown fields of ${list}`, unknown.join(', ') || 'none']);
	}
	return rows;
}

async function records(account: AccountReader): Promise<Finding[]> {
	const { records: videos, body, date } = await account.list('videos', FULL);
	const asked = videos.slice(0, 6).map(({ id }) => id);
	const read = await Promise.all(
		asked.map(async (id) => await account.send(`videos/${String(id)}`)),
	);
	const retrieved = {
		someBroken: read.some(({ status }) => status >= 500),
		another: read.some((one, index) => String(one.body.id) !== String(asked[index])),
	};
	const idTypes = {
		someNull: asked.includes(null),
		text: read.some((one) => typeof one.body.id === 'string'),
		textInLists: typeof asked[0] === 'string',
	};
	const dates = videos.map(({ created_at: at }) => at);
	const isFuture = dates.some((at) => Date.parse(String(at)) > Date.now() + 3_600_000);
	const hollow = {
		never: videos.length > 0,
		message: 'message' in body,
		empty: body._links === undefined,
		nothingEmbedded: body._embedded === null,
		otherKey: 'results' in (body._embedded ?? {}),
	};
	const ahead = (Date.parse(date) - Date.now()) / 1000;
	const missing = { someInFuture: isFuture, someMissing: dates.includes(null) };
	return [
		['Record of a GET', either(retrieved, 'asked'), 'retrieved'],
		['IDs', either(idTypes, 'numbers'), 'ids'],
		['created_at', either(missing, 'told'), 'dates'],
		['Lists', either(hollow, 'noRecords'), 'hollowList'],
		['Clock', either({ ahead: ahead > 30, behind: ahead < -30 }, 'right'), 'clock'],
		['Self links', unique(videos.map(selfOf)) > 1 ? 'own' : 'same', 'selfLinks'],
	];
}

async function addresses(account: AccountReader): Promise<Finding[]> {
	const [customer] = (await account.list('customers')).records;
	const { text } = await account.send(`customers/${String(customer?.id)}`);
	const [{ id } = { id: 0 }] = (await account.list('products')).records;
	const product = account.href(`products/${String(id)}`);
	const [event] = (await account.list('live_events', { product })).records;
	const [row] = (await account.list('browse', { product })).records;
	const isOwn = selfOf(event).includes(account.baseUrl);
	return [
		['Sign-in links', text.includes('"browse_url"') ? 'shown' : 'absent', 'sessionLinks'],
		['Browse rows', selfOf(row).includes('?') ? 'withProduct' : 'plain', 'browseAddresses'],
		['Live events', isOwn ? 'own' : 'publisher', 'liveEventAddresses'],
	];
}

const PROBES = [totals, pages, orders, filters, refusals, fields, records, addresses];

/** Reads an account and returns the rows of the table. */
export async function findingsOf(account: AccountReader): Promise<Finding[]> {
	const rows: Finding[] = [];
	for (const probe of PROBES) rows.push(...(await probe(account)));
	return rows;
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
