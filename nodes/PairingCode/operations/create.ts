import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { withClient } from '../../shared/clientCredentials';
import { write } from '../../shared/execute';
import { optionsField } from '../../shared/fields/lists';

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a pairing code',
	description: 'Get a code that a customer enters to pair a device; it is valid for 30 minutes',
	routing: {
		request: { method: 'POST', url: '/oauth/codes' },
		send: { paginate: true, preSend: [withClient('body')] },
		// One that is not used expires.
		operations: { pagination: write({ authenticatesItself: true, repeatable: true }) },
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['create'] } }, [optionsField()]);
