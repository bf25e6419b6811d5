import {
	UserError,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type INodeCredentialTestResult,
} from 'n8n-workflow';

import { isObject } from '../json';
import { parseBaseUrl } from './baseUrl';
import { explain } from './errorTexts';

const TIMEOUT_MS = 20_000;

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

function failedWith(outcome: Parameters<typeof explain>[0], detail: string) {
	const { cause, remedy } = explain(outcome);
	return failed(`${cause} (${detail}). ${remedy}`);
}

/** n8n tells of a connection that failed in one of these places. */
function codeOf(error: unknown): string {
	const cause = isObject(error) && isObject(error.cause) ? error.cause : error;
	return isObject(cause) && typeof cause.code === 'string' ? cause.code : 'ERR_NETWORK';
}

async function probe(
	{ helpers }: ICredentialTestFunctions,
	apiKey: string,
	baseUrl: string,
): Promise<INodeCredentialTestResult> {
	// The only request function that n8n gives to a credential test.
	const answer: unknown = await helpers.request({
		method: 'GET',
		uri: `${baseUrl}/products`,
		qs: { per_page: 1 },
		auth: { user: apiKey, pass: '' },
		json: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		timeout: TIMEOUT_MS,
	});
	if (!isObject(answer) || typeof answer.statusCode !== 'number') {
		return failed('The service gave no answer that could be read.');
	}
	const { statusCode, headers, body } = answer;
	if (statusCode === 200 && isObject(body)) {
		return { status: 'OK', message: 'Connection successful!' };
	}
	if (statusCode === 200) {
		return failed(
			'A web page answered instead of the service. Check the Base URL: it must be the address of the API.',
		);
	}
	return failedWith(
		{ kind: 'status', status: statusCode, headers: isObject(headers) ? headers : {}, body },
		`HTTP ${statusCode}`,
	);
}

/**
 * Tests an API key by reading the list of products.
 *
 * @returns what is wrong and what to do about it, when something is
 */
export async function testApiKey(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { apiKey, baseUrl } = data ?? {};
	if (typeof apiKey !== 'string' || apiKey === '') {
		return failed('The API Key is empty. Create one in the administration area of the service.');
	}
	try {
		return await probe(this, apiKey, parseBaseUrl(baseUrl));
	} catch (error) {
		if (error instanceof UserError) return failed(`${error.message}. ${error.description ?? ''}`);
		const code = codeOf(error);
		return failedWith({ kind: 'connection', code }, code);
	}
}
