import {
	type INodeProperties,
	type INodePropertyOptions,
	type NodeApiError,
	UserError,
} from 'n8n-workflow';

import { additionalFields } from '../../shared/properties/fields';
import { billingFields } from '../billing';
import { notice } from '../../shared/properties/notices';
import { findByEmail } from '../../shared/customers/customerByEmail';
import { findUnlisted, rememberCreation } from '../../shared/customers/recentCreations';
import {
	handledBy,
	operation,
	type Prepare,
	sendOnce,
	type Work,
} from '../../shared/execution/run';
import { hasStatus, withHeadline } from '../../shared/client/errors';
import type { ItemRequest } from '../../shared/client/request';
import { bodyOf } from '../../shared/json';
import { projection, requireRecord } from '../../shared/output/projection';
import { creationOverrides, TAKEN } from '../access/creation';
import { withCustomerLock } from '../access/request';
import { BILLING, newCustomerFields } from '../fields';

const emailOf = ({ options }: ItemRequest) => String(bodyOf(options).email);

/** Returns the created customer as an item, and remembers it until lists show it. */
const rememberCreated: Prepare = (request) => {
	const project = projection(request.context, 'customer');
	return (response) => {
		const customer = requireRecord(response, 'customer');
		rememberCreation(request, emailOf(request), customer);
		return [project(customer)];
	};
};

function alreadyACustomer(email: string): [headline: string, remedy: string] {
	return [
		`${email} is a customer already: use Create or Update`,
		'It gives the access that is missing, and changes the name if another one is given.',
	];
}

async function explainTaken(request: ItemRequest, refusal: NodeApiError): Promise<NodeApiError> {
	if (!hasStatus(refusal, TAKEN)) return refusal;
	const email = emailOf(request);
	// A look-up that fails does not replace the refusal.
	const found = await findByEmail(request, email).catch(() => undefined);
	if (!found || found.customers.length === 0) return refusal;
	return withHeadline(refusal, ...alreadyACustomer(email));
}

const sendCreation = sendOnce(
	rememberCreated,
	(request) =>
		creationOverrides(
			request,
			'look for the e-mail address with Get Many and the status All before you create it again.',
		),
	explainTaken,
);

/** Creates a customer. The service may accept an address twice until a list shows its owner. */
const createCustomer: Work = async (request) => {
	const email = emailOf(request);
	return await withCustomerLock(request, { email }, async () => {
		const known = await findUnlisted(request, email);
		if (known.length === 0) return await sendCreation(request);
		const [headline, description] = alreadyACustomer(email);
		throw new UserError(headline, { description });
	});
};

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a customer',
	description: 'Create a customer with access to a product',
	routing: handledBy({ method: 'POST', url: '/customers' }, operation(createCustomer)),
};

export const fields = (): INodeProperties[] => [
	notice('createNotice', `${BILLING} Expires In cannot be changed later.`),
	additionalFields([
		...billingFields('additionalFields'),
		...newCustomerFields({
			name: 'The name of the customer',
			password:
				'At least 8 characters. If not added, the customer is asked to set a password at the next sign-in.',
			isRental: 'Whether the customer only rents the product; add Expires In to end the rental',
		}),
	]),
];

export const output = 'customer';
