import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { asObject, embeddedRecords, isObject } from '../data/json';
import { trim } from '../values/text';
import { BASE_URL_REMEDY, parseBaseUrl } from '../values/baseUrl';
import { explain } from '../client/errorTexts';
import type { RequestFailure } from '../client/retry';
import { failureOfStatus, findBlock, isSuccess, USER_AGENT } from '../client/transport';
import { type Explanation, isWebPage } from '../client/response';

const TIMEOUT_MS = 20_000;

const INSTEAD_OF_SERVICE =
	'responded instead of the service. Check the Base URL: it must be the URL of the API.';

function toFailure(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

const wrongCredential = (usesOAuth2: boolean): Explanation => ({
	cause: `The service did not accept the ${usesOAuth2 ? 'access token' : 'API key'}`,
	remedy: usesOAuth2
		? 'Check the Client ID, the Client Secret and the Scope.'
		: 'Check the key, and check that the Base URL is the URL of the service that created it.',
});

/** Explains a failure for the editor of the credential, where a 401 has another remedy than in a node. */
function explainTest(failure: RequestFailure, usesOAuth2: boolean, baseUrl?: string) {
	return explain(failure, {
		request: { method: 'GET', path: '/products' },
		options: { explanations: { 401: wrongCredential(usesOAuth2) } },
		baseUrl,
		usesOAuth2,
		attempts: 1,
		isOperation: false,
	});
}

function explainFailure(failure: RequestFailure, baseUrl: string, detail: string) {
	const { cause, remedy } = explainTest(failure, false, baseUrl);
	return toFailure(`${cause} (${detail}). ${remedy}`);
}

/** Returns the code of a connection error, or of the cause that n8n wraps. */
function connectionCode(error: unknown): string {
	const { cause } = asObject(error);
	const { code } = asObject(isObject(cause) ? cause : error);
	return typeof code === 'string' ? code : 'ERR_NETWORK';
}

async function probe(
	{ helpers }: ICredentialTestFunctions,
	apiKey: string,
	baseUrl: string,
): Promise<INodeCredentialTestResult> {
	// The only request function that n8n gives to a credential test.
	const response: unknown = await helpers.request({
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
	const { statusCode, headers, body } = asObject(response);
	const status = Number(statusCode);
	if (!isSuccess(status)) {
		return explainFailure(failureOfStatus({ status, headers, body }), baseUrl, `HTTP ${status}`);
	}
	if (embeddedRecords(body, 'products')) {
		return { status: 'OK', message: 'Connection successful!' };
	}
	return toFailure(`${isWebPage(body) ? 'A web page' : 'Something else'} ${INSTEAD_OF_SERVICE}`);
}

export async function testApiKey(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { apiKey, baseUrl } = data ?? {};
	if (typeof apiKey !== 'string' || trim(apiKey) === '') {
		return toFailure('The API Key is empty. Create one in the administration area of the service.');
	}
	const read = parseBaseUrl(baseUrl);
	if ('problem' in read) return toFailure(`The Base URL ${read.problem}. ${BASE_URL_REMEDY}`);
	try {
		return await probe(this, trim(apiKey), read.baseUrl);
	} catch (error) {
		const block = findBlock(error);
		if (block) return toFailure(`${block.message}. ${block.description ?? ''}`.trim());
		const code = connectionCode(error);
		return explainFailure({ kind: 'connection', code }, read.baseUrl, code);
	}
}

/** Statuses whose message n8n can show of a test that it sends itself. */
const EXPLAINED_STATUSES = [301, 302, 303, 307, 308, 401, 403, 404];

/** Statuses that a bot check has as well. n8n does not show its page to a test. */
const PAGE_STATUSES = [401, 403];

const OR_PAGE =
	"If a bot check or a firewall returned a web page instead of the service's answer, another key does not help: ask the service to let n8n pass.";

/** The values that n8n finds in place of the list in the response of another server. */
const NO_LIST = [undefined, null];

/** The message for each response to the test of the OAuth2 credential, which n8n sends itself. */
export const OAUTH2_TEST_RULES = [
	...EXPLAINED_STATUSES.map((status) => {
		const failure = failureOfStatus({ status, headers: {}, body: { message: '' } });
		const { cause, remedy } = explainTest(failure, true);
		const message = [
			`${cause}.`,
			remedy,
			...(PAGE_STATUSES.includes(status) ? [OR_PAGE] : []),
		].join(' ');
		return { type: 'responseCode', properties: { value: status, message } };
	}),
	...NO_LIST.map((value) => ({
		type: 'responseSuccessBody',
		properties: {
			key: '_embedded.products',
			value,
			message: `Something else ${INSTEAD_OF_SERVICE}`,
		},
	})),
];
