import type { IDataObject } from 'n8n-workflow';

import type { CustomerStatus } from '../../../service/records.mts';
import type { Account } from '../account.mts';
import { chosen } from '../kit.mts';

export const PRODUCT = 101;
export const OTHER_PRODUCT = 102;
export const ADA = 'ada@example.org';

/** The statuses with which access has lapsed. */
export const LAPSED = ['cancelled', 'disabled', 'expired', 'paused', 'refunded'] as const;

/** A list of customers without any. */
export const EMPTY_LIST = JSON.stringify({ count: 0, total: 0, _embedded: { customers: [] } });

/** A list that counts a customer and shows none. */
export const HOLLOW_LIST = JSON.stringify({ total: 1, _embedded: { customers: [] } });

/** Parameters of an operation on Ada, by her address. */
export const byEmail = (operation: string) => ({ operation, customer: chosen(ADA, 'email') });

/** Parameters of an operation on a customer, by ID. */
export const byCustomerId = (operation: string, id: unknown) => ({
	operation,
	customer: chosen(Number(id)),
});

/** The ways to say which customer an operation is for: Ada, who has the ID that is passed. */
export const WAYS = [
	['by e-mail address', (operation: string, _id: unknown) => byEmail(operation)],
	['by ID', byCustomerId],
] as const;

export const outcomesOf = (json: IDataObject[]) => json.map(({ outcome }) => outcome);

export function setStatus({ service }: Account, id: number, status: CustomerStatus): void {
	service.state.editCustomer(id, (customer) => {
		customer.status = status;
	});
}

/** Gives a customer paid and free access. */
export function giveBothPlans({ service }: Account, id: number): void {
	service.state.editCustomer(id, (customer) => {
		customer.grants = (['free', 'standard'] as const).map((plan) => ({
			productId: PRODUCT,
			plan,
			isRental: false,
			expiresIn: null,
		}));
	});
}

/** Adds customers with these products. The service shows all of them with Ada's address, as an older account may. */
export function addNamesakes(account: Account, productsOfEach: number[][]): number[] {
	account.onTheWay({
		query: (asked) => asked.replace('email=ada', 'query=ada'),
		body: (answer) => answer.replaceAll(/\dada@/g, 'ada@'),
	});
	return productsOfEach.map(
		(products, n) => account.service.state.addCustomer({ email: `${n}${ADA}`, products }).id,
	);
}
