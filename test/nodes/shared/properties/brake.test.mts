import { describe, expect, it } from 'vitest';

import {
	assertBrake,
	brakeExceeded,
	brakeFields,
	type BrakeWords,
	parseBrake,
	readSettings,
	safetyFields,
} from '../../../../nodes/shared/properties/brake';

const WORDS: BrakeWords = {
	unit: 'items',
	singular: 'item',
	loss: 'would be lost',
	look: 'which',
	ifRefused: 'Nothing was lost',
	percentOf: 'Of all',
	description: 'A brake',
};

it('safetyFields returns Dry Run and 10 percent, with a minimum of 0', () => {
	const [dryRun, amount, unit] = safetyFields(WORDS);
	expect(dryRun).toMatchObject({
		displayName: 'Dry Run',
		name: 'dryRun',
		default: true,
		description: 'Whether to show what would change, without changing anything',
	});
	expect(amount).toMatchObject({
		displayName: 'Stop If More Than',
		name: 'stopIfMoreThanAmount',
		default: 10,
		description: 'A brake',
		typeOptions: { minValue: 0 },
	});
	expect(unit).toMatchObject({
		displayName: 'Stop If More Than Unit',
		name: 'stopIfMoreThanUnit',
		default: 'percent',
		description: 'What Stop If More Than counts',
	});
});

it('brakeFields offers a number of records or a percentage', () => {
	const [amount, unit] = brakeFields(WORDS);
	expect(amount).toMatchObject({
		...{ displayName: 'Amount', name: 'amount', type: 'number' },
		description: 'The highest number, or share, that is allowed',
	});
	expect(unit).toEqual({
		displayName: 'Unit',
		name: 'unit',
		type: 'options',
		options: [
			{ name: 'Items', value: 'items' },
			{ name: 'Percent', value: 'percent', description: 'Of all' },
		],
		default: 'items',
		description: 'What Amount counts',
	});
});

describe('parseBrake', () => {
	it.each([
		[
			{ amount: '3', unit: 'items' },
			{ amount: 3, isPercent: false },
		],
		[
			{ amount: 0, unit: 'percent' },
			{ amount: 0, isPercent: true },
		],
	])('reads %j', (given, limit) => {
		expect(parseBrake(WORDS, given)).toEqual(limit);
	});

	it.each([
		[{ amount: -1, unit: 'items' }, 'is not a number of at least 0: "-1"'],
		[{ amount: 'few', unit: 'items' }, 'is not a number of at least 0: "few"'],
		[{ unit: 'items' }, 'is not a number of at least 0'],
		[{ amount: 1, unit: 'customers' }, 'has an unknown unit: "customers"'],
		[{ amount: 1 }, 'has an unknown unit'],
	])('refuses %j', (given, problem) => {
		const description =
			'Nothing was lost. Give a number of at least 0 and a unit, items or percent, the same for all items. If one of them holds an expression, check what it gives.';
		expect(() => parseBrake(WORDS, given)).toThrow(
			expect.objectContaining({
				message: expect.stringContaining(`"Stop If More Than" ${problem}`),
				description,
			}),
		);
	});
});

describe('readSettings', () => {
	const labels: Record<string, string> = {
		stopIfMoreThanAmount: 'Stop If More Than',
		stopIfMoreThanUnit: 'Stop If More Than Unit',
		dryRun: 'Dry Run',
		options: 'Options',
	};
	const GIVEN = {
		...{ stopIfMoreThanAmount: '5', stopIfMoreThanUnit: 'items' },
		...{ dryRun: true, options: { outputUnchanged: true, other: 1 } },
	};

	/** Reads the settings of a run with these parameters. Each must be read with its label. */
	const read = async (given: Record<string, unknown>) =>
		await readSettings(async (name, label) => {
			expect(label).toBe(labels[name]);
			return given[name];
		}, WORDS);

	it('returns the limit, the switches and all options', async () => {
		expect(await read(GIVEN)).toEqual({
			settings: { limit: { amount: 5, isPercent: false }, isDry: true, isUnchangedShown: true },
			options: { outputUnchanged: true, other: 1 },
		});
	});

	it('leaves unchanged records out unless Output Unchanged is on', async () => {
		const { settings } = await read({ ...GIVEN, options: {} });
		expect(settings.isUnchangedShown).toBe(false);
	});

	it.each([
		['Stop If More Than Unit', { stopIfMoreThanUnit: 'customers' }],
		['Stop If More Than', { stopIfMoreThanAmount: -1 }],
		['Dry Run', { dryRun: 'perhaps' }],
		['Options', { options: 'all' }],
		['Output Unchanged', { options: { outputUnchanged: 'perhaps' } }],
	])('refuses an invalid %s', async (label, wrong) => {
		await expect(read({ ...GIVEN, ...wrong })).rejects.toThrow(`"${label}" `);
	});
});

describe('a brake', () => {
	it.each([
		[{ amount: 2, isPercent: false }, 2, 9, undefined],
		[{ amount: 2, isPercent: false }, 3, 9, '3 of 9 items would be lost, more than 2'],
		[{ amount: 0, isPercent: false }, 1, undefined, '1 item would be lost, more than 0'],
		[{ amount: 10, isPercent: true }, 2, 20, undefined],
		[{ amount: 10, isPercent: true }, 3, 20, '3 of 20 items would be lost, more than 10 %'],
		[{ amount: 99, isPercent: true }, 4, 4, '4 of 4 items would be lost, more than 99 %'],
		[{ amount: 50, isPercent: true }, 5, 4, '5 items would be lost, more than 50 %'],
		[{ amount: 50, isPercent: true }, 1, undefined, '1 item would be lost, more than 50 %'],
	])('of %j for %d losses among %s says %j', (limit, losses, total, said) => {
		const error = brakeExceeded(WORDS, limit, losses, total);
		expect(error?.message).toBe(said && `Stopped: ${said}`);
	});

	it('stops a run with what to do, and adds a note to a dry run', () => {
		const limit = { amount: 0, isPercent: false };
		expect(() => assertBrake(WORDS, { limit, isDry: false }, 1, 4)).toThrow(
			expect.objectContaining({
				message: 'Stopped: 1 of 4 items would be lost, more than 0',
				description:
					'Nothing was changed. Look which with Dry Run. If that is right, raise Stop If More Than, and run this again.',
			}),
		);
		expect(assertBrake(WORDS, { limit, isDry: true }, 1, 4)).toEqual([
			'Without Dry Run this stops: Stopped: 1 of 4 items would be lost, more than 0.',
		]);
		expect(assertBrake(WORDS, { limit, isDry: false }, 0, 4)).toEqual([]);
	});
});
