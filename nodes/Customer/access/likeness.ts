// Who may be one person with somebody else, by the spelling of an address or by the name. A sync decides nothing for them by
// a guess: they are unclear until a person has decided.
import { groupBy } from '../../shared/data/groupBy';
import { emailKey } from '../../shared/values/email';
import { similarityKey } from './similarity';
import {
	comparedAddress,
	type CurrentAccess,
	type FailedRow,
	type Likeness,
	type Target,
} from './target';

/** Returns a key that the similar addresses of one product share. */
const spellingKey = (product: string | undefined, address: string) =>
	`${product} ${similarityKey(address)}`;

/** A row with its address, and the key that similar addresses share. */
interface SpelledRow {
	row: Target;
	address: string;
	key: string;
}

function toSpelledRow(row: Target): SpelledRow {
	const address = String(comparedAddress(row));
	return { row, address, key: spellingKey(row.product, address) };
}

/** Returns the targets of a row that a person decides about: one for each customer who may be the person of the row. */
const unclearTargets = (
	row: Target,
	found: Array<CurrentAccess | undefined>,
	by: Likeness['by'],
): Target[] => {
	const likeness = { by, to: String(comparedAddress(row)) };
	return found.map((current) => ({ ...row, current, likeness }));
};

/** Returns by spelling the address that counts where several rows are similar: that of somebody with access, or else the first. */
function countingAddresses(rows: SpelledRow[], failed: FailedRow[]): Map<string, string> {
	const addresses = new Map<string, string>();
	const count = ({ key, address }: Omit<SpelledRow, 'row'>) => {
		if (!addresses.has(key)) addresses.set(key, address);
	};
	for (const spelled of rows) if (spelled.row.current?.hasAccess) count(spelled);
	for (const { product, customer } of failed) {
		if (!customer || !('email' in customer)) continue;
		count({ key: spellingKey(product, customer.email), address: customer.email });
	}
	for (const spelled of rows) count(spelled);
	return addresses;
}

/**
 * Marks similar addresses within a product.
 *
 * - A customer with access whom no row names is unclear, together with the first row that is similar.
 * - A row about somebody without access is unclear where a customer with access or another row is similar. Of several new
 *   rows, the first counts.
 *
 * @param members the customers with access whom no row names
 * @param by what the likeness of a row and a customer is called
 */
export function markSpellings(
	rows: Target[],
	{ members, failed, by }: { members: Target[]; failed: FailedRow[]; by: Likeness['by'] },
): Target[] {
	const similar = groupBy(members, (member) =>
		spellingKey(member.product, String(comparedAddress(member))),
	);
	const spelledRows = rows.map(toSpelledRow);
	const counting = countingAddresses(spelledRows, failed);
	const seen = new Set<string>();
	return spelledRows.flatMap(({ row, address, key }): Target[] => {
		const found = similar.get(key) ?? [];
		const own = seen.has(key) ? [] : found.map(({ current }) => current);
		seen.add(key);
		const unclear = unclearTargets(row, own, by);
		if (row.current?.hasAccess) return [row, ...unclear];
		if (unclear.length > 0) return unclear;
		const [member] = found;
		if (member) return [{ ...row, likeness: { by, to: String(comparedAddress(member)) } }];
		const to = counting.get(key) ?? address;
		return emailKey(to) === emailKey(address) ? [row] : [{ ...row, likeness: { by: 'row', to } }];
	});
}

/**
 * Returns a key that spellings of a full name share: capitals, accents, punctuation and blanks make no difference, as in
 * similar addresses. `undefined` for less than two words, which many people share.
 */
function fullNameKey(name: unknown): string | undefined {
	if (typeof name !== 'string' || name.trim().split(/\s+/).length < 2) return undefined;
	return name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}

const nameAndProduct = (name: unknown, { product }: Target) => {
	const key = fullNameKey(name);
	return key === undefined ? undefined : `${product} ${key}`;
};

/**
 * Marks who may have changed the address: customers who would lose access and have the full name of somebody who would be
 * created. Each of them takes the place of that person, with every product.
 *
 * @param leavers the customers who would lose access
 */
export function markNames(rows: Target[], leavers: Target[]): Target[] {
	const byName = groupBy(leavers, (target) =>
		nameAndProduct(target.current?.customer.name, target),
	);
	/** By person, then by ID. */
	const namesakes = new Map<string, Map<string, CurrentAccess>>();
	for (const row of rows) {
		const isNew = row.current === undefined && row.likeness === undefined;
		const key = isNew ? nameAndProduct(row.values.name, row) : undefined;
		const found = key === undefined ? [] : (byName.get(key) ?? []);
		for (const { current } of found) {
			const own = namesakes.get(row.person) ?? new Map<string, CurrentAccess>();
			if (current) namesakes.set(row.person, own.set(String(current.customer.id), current));
		}
	}
	return rows.flatMap((row) => {
		const own = row.likeness ? undefined : namesakes.get(row.person);
		return own ? unclearTargets(row, [...own.values()], 'name') : [row];
	});
}
