import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { safeLine, safeText } from '../../../../nodes/shared/values/safeText';

const MARK = '\u200B';
const withoutMarks = (text: string) => text.replaceAll(MARK, '');

describe('a text that somebody else wrote', () => {
	test.each([
		['a mention of Slack', '<!channel> <@U1>', '‹!channel› ‹@\u200BU1›'],
		['a mention by name', 'hi @channel', 'hi @\u200Bchannel'],
		['a mention after other signs', '.@here,@everyone', '.@\u200Bhere,@\u200Beveryone'],
		['an account of another server', '@a@evil.com', '@\u200Ba@\u200Bevil.\u200Bcom'],
		['an address without a domain', 'me@channel', 'me@\u200Bchannel'],
		['a link of Slack', '<https://evil.com|Sign>', '‹https:\u200B//evil.\u200Bcom|Sign›'],
		['a link of Markdown', '[Sign](/in)', '[Sign]\u200B(/in)'],
		['an image of Markdown', '![x](/in)', '![x]\u200B(/in)'],
		['a link by reference', '[Sign][1]\n[1]: /in', '[Sign]\u200B[1]\n[1]\u200B: /in'],
		['a URL', 'https://evil.example/x', 'https:\u200B//evil.\u200Bexample/x'],
		['a URL of another kind', 'ftp://10.0.0.1', 'ftp:\u200B//10.0.0.1'],
		['a script', 'JavaScript:alert(1)', 'JavaScript:\u200Balert(1)'],
		['data', 'data:text/html,x', 'data:\u200Btext/html,x'],
		['a new message', 'mailto:a@b.com', 'mailto:\u200Ba@b.com'],
		['a domain', 'see evil.com, now', 'see evil.\u200Bcom, now'],
		['a domain in capitals', 'EVIL.COM', 'EVIL.\u200BCOM'],
		['a domain of a country', 'bit.ly or x.co.uk', 'bit.\u200Bly or x.\u200Bco.\u200Buk'],
		['a newer domain', 'evil.support!', 'evil.\u200Bsupport!'],
		['a domain in other letters', 'пример.рф', 'пример.\u200Bрф'],
		['a domain in ASCII', 'x.xn--p1ai', 'x.\u200Bxn--p1ai'],
		['a domain before a hyphen', 'evil.com-', 'evil.\u200Bcom-'],
		['a domain of a new top-level domain', 'low-tide.mp4', 'low-tide.\u200Bmp4'],
		['a domain that begins with www', '(www.evil.paid)', '(www.\u200Bevil.\u200Bpaid)'],
		['a domain with www and figures', 'www.1.2', 'www.\u200B1.2'],
		['a path', 'evil.paid/claim', 'evil.\u200Bpaid/claim'],
		['a port', 'evil.paid:80', 'evil.\u200Bpaid:80'],
		['a part of a flag', '\u{1F3F4}\u{E0067}\u{E0062} a', '\u{1F3F4} a'],
		['a text in the tags of a flag', `\u{1F3F4}${'\u{E0061}'.repeat(9)}\u{E007F}`, '\u{1F3F4}'],
		['a user in a URL', '//ada@evil.com/x', '//ada@\u200Bevil.\u200Bcom/x'],
		['an address with a path', 'ada@evil.com/x', 'ada@\u200Bevil.\u200Bcom/x'],
		['an emoji as a domain', '\u2764.ws', '\u2764.\u200Bws'],
		['markup', '<img src=x>', '‹img src=x›'],
		['a character reference', '&lt;b&gt; &#60; &amp &copy;', '＆lt;b＆gt; ＆#60; ＆amp ＆copy;'],
		['bold', '*Bob* **Bob**', '∗Bob∗ ∗∗Bob∗∗'],
		['italic', '_Bob_ __Bob__', '＿Bob＿ ＿＿Bob＿＿'],
		['struck out', '~Bob~', '∼Bob∼'],
		['code', '`Bob`', 'ˋBobˋ'],
		['a reversed text', 'a\u202Ebc\u2066d\u200F', 'abcd'],
		['a control character', 'a\u0000b\u001Bc\u007F', 'abc'],
		['a domain with a soft hyphen', 'evil.c\u00ADom', 'evil.\u200Bcom'],
		['a text in tags', 'a\u{E0041}\u{E0042}', 'a'],
		['a text in variation selectors', '\u2764\uFE0F\uFE01\u{E0101}', '\u2764\uFE0F'],
		['a text in joiners', 'a\u200B\u200C\u200D\u200Bb', 'a\u200Bb'],
		['half of an emoji', 'a\uD83D', 'a'],
		['line breaks of other systems', 'a\r\nb\u2028c\u0085d', 'a\nb\nc\nd'],
	])('%s does nothing', (_, text, expected) => {
		expect(safeText(text)).toBe(expected);
	});

	test.each([
		'ada@example.com',
		"O'Neill: a.b+c@mail.example.co.uk.",
		'(ada@example.com), bob@example.org',
		'_low_tide_'.slice(1, -1),
		'12.50',
		'v2.0 … 10:30. Yes',
		// Scotland and Wales.
		'\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} 2 : 1',
		'\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}',
		'R&D, AT&T & Co.',
		'"quotes" #1 (a) 50% a|b',
		'\u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u2764\uFE0F',
		'می\u200Cخواهم',
		'花 です。次',
		'2026-01-01T10:00:00Z',
	])('stays as it is where it is ordinary: %s', (text) => {
		expect(safeText(text)).toBe(text);
		expect(safeLine(text)).toBe(text);
	});

	it('keeps its lines, a name is one', () => {
		expect(safeText(' A\tb\n\nC ')).toBe('A b\n\nC');
		expect(safeLine(' A\tb\n\nC\u00A0d\u2028e ')).toBe('A b C d e');
	});

	it.each([
		[safeText, 1000],
		[safeLine, 200],
	])('is cut where it is too long, which it says', (safe, max) => {
		expect(safe('x'.repeat(max))).toBe('x'.repeat(max));
		expect(safe('x'.repeat(max + 1))).toBe(`${'x'.repeat(max - 8)} … (cut)`);
		expect(safe('\u{1F600}'.repeat(max))).toMatch(/^\u{1F600}+ … \(cut\)$/u);
		const marked = safe('@'.repeat(max));
		expect(marked.length).toBeLessThanOrEqual(max);
		expect(marked.length).toBeGreaterThan(max - 5);
	});
});

/** Texts of pieces with which markup begins and ends, so that they meet in every order. */
const hostileText = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				...['@', 'channel', 'a', 'evil', '.', 'com', 'paid', '/', ':', '//', 'https', 'www', '-'],
				...['[', ']', '(', ')', '<', '>', '&', 'lt', 'amp', '#', ';', '*', '_', '~', '`', "'", '"'],
				...['javascript', 'data', 'mailto', '\u200B', '\u200C', '\u200D', '\u202E', '\uFE0F'],
				...['\n', '\r', ' ', '\t', '\u0000', '\u00AD', '\uD83D', '\u{1F600}', '。', 'é', '\u0301'],
				...['x'.repeat(195), 'ada@example.com ', '_a_ '.repeat(240)],
				...['\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}'.repeat(80)],
			),
			fc.string({ unit: 'binary', maxLength: 5 }),
		),
		{ maxLength: 40 },
	)
	.map((pieces) => pieces.join(''));

describe.each([
	['a text', safeText, 1000],
	['a line', safeLine, 200],
])('%s', (_, safe, max) => {
	const itHolds = (title: string, check: (made: string, text: string) => void) => {
		it(title, () => {
			fc.assert(
				fc.property(hostileText, (text) => {
					check(safe(text), text);
				}),
				{ numRuns: 2000 },
			);
		});
	};

	itHolds('is the same when it is made safe again', (made) => {
		expect(safe(made)).toBe(made);
	});

	itHolds('is never longer than its limit', (made) => {
		expect(made.length).toBeLessThanOrEqual(max);
	});

	itHolds('has no character that changes the direction or that no message may have', (made) => {
		expect(made).not.toMatch(/[\p{Cs}\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/u);
		expect(made).not.toMatch(/[^\n\P{Cc}]/u);
	});

	itHolds('has no markup of HTML, Slack or Markdown', (made) => {
		expect(made).not.toMatch(/[<>*~`]|&#|&[a-z][a-z\d]*;|\]\(|\]\[|(^|\s)_|_($|\s)/i);
	});

	itHolds('has no mention, whose at sign is followed by a name', (made) => {
		const addresses = /(?<![^\s"'(‹[:;,&#＆∗∼ˋ＿\])=!?|\u200B-\u200D…])[\p{L}\p{N}._%+'-]+@/gu;
		expect(made.replace(addresses, '')).not.toMatch(/(^|[^\p{L}\p{N}._%+'-])@[\p{L}\p{N}]/u);
	});

	itHolds('has no live link', (made) => {
		expect(made).not.toMatch(/:\/\/|javascript:[^\u200B-\u200D]|data:[^\u200B-\u200D]/i);
		const words = made.split(/\s+/).filter((word) => !/^[^@/]+@[^@/]+$/.test(word));
		for (const word of words) expect(word).not.toMatch(/(evil|www|a|-)\.(com(?![a-z])|[a-z]+\/)/i);
	});

	itHolds('keeps the letters of the text', (made, text) => {
		if (text.length > max / 2) return;
		// The look-alike of a backtick counts as a letter.
		const letters = (value: string) => value.replace(/[^\p{L}\p{N}]|ˋ/gu, '');
		expect(letters(withoutMarks(made))).toBe(letters(text));
	});
});
