import { describe, expect, it } from 'vitest';

import { parseEmailAddress, requireEmail } from '../../../../nodes/shared/parameters/email';
import { shown } from '../../kit.mts';

const ADA = 'ada@example.com';

/** What is seen nowhere and comes along with what is copied: blanks, joiners, marks of direction, fillers. */
const UNSEEN = [
	...' \u0000\u00A0\u00AD\u034F\u3164\u200B\u200D\u200E\u202E\u2066\uFEFF\uFE0F\u2800\u3000',
	'\r\n',
];

describe('an e-mail address', () => {
	it.each(UNSEEN)('has %j stripped around it', (sign) => {
		expect(requireEmail(`${sign}${sign}${ADA}${sign}`, 'Email')).toBe(ADA);
	});

	it.each(UNSEEN)('is refused with %j inside', (sign) => {
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
			"ada@example.com'",
			'(ada)ada@example.com',
			'ada@example.com, bob@example.com',
			'ada@bob@example.com',
			'ada@example..com',
			'.ada@example.com',
			'a..da@example.com',
			'ada.@example.com',
			'ada@.example.com',
			'ada@-example.com',
			'ada@example-.com',
			'ada@mail.-example.com',
			'ada@example.com-',
			'@example.com',
			'ada@',
			'ada',
			`${'a'.repeat(320)}@example.com`,
			'a'.repeat(100_000),
		].map((value) => [shown(value), value] as const),
	)('is not %s', (_, value) => {
		expect(parseEmailAddress(value)).toBeUndefined();
		expect(() => requireEmail(value, 'Email')).toThrow(
			/^The parameter "Email" is not an e-mail address: "/,
		);
	});

	it.each([
		"o'brien+news@mail.example.co.uk",
		'Ada.Lovelace@Example.COM',
		'ada_1%x@localhost',
		'-ada-@my--own.xn--bcher-kva.example',
		'jürgen@bücher.example',
		'πάπια@παράδειγμα.example',
	])('is %s, as it stands', (value) => {
		expect(requireEmail(value, 'Email')).toBe(value);
	});

	it.each([undefined, null, '', '  ', '\u200B'])(
		'that is nothing (%o) is called empty',
		(value) => {
			expect(() => requireEmail(value, 'Email')).toThrow('The parameter "Email" is empty');
		},
	);

	it.each([[5], [['ada@example.com']]])('is not %j', (value) => {
		expect(() => requireEmail(value, 'Email')).toThrow('is not an e-mail address');
	});

	it('is quoted where it is refused, with what cannot be seen', () => {
		expect(() => requireEmail('a\u200Bda@example.com', 'Email')).toThrow(
			'"a<U+200B>da@example.com"',
		);
	});
});
