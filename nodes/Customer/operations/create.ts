import { type INodeProperties, type INodePropertyOptions, UserError } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { hasStatus, withHeadline } from '../../shared/client/errors';
import { TEST_FIELDS } from '../../shared/client/testMode';
import { findByEmail } from '../../shared/customers/customerByEmail';
import { operation, type OperationCall, route } from '../../shared/request/operation';
import { bodyOf } from '../../shared/data/json';
import { projection } from '../../shared/output/projection';
import { additionalFields } from '../../shared/panel/fields';
import { notice } from '../../shared/panel/notices';
import { createOnce, EMAIL_TAKEN } from '../creation';
import { billingFields } from '../billing';
import { BILLING, newCustomerFields } from '../fields';
import { inputFieldsAdder, inputFieldsField } from '../inputFields';

function alreadyACustomer(email: string): [headline: string, remedy: string] {
	return [
		`${email} is already a customer: use Create or Update`,
		'Create or Update grants the missing access, and changes the name if you enter another one.',
	];
}

async function explainTaken(client: Client, email: string, refusal: unknown): Promise<unknown> {
	if (!hasStatus(refusal, EMAIL_TAKEN)) return refusal;
	// A look-up that fails does not replace the refusal.
	const found = await findByEmail(client, email).catch(() => undefined);
	if (!found || found.length === 0) return refusal;
	return withHeadline(refusal, ...alreadyACustomer(email));
}

const AMBIGUOUS_REMEDY =
	'search for the email address with Get Many and the status All before you create it again.';

/** Creates a customer. The service may accept an address twice until a list shows its owner. */
const createCustomer = async ({ context, client, request }: OperationCall) => {
	const email = String(request.body?.email);
	const project = projection(context, 'customer');
	const creating = createOnce(client, request, { remedy: AMBIGUOUS_REMEDY });
	const created = await creating.catch(async (refusal: unknown) => {
		throw await explainTaken(client, email, refusal);
	});
	if (created) return [project(bodyOf(created), created.isTest ? TEST_FIELDS : undefined)];
	const [headline, description] = alreadyACustomer(email);
	throw new UserError(headline, { description });
};

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a customer',
	description: 'Create a customer with access to a product',
	routing: route(
		{ method: 'POST', url: '/customers' },
		operation(createCustomer, { inputFields: inputFieldsAdder }),
	),
};

export const fields = (): INodeProperties[] => [
	notice('createNotice', `${BILLING} Expires In can’t be changed later.`),
	additionalFields([
		...billingFields('additionalFields'),
		...newCustomerFields({
			name: 'The name of the customer',
			password:
				'At least 8 characters. If not added, the customer is asked to set a password at the next sign-in.',
			isRental: 'Whether the customer only rents the product. Add Expires In to end the rental.',
		}),
	]),
];

export const output = 'customer';
export const options = (): INodeProperties[] => [inputFieldsField()];
