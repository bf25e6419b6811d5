import type { INodeProperties } from 'n8n-workflow';

import { clientIpHeader, customerHref, onBehalfOfHeader } from '../request/customerHeaders';
import { clientFor } from '../client/client';
import { preSend, type RequestPart } from '../request/preSend';
import { asObject } from '../data/json';
import { locator } from './locators';
import { sentIn } from './fields';

/**
 * Returns a locator of a customer that is sent as an href. Only for the top level of a panel: the step reads the
 * parameter by its name, because a customer chosen by email address has to be looked up.
 */
export function customerAsHref(
	place: RequestPart,
	overrides: Partial<INodeProperties> = {},
): INodeProperties {
	const field = locator('customer', overrides);
	const { name, displayName } = field;
	const withHref = preSend(async (context, options) => {
		const value = context.getNodeParameter(name);
		const href = await customerHref(clientFor(context, options).client, value, displayName);
		options[place] = { ...asObject(options[place]), [name]: href };
	});
	return sentIn(place, field, name, withHref);
}

/** Returns the options of every operation for requests on behalf of a customer (docs/developers/service.md, API key). */
export function onBehalfOfFields(): INodeProperties[] {
	return [
		{
			displayName: 'Request: Client IP',
			name: 'clientIp',
			type: 'string',
			default: '',
			placeholder: 'e.g. 203.0.113.7',
			description:
				'The IP address of the viewer, for geo-blocking and analytics. Only needed if you send the request for a viewer.',
			routing: { send: { preSend: [clientIpHeader] } },
		},
		locator('customer', {
			displayName: 'Request: On Behalf Of Customer',
			name: 'onBehalfOfCustomer',
			description:
				'The customer to send the request for. Affects what the service returns and its analytics.',
			routing: { send: { preSend: [onBehalfOfHeader] } },
		}),
	];
}
