import type { INodePropertyOptions } from 'n8n-workflow';

/**
 * What the status of a customer's subscription can be (docs/service.md, States).
 *
 * @param enabled what the option is called that people come back to, where it is not simply that
 * @returns a new array each time, since n8n changes those that it is given
 */
export function customerStatusOptions(
	enabled: Partial<INodePropertyOptions> = {},
): INodePropertyOptions[] {
	return [
		{ name: 'Cancelled', value: 'cancelled' },
		{ name: 'Disabled', value: 'disabled' },
		{ name: 'Enabled', value: 'enabled', ...enabled },
		{ name: 'Expired', value: 'expired' },
		{ name: 'Paused', value: 'paused' },
		{ name: 'Refunded', value: 'refunded' },
	];
}
