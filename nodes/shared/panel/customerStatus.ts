import type { INodePropertyOptions } from 'n8n-workflow';

/**
 * Returns the statuses of a subscription (docs/developers/service.md, States), as a new array each time: n8n changes arrays of
 * properties.
 *
 * @param enabled another name or description of the option Enabled
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
