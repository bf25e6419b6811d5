import type { IExecutePaginationFunctions, INode, INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { operation } from '../../../../nodes/shared/execution/run';
import { assertNoCollectionExpression } from '../../../../nodes/shared/parameters/values';

const refuse = (parameters: INodeParameters) => () =>
	assertNoCollectionExpression({ parameters } as INode);

it.each([
	['additionalFields', 'Additional Fields'],
	['options', 'Options'],
	['sorting', 'Sorting'],
	['filters', 'Filters'],
	['updateFields', 'Update Fields'],
])('a collection that is one expression is refused: %s', (name, label) => {
	expect(refuse({ [name]: '={{ $json }}' })).toThrow(`"${label}" is an expression as a whole`);
});

it.each<INodeParameters>([
	{},
	{ options: {} },
	{ options: { dryRun: '={{ true }}' } },
	{ metadata: '={{ [] }}' },
])('a collection with expressions in its fields is accepted: %j', (parameters) => {
	expect(refuse(parameters)).not.toThrow();
});

it('an operation fails before its work when a collection is one expression', async () => {
	const getNode = () => ({ name: 'Customer', parameters: { options: '={{ $json }}' } });
	const others = { continueOnFail: () => false, getExecuteData: () => ({ data: {} }) };
	const context = { getNode, getItemIndex: () => 0, ...others };
	const carriedOut = operation(async () => await Promise.reject(new Error('It was')));
	const given = { options: { url: '/products' }, paginate: false, preSend: [], postReceive: [] };
	const running = carriedOut.call(context as unknown as IExecutePaginationFunctions, given);
	await expect(running).rejects.toThrow('"Options" is an expression as a whole');
});
