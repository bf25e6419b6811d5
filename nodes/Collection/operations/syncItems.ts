import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { notice, refusalForAgents } from '../../shared/panel/notices';
import { dryRunField, safeTextField, switchField } from '../../shared/panel/fields';
import { limitField, outputUnchangedField } from '../../shared/panel/runOptions';
import { REMOVAL_LIMIT } from '../syncItems/input';
import { ITEM_COUNTERS } from '../syncItems/outcomes';
import { syncItems } from '../syncItems/syncItems';

export const option: INodePropertyOptions = {
	name: 'Sync Items',
	value: 'syncItems',
	action: 'Sync items of a collection with a list',
	description: 'Make the items of a collection those of a list, in the order of the list',
	// An agent never has the complete list.
	displayOptions: { hide: { '@tool': [true] } },
	// n8n uses the routing only for agents' tools, and `forAllItems` otherwise.
	routing: { request: { method: 'GET', url: '/collections' } },
};

export const forAllItems = syncItems;
export const counters = ITEM_COUNTERS;

export const options = (): INodeProperties[] => [
	switchField(
		'Keep Order',
		'keepOrder',
		'Whether to move items into the order of the list, with the fewest moves. Items of other types stay where they are. If off, the order stays as it is.',
	),
	outputUnchangedField('items'),
	switchField(
		'Remove',
		'remove',
		'Whether to remove items that are not in the list. If off, items are only added and moved.',
	),
	safeTextField(),
];

export const fields = (): INodeProperties[] => [
	refusalForAgents(
		'syncItemsToolNotice',
		'Sync Items is not for agents: it takes the whole list at once',
		'Use Add Item, Move Item and Remove Item, for one item at a time, or put Sync Items into a workflow of its own.',
	),
	notice(
		'syncItemsNotice',
		'Items of this type that are not in the input are removed from the collection: the input is the whole list, in order. Items of other types stay.',
	),
	dryRunField(),
	limitField(REMOVAL_LIMIT, '10%', {
		hint: 'Items that may be removed in one execution',
		description:
			'The maximum number of items that may be removed, or a percentage of the items of this type in the collection now. If more would be removed, nothing is changed. A percentage always allows one, except 0%.',
	}),
];
