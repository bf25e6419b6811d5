import {
	NodeApiError,
	UserError,
	type ICredentialDataDecryptedObject,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import { CancelledError, clock } from '../concurrency/clock';
import { isObject } from '../json';
import { credentialData, type ServiceContext } from './credential';
import { explain, type Explanation, serviceMessage } from './errorTexts';
import { redactor } from './redact';
import type { ServiceRequest } from './request';
import { UnusableAnswerError } from './response';
import { mayHaveHappened, type Outcome, retryAfter } from './retryPolicy';

/** Characters of the service's own words that an error shows. */
const LONGEST_WORDS = 500;

function itemIndex(context: ServiceContext): number | undefined {
	return 'getItemIndex' in context ? context.getItemIndex() : undefined;
}

/** What is shown of a node in an error: not its parameters, which may hold secrets. */
function withoutParameters(node: INode): INode {
	return { ...node, parameters: {} };
}

async function secretsOf(
	context: ServiceContext,
): Promise<ICredentialDataDecryptedObject | undefined> {
	try {
		return await credentialData(context);
	} catch {
		// Without the credential nothing of it was sent that could come back.
		return undefined;
	}
}

async function redactorFor(context: ServiceContext, { options, customerToken }: ServiceRequest) {
	return redactor(
		await secretsOf(context),
		isObject(options.body) ? options.body : undefined,
		options.qs,
		options.headers,
		{ token: customerToken },
	);
}

/** Tells n8n why, so that its own back-off and its error workflows can act on it. */
function failureOf(outcome: Outcome) {
	if (outcome.kind === 'connection') return { cause: 'temporarily-unavailable' as const };
	const { status, headers } = outcome;
	if (status === 429) {
		return { cause: 'rate-limited' as const, retryAfterMs: retryAfter(headers, clock.now()) };
	}
	if (status === 401) return { cause: 'credential-invalid' as const };
	return status >= 500 ? { cause: 'temporarily-unavailable' as const } : undefined;
}

function explanationOf(
	{ customerToken, explanations }: ServiceRequest,
	outcome: Outcome,
): Explanation {
	const own = outcome.kind === 'status' ? explanations?.[outcome.status] : undefined;
	return own ?? explain(outcome, customerToken !== undefined);
}

/**
 * Why a request failed, as n8n's own error: cause, remedy and the service's words, in that order, free of
 * secrets.
 */
export async function apiError(
	context: ServiceContext,
	request: ServiceRequest,
	outcome: Outcome,
): Promise<NodeApiError> {
	const redact = await redactorFor(context, request);
	const { cause, remedy } = explanationOf(request, outcome);
	const message = outcome.kind === 'status' ? serviceMessage(outcome.body) : undefined;
	const words = message && redact(message).slice(0, LONGEST_WORDS);
	const lost = request.ifLost && mayHaveHappened(outcome) ? request.ifLost : undefined;
	const isAnswer = outcome.kind === 'status';
	// n8n replaces a message that holds the code of a connection error by its own.
	const code = isAnswer ? undefined : `(${outcome.code})`;
	const description = [lost, remedy, code, words && `The service says: "${words}"`]
		.filter(Boolean)
		.join(' ');
	const answer: JsonObject = words ? { message: words } : {};
	return new NodeApiError(withoutParameters(context.getNode()), answer, {
		message: isAnswer ? `${cause} (HTTP ${outcome.status})` : cause,
		description,
		httpCode: isAnswer ? String(outcome.status) : 'none',
		itemIndex: itemIndex(context),
		failure: failureOf(outcome),
	});
}

export function plainError(
	context: ServiceContext,
	message: string,
	description: string,
): NodeApiError {
	return new NodeApiError(
		withoutParameters(context.getNode()),
		{},
		{
			message,
			description,
			httpCode: 'none',
			itemIndex: itemIndex(context),
		},
	);
}

/** n8n's own error, the item named, in the place of a cancellation, an unusable answer or a refused value. */
export function nodeErrorFor(context: ServiceContext, error: unknown): unknown {
	if (error instanceof CancelledError) {
		return plainError(context, error.message, 'Nothing more is sent.');
	}
	if (error instanceof UnusableAnswerError) {
		return plainError(context, error.message, error.remedy);
	}
	if (error instanceof UserError) {
		return plainError(context, error.message, error.description ?? '');
	}
	return error;
}

/**
 * Does the work, and tells of its failure as n8n's own error.
 *
 * @throws what {@link nodeErrorFor} makes of a failure
 */
export async function asNodeError<T>(
	context: ServiceContext,
	work: () => T | Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw nodeErrorFor(context, error);
	}
}

/**
 * What a request gives, or its error when the service refused it with one of these statuses.
 *
 * @param statuses as texts: `404`
 * @throws every other failure of the request
 */
export async function orRefusal<T>(
	request: Promise<T>,
	statuses: string[],
): Promise<T | NodeApiError> {
	return await request.catch((error: unknown) => {
		if (error instanceof NodeApiError && statuses.includes(String(error.httpCode))) return error;
		throw error;
	});
}
