import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { asObject } from '../../shared/json';
import { mapYielding } from '../../shared/concurrency/concurrency';
import { requireGroup } from '../../shared/parameters/checks';
import {
	type Brake,
	brakeFields,
	type BrakeWords,
	parseBrake,
	refusedBrake,
} from '../../shared/properties/brake';

/** Sync Access and Revoke Access count customers who lose access. */
export const REVOCATIONS: BrakeWords = {
	unit: 'customers',
	singular: 'customer',
	loss: 'would have lost access',
	look: 'who they are',
	ifRefused: 'Nothing was revoked',
	percentOf: 'Of the customers with access now; their whole list is read',
	description:
		'If more customers would lose access in one run, nothing is changed and the node fails',
};

export function stopIfMoreThanField(): INodeProperties {
	return {
		displayName: 'Stop If More Than',
		name: 'stopIfMoreThan',
		type: 'fixedCollection',
		default: { value: { amount: 50, unit: 'customers' } },
		description: REVOCATIONS.description,
		options: [
			{
				displayName: 'Value',
				name: 'value',
				values: brakeFields(REVOCATIONS),
			},
		],
	};
}

function limitOf(context: IExecuteSingleFunctions): Brake | undefined {
	const options = requireGroup(context.getNodeParameter('options', {}), 'Options');
	if (!Object.hasOwn(options, 'stopIfMoreThan')) return undefined;
	return parseBrake(REVOCATIONS, asObject(asObject(options.stopIfMoreThan).value));
}

export async function limitOfRun(contexts: IExecuteSingleFunctions[]): Promise<Brake | undefined> {
	const limits = await mapYielding(contexts, limitOf);
	const [first] = limits;
	const isSame = (limit?: Brake) =>
		limit?.amount === first?.amount && limit?.isPercent === first?.isPercent;
	if (limits.every(isSame)) return first;
	throw refusedBrake(REVOCATIONS, 'differs between items');
}
