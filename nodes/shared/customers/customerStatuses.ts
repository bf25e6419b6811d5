/** The statuses of a subscription, the strongest first: a customer who is in several lists has the first of them. */
export const CUSTOMER_STATUSES = [
	'enabled',
	'paused',
	'cancelled',
	'expired',
	'refunded',
	'disabled',
];
