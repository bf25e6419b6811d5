import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { CancelledError, unlessCancelled } from '../concurrency/clock';
import { isObject } from '../json';
import { credentialType, type ServiceContext, usesOAuth2 } from './credential';
import { sendWithOAuth2 } from './oauth2';
import { cancelSignal, type ServiceRequest } from './request';
import { type Answer, parseBody } from './response';
import type { Outcome } from './retryPolicy';

/** The error and what caused it, outermost first. */
function chain(error: unknown): IDataObject[] {
	const links: IDataObject[] = [];
	for (let link = error; isObject(link) && links.length < 10; link = link.cause) links.push(link);
	return links;
}

/** The code of n8n's error when the service refused the client of an OAuth2 token request. */
const CLIENT_REFUSED = 'EAUTH';

/** An error is an error whatever its body is. */
function readableBody(body: unknown): unknown {
	try {
		return parseBody(body);
	} catch {
		return undefined;
	}
}

function outcomeOfStatus(status: number, headers: unknown, body: unknown): Outcome {
	return {
		kind: 'status',
		status,
		headers: isObject(headers) ? headers : {},
		body: readableBody(body),
	};
}

/** n8n throws some answers (an OAuth2 token refused, a 401 after its renewal): read them back. */
function outcomeOfError(error: unknown): Outcome {
	const links = chain(error);
	for (const { response, status, body, code } of links) {
		if (isObject(response) && typeof response.status === 'number') {
			return outcomeOfStatus(response.status, response.headers, response.data);
		}
		if (typeof status === 'number' && body !== undefined) return outcomeOfStatus(status, {}, body);
		if (code === CLIENT_REFUSED) return outcomeOfStatus(401, {}, body);
	}
	const code = links.map((link) => link.code).find((value) => typeof value === 'string');
	return { kind: 'connection', code: typeof code === 'string' ? code : 'ERR_NETWORK' };
}

/** Leaves the judgement of a status to us; an OAuth2 token that expired is n8n's to renew. */
function rawOptions(options: IHttpRequestOptions, isRenewable: boolean): IHttpRequestOptions {
	return {
		...options,
		// Of its own for each request: n8n writes the bearer token of OAuth2 into what it is given.
		headers: { ...options.headers },
		json: true,
		encoding: 'text',
		returnFullResponse: true,
		// Credentials go to the origin of the base address and nowhere else.
		disableFollowRedirect: true,
		// Older versions of n8n know no exceptions: with OAuth2, n8n throws every refusal and we read it back.
		ignoreHttpStatusErrors: !isRenewable,
	};
}

async function sendOnce(
	context: ServiceContext,
	{ options, authenticatesItself, customerToken }: ServiceRequest,
): Promise<unknown> {
	if (authenticatesItself || customerToken !== undefined) {
		const raw = rawOptions(options, false);
		const token = customerToken !== undefined && { Authorization: `Bearer ${customerToken}` };
		return await context.helpers.httpRequest({
			...raw,
			headers: { ...raw.headers, ...token },
			abortSignal: cancelSignal(context),
		});
	}
	const isOAuth2 = usesOAuth2(context);
	const sendWithCredential = async () =>
		await context.helpers.httpRequestWithAuthentication.call(
			context,
			credentialType(context),
			rawOptions(options, isOAuth2),
		);
	return isOAuth2 ? await sendWithOAuth2(context, sendWithCredential) : await sendWithCredential();
}

/**
 * Sends a request once.
 *
 * @returns the answer, or why there is none
 * @throws CancelledError; UnusableAnswerError when it was done but told in a way that nobody can read
 */
export async function attempt(
	context: ServiceContext,
	request: ServiceRequest,
): Promise<{ response: Answer } | { outcome: Outcome }> {
	const signal = cancelSignal(context);
	const settled = await unlessCancelled(sendOnce(context, request), signal).then(
		(answer) => ({ answer }),
		(error: unknown) => ({ error }),
	);
	if (signal?.aborted) throw new CancelledError();
	if ('error' in settled) return { outcome: outcomeOfError(settled.error) };
	const { answer } = settled;
	if (!isObject(answer) || typeof answer.statusCode !== 'number') {
		return { outcome: { kind: 'connection', code: 'ERR_NETWORK' } };
	}
	const { statusCode, headers, body } = answer;
	if (statusCode < 200 || statusCode > 299) {
		return { outcome: outcomeOfStatus(statusCode, headers, body) };
	}
	return {
		response: {
			status: statusCode,
			headers: isObject(headers) ? headers : {},
			body: parseBody(body),
		},
	};
}
