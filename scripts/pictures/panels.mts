import type { INodeParameters } from 'n8n-workflow';

/** A node's panel in the README, with its output. */
export interface Panel {
	node: string;
	parameters: INodeParameters;
	/** Operation whose output schema the columns follow. */
	schema: string;
	/** The node's name on the canvas. */
	title: string;
	/** View of the output panel. */
	view?: 'table' | 'json';
	/** Text that shows that the output has arrived. */
	text: RegExp;
	/** The same for the real run after a dry run. The picture then moves, from one to the other. */
	realText?: RegExp;
	/** The status whose explanation the panel shows. */
	status?: number;
}

/** The panels in the README by the names of their pictures. */
export const PANELS: Record<string, Panel> = {
	'grant-access': {
		node: 'customer',
		parameters: {
			resource: 'customer',
			operation: 'grantAccess',
			customer: { __rl: true, mode: 'email', value: 'ada@example.com' },
			product: { __rl: true, mode: 'list', value: '101', cachedResultName: 'Harbor Stream' },
			options: { dryRun: true },
		},
		schema: 'customer.grantAccess',
		title: 'Grant access to a product',
		view: 'table',
		text: /wouldGrant/,
		realText: /^granted$/,
	},
	'error-wrong-key': {
		node: 'customer',
		parameters: { resource: 'customer', operation: 'getAll' },
		schema: 'customer.getAll',
		title: 'Get many customers',
		text: /did not accept/,
		status: 401,
	},
	'trigger-test-event': {
		node: 'videoSubscriptionTrigger',
		parameters: { events: ['customerCreated'] },
		schema: 'customer.getAll',
		title: 'Customer created',
		view: 'json',
		text: /customerCreated/,
	},
};

/** Returns the path of the picture of a panel, below the project's root. */
export const pictureOf = (name: string): string =>
	`docs/images/${name}.${PANELS[name]?.realText ? 'gif' : 'png'}`;
