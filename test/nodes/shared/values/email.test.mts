import { describe, expect, it } from 'vitest';

import {
	isSameEmail,
	parseEmailAddress,
	requireEmail,
} from '../../../../nodes/shared/values/email';
import { shown } from '../../kit.mts';

const ADA = 'ada@example.com';

/** Invisible characters that copied text may contain: blanks, joiners, direction marks, fillers. */
const INVISIBLE = [
	...' \u0000\u00A0\u00AD\u034F\u3164\u200B\u200D\u200E\u202E\u2066\uFEFF\uFE0F\u2800\u3000',
	'\r\n',
];

describe('an email address', () => {
	it.each(INVISIBLE)('is trimmed of %j', (sign) => {
		expect(requireEmail(`${sign}${sign}${ADA}${sign}`, 'Email')).toBe(ADA);
	});

	it.each([`'${ADA}`, `"${ADA}"`, `'${ADA}'`, `“${ADA}”`, ` ’${ADA}`, `« ${ADA} »`])(
		'is trimmed of quotation marks: %s',
		(value) => {
			expect(requireEmail(value, 'Email')).toBe(ADA);
		},
	);

	it.each(['ada..b@docomo.example', 'ada.@docomo.example', '.ada@docomo.example'])(
		'may have dots as at real providers: %s',
		(value) => {
			expect(requireEmail(value, 'Email')).toBe(value);
		},
	);

	it('may have 320 characters', () => {
		const longest = `${'a'.repeat(320 - '@example.com'.length)}@example.com`;
		expect(parseEmailAddress(longest)).toBe(longest);
		expect(parseEmailAddress(`a${longest}`)).toBeUndefined();
	});

	it('from a file that was read with the wrong encoding is refused', () => {
		expect(parseEmailAddress('jos\uFFFD@example.com')).toBeUndefined();
		expect(() => requireEmail('jos\uFFFD@example.com', 'Email')).toThrow(
			expect.objectContaining({
				message:
					'The parameter "Email" has the character \uFFFD (U+FFFD): "jos\uFFFD@\u200Bexample.\u200Bcom"',
				description: expect.stringContaining('UTF-8 or as Windows-1252') as string,
			}),
		);
	});

	it.each(INVISIBLE)('is refused with %j inside', (sign) => {
		expect(parseEmailAddress(`ad${sign}a@example.com`)).toBeUndefined();
		expect(parseEmailAddress(`ada@exam${sign}ple.com`)).toBeUndefined();
		expect(parseEmailAddress(`ada@${sign}example.com`)).toBeUndefined();
	});

	it.each(
		[
			'mailto:ada@example.com',
			'<ada@example.com>',
			'Ada <ada@example.com>',
			'ada@example.com;',
			'ada@example.com,',
			'ada@example.com.',
			'ada@example.com>',
			'"ada"@example.com',
			'(ada)ada@example.com',
			'ada@example.com, bob@example.com',
			'ada@bob@example.com',
			'ada@example..com',
			'ada@.example.com',
			'ada@-example.com',
			'ada@example-.com',
			'ada@mail.-example.com',
			'ada@example.com-',
			'@example.com',
			'ada@',
			'ada',
			'ada@localhost',
			`${'a'.repeat(320)}@example.com`,
			'a'.repeat(100_000),
		].map((value) => [shown(value), value] as const),
	)('is refused: %s', (_, value) => {
		expect(parseEmailAddress(value)).toBeUndefined();
		expect(() => requireEmail(value, 'Email')).toThrow(
			expect.objectContaining({
				message: expect.stringMatching(/^The parameter "Email" is not an email address: "/),
				description:
					'Enter the email address alone, such as ada@example.com. If "Email" is an expression, check the value in the row.',
			}),
		);
	});

	it.each([
		"o'brien+news@mail.example.co.uk",
		'Ada.Lovelace@Example.COM',
		'-ada-@my--own.xn--bcher-kva.example',
		'jürgen@bücher.example',
		'πάπια@παράδειγμα.example',
	])('is accepted unchanged: %s', (value) => {
		expect(requireEmail(value, 'Email')).toBe(value);
	});

	it('is composed, and loses half a character', () => {
		expect(requireEmail('jose\u0301@mu\u0308ller.example', 'Email')).toBe(
			'jos\u00E9@m\u00FCller.example',
		);
		expect(requireEmail('a\uD83Dda@example.com', 'Email')).toBe(ADA);
	});

	it('in Korean is composed, in its local part and its domain', () => {
		const decomposed = '\u1112\u1161\u11ab@\u1100\u1173\u11af.example';
		expect(requireEmail(decomposed, 'Email')).toBe('\ud55c@\uae00.example');
		expect(isSameEmail(decomposed, '\ud55c@\uae00.example')).toBe(true);
	});

	it.each([undefined, null, '', '  ', '\u200B'])('is called empty: %o', (value) => {
		expect(() => requireEmail(value, 'Email')).toThrow('The parameter "Email" is empty');
	});

	it.each([[5], [['ada@example.com']]])('is refused: %j', (value) => {
		expect(() => requireEmail(value, 'Email')).toThrow('is not an email address');
	});

	it('is quoted with its invisible characters when it is refused', () => {
		expect(() => requireEmail('a\u200Bda@example.com', 'Email')).toThrow(
			'"a<U+200B>da@example.com"',
		);
	});
});

describe('two addresses', () => {
	it.each([
		['Ada@Example.com', ADA, true],
		[ADA, 'bob@example.com', false],
		[' ada@example.com', ADA, false],
		['jose\u0301@a.example', 'jos\u00E9@a.example', true],
		['\u212Aim@example.com', 'kim@example.com', false],
		[null, ADA, false],
		[5, '5', false],
	])('%j and %j are the same: %s', (address, other, isSame) => {
		expect(isSameEmail(address, other)).toBe(isSame);
	});
});
