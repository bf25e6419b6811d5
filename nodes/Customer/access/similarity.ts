import { toAsciiDomain } from '../../shared/values/domain';

/** Everything that is neither a letter nor a digit: punctuation, blanks, invisible characters, accents on their own. */
const NON_ALPHANUMERIC = /[^\p{L}\p{N}]/gu;

/** Printable ASCII. */
const ASCII = /^[ -~]*$/;

/** Domains under which a provider delivers to the same mailboxes. */
const SAME_DOMAINS: Record<string, string> = { 'googlemail.com': 'gmail.com' };

/** Returns an address in normal width and with plain dashes, as people type it. */
export const plainForm = (email: string) => email.normalize('NFKC').replace(/\p{Pd}/gu, '-');

/**
 * Returns a key that addresses share which people take for the same although the service may not: full width, accents,
 * capitals, punctuation and blanks before the `@` make no difference, nor the spelling of an international domain. An
 * entry `@domain` has the key of its domain.
 *
 * @example similarityKey(' José.P@GoogleMail.com') // 'josep@gmail.com'
 */
export function similarityKey(email: string): string {
	// Nearly all addresses are ASCII, for which this takes a tenth of the time.
	const isAscii = ASCII.test(email);
	const text = (isAscii ? email : plainForm(email)).toLowerCase();
	const at = text.lastIndexOf('@');
	const domain = toAsciiDomain(text.slice(at + 1));
	const local = text.slice(0, Math.max(at, 0));
	const decomposed = isAscii ? local : local.normalize('NFKD');
	// An address of punctuation alone keeps it, and is not taken for its domain.
	const letters = decomposed.replace(isAscii ? /[^a-z0-9]/g : NON_ALPHANUMERIC, '') || local;
	return `${letters}@${SAME_DOMAINS[domain] ?? domain}`;
}
