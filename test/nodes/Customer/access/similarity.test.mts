import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { similarityKey } from '../../../../nodes/Customer/access/similarity';
import { toAsciiLowerCase } from '../../../../nodes/shared/values/email';

const ADA = 'ada@example.com';

/** ASCII, and any character of Unicode. The unit `binary` would list all of them first, for half a second. */
const character = fc
	.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.nat({ max: 0x10_ffff }))
	.filter((code) => code < 0xd800 || code > 0xdfff)
	.map((code) => String.fromCodePoint(code));

describe('the similarity key', () => {
	it.each([
		['an apostrophe before the address', `'${ADA}`, ADA],
		['typographic quotes', `\u2018${ADA.replace('@', '\u2019@')}`, ADA],
		['a typographic dash', 'ada\u2013l@example.com', 'ada-l@example.com'],
		['full width', '\uFF41\uFF44\uFF41\uFF20example.com', ADA],
		['a full-width domain', 'ada@\uFF45xample\uFF0Ecom', ADA],
		['an accent', 'jos\u00E9@example.com', 'jose@example.com'],
		['a decomposed accent', 'jos\u00E9@example.com', 'jose\u0301@example.com'],
		['capitals beyond Z', '\u00C9va@example.com', '\u00E9va@example.com'],
		['a Turkish capital', '\u0130pek@example.com', 'ipek@example.com'],
		['the Kelvin sign', '\u212Aim@example.com', 'kim@example.com'],
		['dots that Gmail ignores', 'ada.lovelace@gmail.com', 'adalovelace@gmail.com'],
		['googlemail', 'ada@googlemail.com', 'ada@gmail.com'],
		['blanks around it', ` ${ADA} `, ADA],
		['an invisible character', 'a\u200Bda@example.com', ADA],
		['an international domain', 'ada@m\u00FCller.example', 'ada@xn--mller-kva.example'],
		['a decomposed domain', 'ada@mu\u0308ller.example', 'ada@M\u00DCLLER.example'],
		['an entry for a domain', '@googlemail.com', '@gmail.com'],
	])('is the same with %s', (_, address, other) => {
		expect(similarityKey(address)).toBe(similarityKey(other));
	});

	it.each([
		['two people', ADA, 'bob@example.com'],
		['two domains', ADA, 'ada@example.org'],
		['domains with and without a dash', ADA, 'ada@exam-ple.com'],
		['encoded domains', 'ada@m\u00FCller.example', 'ada@xn--nobody.example'],
		['an address without a letter and its domain', '-@example.com', '@example.com'],
		['two addresses without a letter', '-@example.com', '_@example.com'],
	])('is different for %s', (_, address, other) => {
		expect(similarityKey(address)).not.toBe(similarityKey(other));
	});

	it('is the same for addresses that differ in the case of ASCII letters only', () => {
		fc.assert(
			fc.property(fc.string({ unit: character }), (text) => {
				expect(similarityKey(toAsciiLowerCase(text))).toBe(similarityKey(text));
			}),
		);
	});
});
