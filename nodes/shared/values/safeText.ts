/** Nobody sees it, but no tool makes a mention or a link of what it divides. */
const MARK = '\u200B';

/**
 * Characters without a shape that change how a text is read, or hide another text in it: control characters, directions,
 * tags. Excludes line breaks, the joiners of emojis and scripts, and visible signs of Arabic and Syriac.
 */
const HIDDEN_SIGN = /(?![\n\u0600-\u0605\u06DD\u070F\u08E2\u200B-\u200D])[\p{Cc}\p{Cf}\p{Cs}]/u;
/** The flag of a part of a country, such as Wales: a black flag, and tags that spell the part. */
const FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/u;
const FLAG_OR_HIDDEN = new RegExp(`(${FLAG.source})|${HIDDEN_SIGN.source}`, 'gu');
/** Several joiners or variation selectors in a row can hide a text: one is enough. */
const JOINERS = /([\u200B-\u200D])[\u200B-\u200D]+/g;
const SELECTORS = /(\p{Variation_Selector})\p{Variation_Selector}+/gu;
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Formatting of Slack and Markdown, but not the underscore within a word; `&` before a character reference of HTML. */
const FORMATTING =
	/[<>*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#|[a-z][a-z\d]*;|(?:amp|gt|lt|nbsp|quot)(?![a-z]))/giu;
const LOOKALIKES: Record<string, string> = {
	'<': '‹',
	'>': '›',
	'&': '＆',
	'*': '∗',
	'~': '∼',
	'`': 'ˋ',
	_: '＿',
};

/** The joints of links: of a URL with slashes, of one without, and of Markdown. */
const JOINT = /:(?=\/\/)|(?<=javascript|vbscript|data|mailto):(?![\u200B-\u200D])|\](?=[[(:])/giu;

/**
 * An email address that stands alone; the `@` of a mention; the dot after `www`; any other dot before a letter, because no
 * list of top-level domains would be complete.
 */
const MENTION_OR_DOMAIN =
	/(?<![\p{L}\p{N}._%+'@/-])[\p{L}\p{N}._%+'-]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+\.?(?![@/\p{L}\p{M}\p{N}.-]|:\S)|@(?![\u200B-\u200D])|(?<=\bwww)\.(?=[^\s\u200B-\u200D])|\.(?=\p{L})/giu;

/** Returns a text without hidden characters and blanks at its ends, with one kind of line breaks. */
const withoutHidden = (text: string): string =>
	text
		.replace(LINE_BREAK, '\n')
		.replaceAll('\t', ' ')
		.replace(FLAG_OR_HIDDEN, '$1')
		.replace(JOINERS, '$1')
		.replace(SELECTORS, '$1')
		.trim();

/** Returns a text in which nothing is a mention, a live link or markup. */
export const withoutMarkup = (text: string): string =>
	text
		.replace(FORMATTING, (sign) => LOOKALIKES[sign] ?? sign)
		.replace(JOINT, `$&${MARK}`)
		.replace(MENTION_OR_DOMAIN, (found) => (found.length > 1 ? found : found + MARK));

const CUT = ' … (cut)';

/** Removes the markup of a text of at most `max` characters. Cuts a longer one, before that: a cut must not make markup. */
function limit(text: string, max: number): string {
	const whole = withoutMarkup(text.slice(0, max));
	if (text.length <= max && whole.length <= max) return whole;
	let length = max - CUT.length;
	for (;;) {
		// A cut leaves no half of an emoji, and no part of a flag.
		const start = withoutMarkup(withoutHidden(text.slice(0, length)) + CUT);
		if (start.length <= max) return start;
		// Each character has one mark at most.
		length -= Math.ceil((start.length - max) / 2);
	}
}

/** Maximum number of characters of a text, and of a name or title. */
export const MAX_TEXT = 1000;
export const MAX_LINE = 200;

/**
 * Makes a text that somebody else wrote harmless in messages, emails and prompts: whatever tool shows it, nothing is a
 * mention, a live link or markup, also where a tool undoes one escaping. Keeps its lines. Safe to apply again.
 *
 * @example safeText('<b> *Hi*') // '‹b› ∗Hi∗'
 */
export const safeText = (text: string): string => limit(withoutHidden(text), MAX_TEXT);

/** Makes a name, title or other short text harmless like {@link safeText}, as one line. */
export const safeLine = (text: string): string =>
	limit(withoutHidden(text).replace(/\s+/g, ' '), MAX_LINE);
