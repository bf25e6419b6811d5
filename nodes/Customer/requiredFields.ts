import type { INodeProperties } from 'n8n-workflow';

import { locatorAsHref, locatorInPath } from '../shared/panel/locators';
import { shownFor } from '../shared/panel/operations';
import { accessTokenField, customerSourceField } from './customerSource';
import { emailField } from './fields';

const WATCHLIST_CHANGES = ['addToWatchlist', 'removeFromWatchlist'];
const LISTS_OF_CUSTOMER = ['getWatching', 'getWatchlist', ...WATCHLIST_CHANGES];
const OF_CUSTOMER_AND_PRODUCT = [
	'addProduct',
	'checkAccess',
	'grantAccess',
	'removeProduct',
	'revokeAccess',
];
const OF_EMAIL_AND_PRODUCT = ['create', 'createOrUpdate', 'syncAccess'];

/**
 * Returns the required fields at the top of each panel. Each has one definition in the node, because n8n evaluates an
 * expression once for every definition of its name.
 */
export const requiredFields = (): INodeProperties[] => [
	...shownFor(LISTS_OF_CUSTOMER, customerSourceField()),
	...shownFor(
		['get', 'update', ...OF_CUSTOMER_AND_PRODUCT, ...LISTS_OF_CUSTOMER],
		// An operation without Customer Source shows it as well.
		locatorInPath('customer', { displayOptions: { hide: { customerSource: ['me'] } } }),
	),
	...shownFor(LISTS_OF_CUSTOMER, accessTokenField()),
	...shownFor(OF_EMAIL_AND_PRODUCT, {
		...emailField(
			'The email address that the customer signs in with. Capital letters don’t matter. In Sync Access, drag the column with the email addresses here: one typed address is a list of one person.',
		),
		// These operations take many rows: a list is dragged here more often than one address is typed.
		default: '={{ $json.email }}',
		required: true,
	}),
	...shownFor(
		[...OF_CUSTOMER_AND_PRODUCT, ...OF_EMAIL_AND_PRODUCT, 'findByBilling'],
		locatorAsHref('product', 'body', {
			required: true,
			description:
				'The product, by ID or URL. In Sync Access, rows may name different products: each gets its own rows, and one that no row names is not changed.',
		}),
	),
	...shownFor(WATCHLIST_CHANGES, locatorAsHref('video', 'body', { required: true })),
];
