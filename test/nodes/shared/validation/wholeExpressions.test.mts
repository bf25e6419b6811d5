import type { INode, INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import type * as WholeExpressions from '../../../../nodes/shared/validation/wholeExpressions';
import { built } from '../../../kit/built.mts';

const { refuseWholeExpressions } = built<typeof WholeExpressions>(
	'shared/validation/wholeExpressions',
);

const refuse = (parameters: INodeParameters) => () =>
	refuseWholeExpressions({ parameters } as INode);

it.each([
	['options', 'Options'],
	['filters', 'Filters'],
	['updateFields', 'Update Fields'],
])('%s that are one expression are refused', (name, label) => {
	expect(refuse({ [name]: '={{ $json }}' })).toThrow(`"${label}" is an expression as a whole`);
});

it.each<INodeParameters>([
	{},
	{ options: {} },
	{ options: { dryRun: '={{ true }}' } },
	{ metadata: '={{ [] }}' },
])('nothing else is: %j', (parameters) => {
	expect(refuse(parameters)).not.toThrow();
});
