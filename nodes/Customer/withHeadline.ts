import type { NodeApiError } from 'n8n-workflow';

import { serviceMessage } from '../shared/http/errorTexts';
import { described } from '../shared/http/errors';

/** A refusal of which more is known than the service said, whose own words follow the remedy. */
export function withHeadline(
	refusal: NodeApiError,
	headline: string,
	remedy: string,
): NodeApiError {
	const code = `(HTTP ${String(refusal.httpCode)})`;
	refusal.message = headline;
	refusal.description = described([remedy, code], serviceMessage(refusal.errorResponse));
	return refusal;
}
