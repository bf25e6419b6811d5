import { BASE_URL, chosen } from '../kit.mts';

/** A customer as the service answers it, and as an item. */
export const raw = { _links: { self: { href: `${BASE_URL}/customers/9` } }, id: 9, name: 'Ada' };
export const simple = {
	href: `${BASE_URL}/customers/9`,
	id: 9,
	name: 'Ada',
};

export const product = `${BASE_URL}/products/5`;
export const video = `${BASE_URL}/videos/6`;

/** What the creation of a customer cannot do without. */
export const required = { email: 'ada@example.com', product: chosen('5') };

/** The header of a request about the customer 9. */
export const NINE = { 'svc-customer': `${BASE_URL}/customers/9` };
