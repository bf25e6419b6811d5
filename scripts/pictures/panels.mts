import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { ROOT } from '../lib/paths.mts';

/** Where the fingerprints of the committed pictures stand, noted when they were taken. */
export const FINGERPRINTS = path.join(ROOT, 'docs', 'images', 'pictures.json');

/** A panel in the README: a node with its parameters, and the operation whose output stands beside it. */
export interface Panel {
	node: string;
	parameters: INodeParameters;
	output: string;
}

/** The panels in the README, by the names of their pictures. */
export const PANELS = {
	'grant-access': {
		node: 'customer',
		parameters: {
			resource: 'customer',
			operation: 'grantAccess',
			customer: { __rl: true, mode: 'email', value: 'ada@example.com' },
			product: { __rl: true, mode: 'list', value: '101', cachedResultName: 'Harbor Stream' },
			options: { dryRun: true },
		},
		output: 'customer.grantAccess',
	},
	'error-wrong-key': {
		node: 'customer',
		parameters: { resource: 'customer', operation: 'getAll' },
		output: 'customer.getAll',
	},
	'trigger-test-event': {
		node: 'videoSubscriptionTrigger',
		parameters: { event: 'customerCreated' },
		output: 'customer.getAll',
	},
} satisfies Record<string, Panel>;

export type PanelName = keyof typeof PANELS;
