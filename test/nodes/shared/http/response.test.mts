import { expect, it } from 'vitest';

import { requireIdInResponse, readBody } from '../../../../nodes/shared/http/response';

it.each([
	['', undefined],
	[undefined, undefined],
	[null, undefined],
	['{"id":5}', { id: 5 }],
	[' [1] ', [1]],
	['"OK"', 'OK'],
	['null', null],
	[{ id: 5 }, { id: 5 }],
])('the body %j is read', (body, value) => {
	expect(readBody(body)).toEqual({ value });
});

it.each([
	['<!doctype html><h1>Welcome</h1>', 'a web page instead of data'],
	[`${' '.repeat(100_000)}<html>`, 'a web page instead of data'],
	['OK', 'not JSON'],
	[' ', 'not JSON'],
	['{"id":', 'not JSON'],
	['['.repeat(500) + ']'.repeat(500), 'nested too deeply'],
	[`[1,${'['.repeat(500)}${']'.repeat(500)}]`, 'nested too deeply'],
	['{"a":'.repeat(100_000), 'not JSON'],
])('the body %.20j cannot be used', (body, problem) => {
	const read = readBody(body);
	expect('problem' in read && read.problem.message).toContain(problem);
	expect('problem' in read && read.problem.remedy).toContain('Base URL');
});

it('a body of more than a hundred megabytes cannot be used, and says what to do', () => {
	const most = 100 * 1024 * 1024;
	expect(readBody(`"${' '.repeat(most - 2)}"`)).toHaveProperty('value');
	const read = readBody(`"${' '.repeat(most - 1)}"`);
	expect('problem' in read && read.problem.message).toContain('more data than one request');
	expect('problem' in read && read.problem.remedy).toContain('Page Size');
});

it('an id that the service told enters a path only when it is one', () => {
	expect(requireIdInResponse(5, 'customer')).toBe('5');
	expect(requireIdInResponse('5', 'customer')).toBe('5');
	for (const id of [
		'5/products',
		'../5',
		'5?x=1',
		'',
		1.5,
		-1,
		2 ** 53,
		null,
		undefined,
		{},
		[5],
	]) {
		expect(() => requireIdInResponse(id, 'customer')).toThrow('an ID that is none');
	}
});
