import { describe, expect, it } from 'vitest';

import {
	parseBaseUrl,
	pathOfBaseUrl,
	requireBaseUrl,
} from '../../../../nodes/shared/values/baseUrl';

describe('a Base URL', () => {
	it.each([
		['https://svc.test', 'https://svc.test', ''],
		[' https://svc.test/ ', 'https://svc.test', ''],
		['https://SVC.test/api', 'https://svc.test/api', '/api'],
		['https://svc.test/api/v1///', 'https://svc.test/api/v1', '/api/v1'],
		['https://svc.test:8443', 'https://svc.test:8443', ''],
		['http://localhost:4010', 'http://localhost:4010', ''],
		['http://127.0.0.1/api', 'http://127.0.0.1/api', '/api'],
		['http://[::1]:4010', 'http://[::1]:4010', ''],
	])('%j is read as %j', (value, baseUrl, path) => {
		expect(requireBaseUrl(value)).toBe(baseUrl);
		expect(pathOfBaseUrl(value)).toBe(path);
	});

	it.each([
		[undefined, 'is empty'],
		['  ', 'is empty'],
		[7, 'is empty'],
		['svc.test', 'is not a URL'],
		['https://', 'is not a URL'],
		['ftp://svc.test', 'does not begin with https://'],
		['http://svc.test', 'unprotected'],
		['http://localhost.evil.test', 'unprotected'],
		['https://user@svc.test', 'user name or password'],
		['https://user:word@svc.test', 'user name or password'],
		['https://:word@svc.test', 'user name or password'],
		['https://svc.test?x=1', '"?"'],
		['https://svc.test#x', '"#"'],
	])('%j is refused because it %s', (value, problem) => {
		expect(() => requireBaseUrl(value)).toThrow(problem);
		expect(parseBaseUrl(value)).toEqual({ problem: expect.stringContaining(problem) });
		expect(pathOfBaseUrl(value)).toBe('');
	});
});
