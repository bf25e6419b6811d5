import { emailIn, inSmallLetters } from '../../shared/validation/email';
import { quote, refused } from '../../shared/validation/quote';

/** An entry in small letters: an address, or `@` and a domain. */
function parseEntry(entry: unknown): string {
	const text = typeof entry === 'string' ? entry.trim() : '';
	const isDomain = text.startsWith('@');
	const address = emailIn(isDomain ? `anybody${text}` : text);
	// *@example.com is meant as a domain, and is the address of nobody.
	const isMeant = address !== undefined && !text.includes('*');
	if (isMeant) return inSmallLetters(isDomain ? text : address);
	throw refused(
		'Never Revoke',
		`holds no address: ${quote(entry)}`,
		'Give e-mail addresses and domains such as @example.com, separated by commas or as an array. Nothing was changed.',
	);
}

/** Who keeps access whatever the list says; it is asked with an address in small letters. */
export function parseNeverRevoke(given: unknown): (email: string) => boolean {
	const texts = typeof given === 'string' ? given.split(',') : given;
	const entries: unknown[] = Array.isArray(texts) ? texts : [given];
	const names = entries.filter((entry) => typeof entry !== 'string' || entry.trim() !== '');
	const kept = new Set(names.map(parseEntry));
	return (email) => kept.has(email) || kept.has(email.slice(email.lastIndexOf('@')));
}
