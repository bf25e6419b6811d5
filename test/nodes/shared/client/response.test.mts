import { describe, expect, it } from 'vitest';

import {
	isOwnError,
	readBody,
	requireIdInResponse,
	serviceMessage,
} from '../../../../nodes/shared/client/response';

describe('readBody', () => {
	it.each([
		['', undefined],
		[undefined, undefined],
		[null, undefined],
		['{"id":5}', { id: 5 }],
		[' [1] ', [1]],
		['"OK"', 'OK'],
		['null', null],
		[{ id: 5 }, { id: 5 }],
	])('parses the body %j', (body, value) => {
		expect(readBody(body)).toEqual(value);
	});

	it.each(['<!doctype html><h1>Welcome</h1>', ' \n<html>'])('refuses the web page %j', (body) => {
		expect(() => readBody(body)).toThrow(
			expect.objectContaining({
				message: "The response is a web page instead of the service's answer",
				description: expect.stringMatching(/Base URL.*URL of the API.*bot check/),
			}),
		);
	});

	it.each([
		['of one word', 'OK', 'something that is not JSON'],
		['of a blank', ' ', 'something that is not JSON'],
		['of JSON that is cut off', '{"id":', 'something that is not JSON'],
	])('says why a body %s cannot be used', (_, body, problem) => {
		expect(() => readBody(body)).toThrow(
			expect.objectContaining({
				message: `The service returned ${problem}`,
				description:
					'Check the Base URL of the credential. It must be the URL of the API, not of a website or an administration page.',
			}),
		);
	});
});

it.each([
	[{ message: 'Words.' }, 'Words.', true],
	[{ error: 'invalid_grant', error_description: 'Expired.' }, 'invalid_grant: Expired.', true],
	[{ error: 'no route matched' }, 'no route matched', false],
	[{ error_description: 'Expired.' }, 'Expired.', false],
	[{ error: 'invalid', error_description: ' ' }, 'invalid', false],
	[{ message: ' ' }, undefined, false],
	[{ message: { deep: 1 } }, undefined, false],
	[{}, undefined, false],
	['<html>', undefined, false],
	[undefined, undefined, false],
	[[{ message: 'Words.' }], undefined, false],
])(
	'the message in the body %j is %j, and the body an error of the service: %s',
	(body, words, isOwn) => {
		expect(serviceMessage(body)).toBe(words);
		expect(isOwnError(body)).toBe(isOwn);
	},
);

it('an ID of a response is used in a path only when it is valid', () => {
	expect(requireIdInResponse(5, 'customer')).toBe('5');
	expect(requireIdInResponse('5', 'customer')).toBe('5');
	for (const id of ['5/products', '../5', '', 1.5, -1, 2 ** 53, null, undefined, {}, [5]]) {
		expect(() => requireIdInResponse(id, 'liveEvent')).toThrow(
			'The service returned the live event without a valid ID',
		);
	}
});
