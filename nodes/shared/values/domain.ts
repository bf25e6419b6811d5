/** The start of a part of a domain in ASCII that stands for letters beyond ASCII. */
const ACE_PREFIX = 'xn--';

const PLAIN_DOMAIN = /^[a-z0-9.-]*$/;

/** Converts a domain to ASCII, the form in which international domains are registered. */
export function toAsciiDomain(domain: string): string {
	if (PLAIN_DOMAIN.test(domain)) return domain;
	const url = `http://${domain.replace(/[\p{C}\p{Z}]/gu, '')}`;
	return URL.canParse(url) ? new URL(url).hostname : domain;
}

// The parameters of Punycode (RFC 3492, section 5).
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 128;

/** Adapts the bias after a character (RFC 3492, section 6.1). */
function adaptedBias(delta: number, count: number, isFirst: boolean): number {
	let rest = Math.floor(delta / (isFirst ? DAMP : 2));
	rest += Math.floor(rest / count);
	let steps = 0;
	for (; rest > ((BASE - T_MIN) * T_MAX) / 2; steps += BASE)
		rest = Math.floor(rest / (BASE - T_MIN));
	return steps + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

/** Decodes Punycode (RFC 3492, section 6.2); `undefined` for anything else. */
function decodePunycode(text: string): string | undefined {
	const end = text.lastIndexOf('-');
	const output = [...text.slice(0, Math.max(end, 0))];
	let code = FIRST_CODE;
	let index = 0;
	let bias = FIRST_BIAS;
	for (let at = end + 1; at < text.length; ) {
		const before = index;
		let weight = 1;
		for (let step = BASE; ; step += BASE) {
			const digit = parseInt(text.charAt(at++), BASE);
			if (Number.isNaN(digit)) return undefined;
			// The digits of Punycode are the letters, then the figures; those of parseInt the other way round.
			const value = digit < 10 ? digit + 26 : digit - 10;
			index += value * weight;
			const threshold = Math.min(Math.max(step - bias, T_MIN), T_MAX);
			if (value < threshold) break;
			weight *= BASE - threshold;
		}
		const count = output.length + 1;
		bias = adaptedBias(index - before, count, before === 0);
		code += Math.floor(index / count);
		if (code > 0x10ffff) return undefined;
		index %= count;
		output.splice(index++, 0, String.fromCodePoint(code));
	}
	return output.join('');
}

/**
 * Converts a domain from its ASCII form to Unicode. Leaves alone what is not the ASCII form of a domain.
 *
 * @example toUnicodeDomain('xn--mller-kva.example') // 'müller.example'
 */
export function toUnicodeDomain(domain: string): string {
	if (!domain.includes(ACE_PREFIX)) return domain;
	const labels = domain.split('.').map((label) => {
		const isEncoded = label.startsWith(ACE_PREFIX);
		return (isEncoded ? decodePunycode(label.slice(ACE_PREFIX.length)) : label) ?? label;
	});
	const decoded = labels.join('.');
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
