import type { IDataObject } from 'n8n-workflow';

import type { CustomerStatus } from '../../../service/records.mts';
import type { Account } from '../account.mts';
import { chosen } from '../kit.mts';

export const PRODUCT = 101;
export const OTHER_PRODUCT = 102;
export const ADA = 'ada@example.org';

/** The statuses of customers whose access has lapsed. */
export const LAPSED = ['cancelled', 'disabled', 'expired', 'paused', 'refunded'] as const;

/** The first columns of a row of Grant Access, Revoke Access and Sync Access. */
export const COLUMNS = ['outcome', 'email', 'name', 'id', 'product_name', 'plan'];

/** The response body of an empty list of customers. */
export const EMPTY_LIST = JSON.stringify({ count: 0, total: 0, _embedded: { customers: [] } });

/** The response body of a list with a total of 1 and no record. */
export const HOLLOW_LIST = JSON.stringify({ total: 1, _embedded: { customers: [] } });

/** Returns the parameters of an operation on Ada, by her address. */
export const byEmail = (operation: string) => ({ operation, customer: chosen(ADA, 'email') });

/** Returns the parameters of an operation on a customer, by ID. */
export const byCustomerId = (operation: string, id: unknown) => ({
	operation,
	customer: chosen(Number(id)),
});

/** The ways to choose Ada, each with a function that returns the parameters of an operation; `id` is hers. */
export const WAYS = [
	['by email address', (operation: string, _id: unknown) => byEmail(operation)],
	['by ID', byCustomerId],
] as const;

export const outcomesOf = (json: IDataObject[]) => json.map(({ outcome }) => outcome);

export function setStatus({ service }: Account, id: number, status: CustomerStatus): void {
	service.state.editCustomer(id, (customer) => {
		customer.status = status;
	});
}

/** Grants paid and free access to a customer. */
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

/** Adds customers with these products who all have Ada's address, which older accounts allow. Returns their IDs. */
export function addNamesakes(account: Account, productsOfEach: number[][]): number[] {
	account.onTheWay({
		query: (asked) => asked.replace('email=ada', 'query=ada'),
		body: (answer) => answer.replaceAll(/\dada@/g, 'ada@'),
	});
	return productsOfEach.map(
		(products, n) => account.service.state.addCustomer({ email: `${n}${ADA}`, products }).id,
	);
}
