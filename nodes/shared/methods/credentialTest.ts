import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { asObject, embeddedRecords, isObject } from '../json';
import { BASE_URL_REMEDY, parseBaseUrl } from '../resources/resources';
import { explain, explainWrongBaseUrl, type Explanation } from '../http/errorTexts';
import type { RequestFailure } from '../http/retryPolicy';
import { USER_AGENT } from '../http/request';

const TIMEOUT_MS = 20_000;

const INSTEAD_OF_SERVICE =
	'answered instead of the service. Check the Base URL: it must be the address of the API.';

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

/** Explanations for the window of the credential, where they differ from those of a node. */
const IN_THE_WINDOW: Record<number, Explanation> = {
	401: {
		cause: 'The service did not accept the API key',
		remedy: 'Check the key, and that the Base URL is the address of the service that gave it.',
	},
};

function explainInTheWindow(outcome: RequestFailure, baseUrl: string): Explanation {
	if (outcome.kind !== 'status') return explain(outcome);
	if (outcome.status === 404) return explainWrongBaseUrl(baseUrl);
	return IN_THE_WINDOW[outcome.status] ?? explain(outcome);
}

function failedWith(outcome: RequestFailure, baseUrl: string, detail: string) {
	const { cause, remedy } = explainInTheWindow(outcome, baseUrl);
	return failed(`${cause} (${detail}). ${remedy}`);
}

/** Returns the code of a connection error, which n8n throws as it is or as a cause. */
function codeOf(error: unknown): string {
	const cause = isObject(error) && isObject(error.cause) ? error.cause : error;
	return isObject(cause) && typeof cause.code === 'string' ? cause.code : 'ERR_NETWORK';
}

const isWebPage = (body: unknown) => typeof body === 'string' && body.trimStart().startsWith('<');

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
		headers: { 'User-Agent': USER_AGENT },
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
	if (statusCode === 200 && embeddedRecords(body, 'products')) {
		return { status: 'OK', message: 'Connection successful!' };
	}
	if (statusCode === 200) {
		return failed(`${isWebPage(body) ? 'A web page' : 'Something else'} ${INSTEAD_OF_SERVICE}`);
	}
	const outcome = { kind: 'status', status: statusCode, headers: asObject(headers), body } as const;
	return failedWith(outcome, baseUrl, `HTTP ${statusCode}`);
}

export async function testApiKey(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { apiKey, baseUrl } = data ?? {};
	if (typeof apiKey !== 'string' || apiKey.trim() === '') {
		return failed('The API Key is empty. Create one in the administration area of the service.');
	}
	const read = parseBaseUrl(baseUrl);
	if ('problem' in read) return failed(`The Base URL ${read.problem}. ${BASE_URL_REMEDY}`);
	try {
		return await probe(this, apiKey.trim(), read.baseUrl);
	} catch (error) {
		const code = codeOf(error);
		return failedWith({ kind: 'connection', code }, read.baseUrl, code);
	}
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** The values of a missing list of products, as in the response of another server. */
const NO_LIST = [undefined, null];

const onStatus = (value: number, message: string) => ({
	type: 'responseCode',
	properties: { value, message },
});

/** The rules for the test of the OAuth2 credential, which n8n sends itself: the message for each response. */
export const OAUTH2_TEST_RULES = [
	onStatus(
		401,
		'The service did not accept the access token. Check the Client ID, the Client Secret and the Scope.',
	),
	...REDIRECTS.map((status) =>
		onStatus(
			status,
			'The service answered with a redirect, which is not followed. Put the address that the service really has into the Base URL.',
		),
	),
	onStatus(403, 'The service does not allow this client to read products. Check the Scope.'),
	onStatus(
		404,
		'Nothing was found at this Base URL. Remove the path behind the host name, unless the address of the API has one.',
	),
	...NO_LIST.map((value) => ({
		type: 'responseSuccessBody',
		properties: {
			key: '_embedded.products',
			value,
			message: `Something else ${INSTEAD_OF_SERVICE}`,
		},
	})),
];
