import type { INode, INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { refuseWholeExpressions } from '../../../../nodes/shared/validation/wholeExpressions';

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
