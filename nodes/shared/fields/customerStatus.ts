import type { INodePropertyOptions } from 'n8n-workflow';

/**
 * The statuses of a subscription (docs/service.md, States), in a new array each time, since n8n changes those that it is
 * given. `enabled` is what the option is called that people come back to, where it is not simply that.
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
