import type { INodeProperties } from 'n8n-workflow';

import { clientIpHeader, onBehalfOfHeader } from '../customer/headers';
import { locator } from './locators';

/** The options of every operation for requests made for a customer (docs/service.md, API key). */
export function onBehalfOfFields(): INodeProperties[] {
	return [
		{
			displayName: 'Request: Client IP',
			name: 'clientIp',
			type: 'string',
			default: '',
			placeholder: 'e.g. 203.0.113.7',
			description: 'The IP address of the viewer, for geo-blocking and analytics',
			routing: { send: { preSend: [clientIpHeader] } },
		},
		locator('customer', {
			displayName: 'Request: On Behalf Of Customer',
			name: 'onBehalfOfCustomer',
			description: 'The customer that the request is for; affects the answer and the analytics',
			routing: { send: { preSend: [onBehalfOfHeader] } },
		}),
	];
}
