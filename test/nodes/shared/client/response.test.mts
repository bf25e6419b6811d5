import { expect, it } from 'vitest';

import { requireIdInResponse, readBody } from '../../../../nodes/shared/client/response';

it.each([
	['', undefined],
	[undefined, undefined],
	[null, undefined],
	['{"id":5}', { id: 5 }],
	[' [1] ', [1]],
	['"OK"', 'OK'],
	['null', null],
	[{ id: 5 }, { id: 5 }],
])('readBody parses the body %j', (body, value) => {
	expect(readBody(body)).toEqual({ value });
});

it.each([
	['of a web page', '<!doctype html><h1>Welcome</h1>', 'a web page instead of data'],
	['of a web page after blanks', `${' '.repeat(100_000)}<html>`, 'a web page instead of data'],
	['of one word', 'OK', 'not JSON'],
	['of a blank', ' ', 'not JSON'],
	['of JSON that is cut off', '{"id":', 'not JSON'],
	['of nested lists', '['.repeat(500) + ']'.repeat(500), 'nested too deeply'],
	[
		'of nested lists after a number',
		`[1,${'['.repeat(500)}${']'.repeat(500)}]`,
		'nested too deeply',
	],
	['of nested objects that is cut off', '{"a":'.repeat(100_000), 'not JSON'],
])('readBody says why a body %s cannot be used', (_, body, problem) => {
	const read = readBody(body);
	expect('problem' in read && read.problem.message).toContain(problem);
	expect('problem' in read && read.problem.remedy).toContain('Base URL');
});

it('readBody refuses a body of more than a hundred megabytes, and says what to do', () => {
	const most = 100 * 1024 * 1024;
	expect(readBody(`"${' '.repeat(most - 2)}"`)).toHaveProperty('value');
	const read = readBody(`"${' '.repeat(most - 1)}"`);
	expect('problem' in read && read.problem.message).toContain('more data than one request');
	expect('problem' in read && read.problem.remedy).toContain('Page Size');
});

it('an id from a response is used in a path only when it is valid', () => {
	expect(requireIdInResponse(5, 'customer')).toBe('5');
	expect(requireIdInResponse('5', 'customer')).toBe('5');
	for (const id of ['5/products', '../5', '', 1.5, -1, 2 ** 53, null, undefined, {}, [5]]) {
		expect(() => requireIdInResponse(id, 'customer')).toThrow('an ID that is none');
	}
});
