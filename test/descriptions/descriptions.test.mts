import { describe, expect, it } from 'vitest';

import { nodeTypes } from '../kit/engine.mts';
import { differences, type Difference } from './compare.mts';
import { promisedShapes } from './files.mts';
import { shapesOf, type FieldShape, type NodeShape } from './snapshot.mts';

const told = (found: Difference[], breaks: boolean) =>
	found.filter((one) => one.breaks === breaks).map(({ what }) => what);

describe('the nodes, beside what saved workflows were promised', () => {
	const found = differences(promisedShapes(), shapesOf(nodeTypes));

	it('keep every name, value, default and visibility', () => {
		expect(
			told(found, true),
			'A saved workflow would break. Give the node a new version (`version: [1, 2]`, `@version` in displayOptions) and keep the old one as it is',
		).toEqual([]);
	});

	it('are what is committed', () => {
		expect(
			told(found, false),
			'These additions need no new version of the node: commit them with `npm run descriptions`',
		).toEqual([]);
	});
});

const field = (traits: Partial<FieldShape> = {}): FieldShape => ({
	type: 'string',
	default: '',
	...traits,
});
const node = (fields: Record<string, FieldShape[]>): NodeShape => ({
	versions: [1],
	credentials: ['api'],
	operations: { get: fields },
});

describe('a difference', () => {
	const status = field({ type: 'options', default: 'on', values: ['off', 'on'] });
	const then = {
		customer: node({ customer: [field({ modes: ['list', 'id'] })], status: [status] }),
	};
	const now = (fields: Record<string, FieldShape[]>) => ({
		customer: node({ ...then.customer.operations.get, ...fields }),
	});

	it.each([
		[
			'a removed parameter',
			{ customer: node({ status: [status] }) },
			'customer.get customer is gone',
		],
		['another default', now({ status: [{ ...status, default: 'off' }] }), 'another default'],
		['another type', now({ status: [{ ...status, type: 'string' }] }), 'another type'],
		['a removed value', now({ status: [{ ...status, values: ['on'] }] }), 'lost off of its values'],
		['a removed mode', now({ customer: [field({ modes: ['id'] })] }), 'lost list of its modes'],
		['another visibility', now({ status: [{ ...status, visible: '{}' }] }), 'another visible'],
		['what is required now', now({ status: [{ ...status, required: true }] }), 'is required now'],
		['a new required parameter', now({ name: [field({ required: true })] }), 'new and required'],
		[
			'a removed operation',
			{ customer: { ...then.customer, operations: {} } },
			'customer.get is gone',
		],
		[
			'a removed version',
			{ customer: { ...then.customer, versions: [2] } },
			'lost 1 of its versions',
		],
		['a removed node', {}, 'The node customer is gone'],
	])('breaks: %s', (_, shapes, reason) => {
		expect(told(differences(then, shapes), true)).toEqual([expect.stringContaining(reason)]);
	});

	it.each([
		['a new optional parameter', now({ name: [field()] }), 'new and optional'],
		[
			'a new value',
			now({ status: [{ ...status, values: ['off', 'on', 'new'] }] }),
			'new among its values',
		],
		['a new version', { customer: { ...then.customer, versions: [1, 2] } }, '2 among its versions'],
		['a new node', { ...then, video: node({}) }, 'The node video is new'],
	])('does not break: %s', (_, shapes, reason) => {
		const found = differences(then, shapes);
		expect(told(found, true)).toEqual([]);
		expect(told(found, false)).toEqual([expect.stringContaining(reason)]);
	});

	it('is none between equals', () => {
		expect(differences(then, structuredClone(then))).toEqual([]);
	});
});
