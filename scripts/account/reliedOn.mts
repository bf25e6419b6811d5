// What the package relies on most and docs/developers/service.md calls not documented.
import { endpoints, valuesOf } from '../../service/contract/index.mts';
import { fieldsOf } from '../schemas/simplified.mts';
import type { AccountPage, AccountReader, AccountRecord } from './account.mts';
import { ALL, FULL, NOT_TOLD, told, type Finding } from './finding.mts';

const PER_PAGE = '100';
/** Pages of customers that are read at most, of each status: 2,000 customers. */
const MAX_PAGES = 20;
/** Collections whose items are read at most. */
const MAX_COLLECTIONS = 20;
/** Products whose customers are read at most, until somebody lacks one. */
const MAX_PRODUCTS = 5;

/** Reads the ids of all customers of a status, or returns undefined for a failure or too many. */
async function customerIds(
	account: AccountReader,
	status: string,
): Promise<Set<unknown> | undefined> {
	const found = new Set<unknown>();
	for (let page = 1; page <= MAX_PAGES; page++) {
		const query = { status, per_page: PER_PAGE, page: String(page) };
		const { status: answered, records, next } = await account.list('customers', query);
		if (answered !== 200) return undefined;
		for (const { id } of records) found.add(id);
		if (next === '') return found;
	}
	return undefined;
}

const filterStatuses = (): string[] => {
	const { status } = fieldsOf(endpoints.find(({ id }) => id === 'customers.getAll')?.query);
	return ((status && valuesOf(status)) ?? []).map(String).filter((value) => value !== ALL.status);
};

/** Counts the customers that only the list of all statuses has. */
async function withoutStatus(account: AccountReader): Promise<Finding[]> {
	const what = 'Customers in status=all and in no status';
	const all = await customerIds(account, ALL.status);
	if (all === undefined || all.size === 0) return [[what, NOT_TOLD]];
	const listed = new Set<unknown>();
	for (const status of filterStatuses()) {
		const found = await customerIds(account, status);
		if (found === undefined) return [[what, NOT_TOLD]];
		for (const id of found) listed.add(id);
	}
	const missing = [...all].filter((id) => !listed.has(id));
	return [[what, `${missing.length} of ${all.size}`]];
}

/** Finds a product and a customer who does not have it. */
async function findStranger(account: AccountReader) {
	const { records: products } = await account.list('products', FULL);
	const { records: customers } = await account.list('customers', { ...ALL, per_page: PER_PAGE });
	for (const { id } of products.slice(0, MAX_PRODUCTS)) {
		const product = account.href(`products/${String(id)}`);
		const query = { product, per_page: PER_PAGE };
		const { status, records, next } = await account.list('customers', query);
		if (status !== 200 || records.length === 0 || next !== '') continue;
		const holders = new Set(records.map((holder) => holder.id));
		const stranger = customers.find((customer) => !holders.has(customer.id));
		if (stranger !== undefined) return { product, holder: records[0]?.id, stranger: stranger.id };
	}
	return undefined;
}

/** Says whether reading a customer by ID with `product` finds only those who have the product. */
async function scope(account: AccountReader): Promise<Finding[]> {
	const what = 'GET /customers/:id?product= of somebody without it';
	const found = await findStranger(account);
	if (found === undefined) return [[what, NOT_TOLD]];
	const statusOf = async (id: unknown) =>
		(
			await account.send(
				`customers/${String(id)}?${String(new URLSearchParams({ product: found.product }))}`,
			)
		).status;
	const [holder, stranger] = [await statusOf(found.holder), await statusOf(found.stranger)];
	if (holder !== 200) return [[what, `${NOT_TOLD}: status ${holder} for somebody with it`]];
	return [[what, stranger === 200 ? 'not scoped: status 200' : `scoped: status ${stranger}`]];
}

/** Reads the items of the first collections, from the first position on. */
async function itemPages(account: AccountReader): Promise<AccountPage[]> {
	const { records } = await account.list('collections', FULL);
	const pages: AccountPage[] = [];
	for (const { id } of records.slice(0, MAX_COLLECTIONS)) {
		const query = { per_page: PER_PAGE, sort: 'position' };
		pages.push(await account.list(`collections/${String(id)}/items`, query));
	}
	return pages.filter(({ status, next }) => status === 200 && next === '');
}

/** Says where the newest item of a collection is: that with the highest `item_id`. */
function placeOfNewest(items: AccountRecord[]): string {
	const numbers = items.map(({ item_id: id }) => Number(id));
	const newest = numbers.indexOf(Math.max(...numbers));
	if (newest === items.length - 1) return 'end';
	return newest === 0 ? 'start' : 'between';
}

const countOf = (places: string[], place: string) =>
	`${place}: ${places.filter((other) => other === place).length}`;

/** Says from where positions count, where a new item stands, and what an extra shows. */
async function itemFindings(account: AccountReader): Promise<Finding[]> {
	const pages = await itemPages(account);
	const filled = pages.filter(({ records }) => records.length > 0);
	// A video has a title, and its place; the position of a collection is the one among all collections.
	const ofVideos = filled.filter(({ records: [item] }) => item?.title !== undefined);
	const first = ofVideos.map(({ records: [item] }) => String(item?.position));
	const longer = filled.filter(({ records }) => records.length >= 3);
	const places = longer.map(({ records }) => placeOfNewest(records));
	const where = ['end', 'start', 'between'].map((place) => countOf(places, place)).join(', ');
	return [
		['First position in collections', told([...new Set(first)].sort().join(', '), ofVideos)],
		['The newest item of a collection stands at', told(where, longer)],
		...(await extras(account)),
	];
}

async function extras(account: AccountReader): Promise<Finding[]> {
	const { records } = await account.list('collections', FULL);
	for (const { id } of records) {
		const page = await account.list(`collections/${String(id)}/items`, { type: 'extras' });
		const [extra] = page.records;
		if (extra === undefined) continue;
		const hasLink = JSON.stringify(extra._links?.self ?? null) !== 'null';
		const fields = Object.keys(extra).filter((name) => !name.startsWith('_'));
		return [
			['Extras have a link', hasLink ? 'yes' : 'no'],
			['Fields of extras', fields.join(', ')],
		];
	}
	return [['Extras have a link', NOT_TOLD]];
}

/** Answers the questions on which access and the order of collections rest. */
export async function reliedOn(account: AccountReader): Promise<Finding[]> {
	return [
		...(await scope(account)),
		...(await withoutStatus(account)),
		...(await itemFindings(account)),
	];
}
