/** The start of a part of a domain in ASCII that stands for letters beyond ASCII. */
const ACE_PREFIX = 'xn--';

const PLAIN_DOMAIN = /^[a-z0-9.-]*$/;

/** Converts a domain to ASCII, the form in which international domains are registered. */
export function toAsciiDomain(domain: string): string {
	if (PLAIN_DOMAIN.test(domain)) return domain;
	const url = `http://${domain.replace(/[\p{C}\p{Z}]/gu, '')}`;
	return URL.canParse(url) ? new URL(url).hostname : domain;
}

const BASE = 36;

/** Returns the bias for the next letter (RFC 3492, section 6.1). */
function adaptedBias(delta: number, count: number, isFirst: boolean): number {
	const damped = Math.floor(delta / (isFirst ? 700 : 2));
	let rest = damped + Math.floor(damped / count);
	let steps = 0;
	for (; rest > 455; steps += BASE) rest = Math.floor(rest / 35);
	return steps + Math.floor((BASE * rest) / (rest + 38));
}

/**
 * Decodes a label in Punycode (RFC 3492, section 6.2). JavaScript only encodes it (`URL`). The caller encodes the result
 * again: for a text that is no Punycode, it is meaningless.
 */
function decodePunycode(text: string): string {
	const end = text.lastIndexOf('-');
	const letters = [...text.slice(0, Math.max(end, 0))];
	// The digits of Punycode are the letters, then the figures; those of parseInt the other way round.
	const digits = [...text.slice(end + 1)].map((digit) => (parseInt(digit, BASE) + 26) % BASE);
	let code = 128;
	let place = 0;
	let bias = 72;
	for (let isFirst = true; digits.length > 0; isFirst = false) {
		let delta = 0;
		for (let weight = 1, step = BASE; ; step += BASE) {
			const digit = digits.shift() ?? 0;
			const threshold = Math.min(Math.max(step - bias, 1), 26);
			delta += digit * weight;
			if (digit < threshold) break;
			weight *= BASE - threshold;
		}
		const count = letters.length + 1;
		bias = adaptedBias(delta, count, isFirst);
		code = Math.min(code + Math.floor((place + delta) / count), 0x10ffff);
		place = (place + delta) % count;
		letters.splice(place++, 0, String.fromCodePoint(code));
	}
	return letters.join('');
}

/**
 * Converts a domain from its ASCII form to Unicode, under which a customer may be listed. Leaves alone what is not the
 * ASCII form of a domain.
 *
 * @example toUnicodeDomain('xn--mller-kva.example') // 'müller.example'
 */
export function toUnicodeDomain(domain: string): string {
	if (!domain.includes(ACE_PREFIX) || !PLAIN_DOMAIN.test(domain)) return domain;
	const decoded = domain.replace(/(?<![^.])xn--([^.]+)/g, (_, label: string) =>
		decodePunycode(label),
	);
	return toAsciiDomain(decoded) === domain ? decoded : domain;
}

/**
 * Returns the ASCII form of a domain that is written in its Unicode form. Leaves alone a domain in other letters that
 * only look like it, such as full width: whether that is the same address is for a person to decide.
 */
export function toRegisteredDomain(domain: string): string {
	const ascii = toAsciiDomain(domain);
	const isForm = ascii.includes(ACE_PREFIX) && toUnicodeDomain(ascii) === domain.toLowerCase();
	return isForm ? ascii : domain;
}
