import { emailKey, parseEmailAddress } from '../../shared/values/email';
import { requireDecoded } from '../../shared/values/encoding';
import { invalidParameter } from '../../shared/values/parameterErrors';
import { listEntries } from '../../shared/values/listEntries';
import { quote, trim } from '../../shared/values/text';
import type { Protection } from './plan';
import { similarityKey } from './similarity';

/** Reads an entry: an address, or `@` and a domain. */
function requireAddressOrDomain(entry: unknown, label: string): string {
	const text = requireDecoded(typeof entry === 'string' ? trim(entry) : '', label);
	const isDomain = text.startsWith('@');
	const address = parseEmailAddress(isDomain ? `anybody${text}` : text);
	// *@example.com would be a domain, not an address.
	if (address !== undefined && !text.includes('*')) return isDomain ? text : address;
	throw invalidParameter(
		label,
		`contains no email address or domain: ${quote(entry)}`,
		'Enter email addresses and domains such as @example.com, separated by commas or as an array.',
	);
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@'));

/** Reads a list of addresses and domains. Returns a function that says whether an address is in it, or similar to an entry. */
export function requireProtected(value: unknown, label: string): (email: string) => Protection {
	const values: unknown[] = [value].flat();
	// An expression without a value would protect nobody.
	const isMissing = values.some((entry) => entry === null || entry === undefined);
	const entries = isMissing ? values : listEntries(value);
	const kept = entries.map((text) => requireAddressOrDomain(text, label));
	const same = new Set(kept.map(emailKey));
	const similar = new Map(kept.toReversed().map((entry) => [similarityKey(entry), entry]));
	return (email) => {
		const names = [email, domainOf(email)];
		if (names.some((name) => same.has(emailKey(name)))) return 'kept';
		const [similarTo] = names.flatMap((name) => similar.get(similarityKey(name)) ?? []);
		return similarTo === undefined ? undefined : { similarTo };
	};
}
