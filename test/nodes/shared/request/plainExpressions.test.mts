import type { IDataObject, INode } from 'n8n-workflow';
import { expect, it } from 'vitest';

import type * as PlainExpressions from '../../../../nodes/shared/request/plainExpressions';
import { built } from '../../../kit/built.mts';
import { workflowOf } from '../../../kit/engine.mts';

const { itemReaderOf } = built<typeof PlainExpressions>('shared/request/plainExpressions');

const NODE: INode = {
	id: 'customer',
	name: 'Customer',
	type: 'n8n-nodes-video-subscription.customer',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** Evaluates a typed value for the only item of an input, as n8n does. */
function evaluatedByN8n(typed: unknown, json: IDataObject): unknown {
	const workflow = workflowOf([NODE]);
	return workflow.expression.getParameterValue(
		typed as never,
		null,
		0,
		0,
		NODE.name,
		[{ json }],
		'manual',
		{},
	);
}

const INPUTS: IDataObject[] = [
	{ email: 'ada@example.org', 'E-mail': 7 },
	{ email: ' ', 'E-mail': { a: [1] } },
	{ email: null, 'E-mail': false },
	{ email: '{{ $json.email }}' },
	{},
];

it.each([
	'typed',
	'={{ $json.email }}',
	'={{$json.email}}',
	`={{ $json['E-mail'] }}`,
	'={{ $json["E-mail"] }}',
	'={{ $json.missing }}',
	{ __rl: true, mode: 'email', value: '={{ $json.email }}' },
	{ name: '={{ $json.email }}', group: { value: { amount: '={{ $json["E-mail"] }}' } } },
])('itemReaderOf reads %j as n8n evaluates it', (typed) => {
	const read = itemReaderOf(typed);
	for (const json of INPUTS) expect(read?.(json)).toEqual(evaluatedByN8n(typed, json));
});
