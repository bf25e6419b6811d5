import type { NodeApiError } from 'n8n-workflow';

import { serviceMessage } from '../shared/http/errorTexts';

/**
 * A refusal of which more is known than the service said.
 *
 * @param remedy what to do about it; the status and the service's own words follow it
 */
export function withHeadline(
	refusal: NodeApiError,
	headline: string,
	remedy: string,
): NodeApiError {
	const words = serviceMessage(refusal.errorResponse);
	refusal.message = headline;
	refusal.description = [
		remedy,
		`(HTTP ${String(refusal.httpCode)})`,
		words && `The service says: "${words}"`,
	]
		.filter(Boolean)
		.join(' ');
	return refusal;
}
