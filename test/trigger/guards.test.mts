import type { INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { events } from '../../nodes/VideoSubscriptionTrigger/events/index.ts';
import { EVENT_TYPES } from '../../nodes/VideoSubscriptionTrigger/events/types.ts';
import { itIsDescribedInFull } from '../guards/descriptions.mts';
import { itKeepsItsParameters } from '../guards/promised.mts';
import { itHasTheUsualPanel } from '../guards/structure.mts';
import { nodeTypeOf } from '../kit/engine.mts';
import { TriggerAccount } from './account.mts';
import { Host } from './host.mts';

const node = 'videoSubscriptionTrigger';
itIsDescribedInFull([[node, nodeTypeOf(node)]], []);
itHasTheUsualPanel([[node, nodeTypeOf(node)]], []);
itKeepsItsParameters([[node, nodeTypeOf(node)]], []);

/** A value that no filter takes, and for a repeating group in a row. */
const WRONG = { wrong: true };
const wrongFor = ({ type }: INodeProperties) =>
	type === 'fixedCollection' ? { entries: [WRONG] } : WRONG;

/** Every filter of every event, with a wrong value where the panel stores it. */
const filters = EVENT_TYPES.flatMap((event) =>
	(events[event].filters?.() ?? []).map((field) => ({
		event,
		name: field.name,
		wrong: { filters: { [field.name]: wrongFor(field) } },
	})),
);

it.each(filters)('$event reads its filter $name', async ({ event, wrong }) => {
	const parameters = { events: [event], product: '5', ...wrong };
	const host = new Host(new TriggerAccount(), { parameters });
	const hint = 'A wrong value is not refused: return the filter in `read`';
	await expect(host.activate(), hint).rejects.toThrow(/^The parameter "/);
});
