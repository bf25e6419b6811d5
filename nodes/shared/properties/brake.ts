import { type INodeProperties, UserError } from 'n8n-workflow';

import { parseNumber, requireBoolean, requireEntry, requireGroup } from '../parameters/checks';
import { invalidParameter } from '../parameters/errors';
import { quote } from '../parameters/text';
import type { ReadOfRun } from '../execution/wholeList';
import { dryRunField, switchField } from './fields';

/** The limit on removals in one run: `Stop If More Than`. */
export interface Brake {
	amount: number;
	/** Whether the amount is a share; otherwise it is a number of records. */
	isPercent: boolean;
}

/** The words of one operation in the fields and errors of its brake. */
export interface BrakeWords {
	/** The unit beside `percent`, a plural noun: `customers`. */
	unit: string;
	singular: string;
	/** What would happen to the counted records: `would have lost access`. */
	loss: string;
	/** What a dry run shows about them: `who they are`. */
	look: string;
	/** What an error about an invalid value says first: `Nothing was revoked`. */
	ifRefused: string;
	/** The total that a percentage refers to. */
	percentOf: string;
	/** What happens when the limit is exceeded. */
	description: string;
}

/** Returns Amount and Unit, the fields of a brake inside a group. */
export function brakeFields({
	unit,
	percentOf,
}: BrakeWords): [amount: INodeProperties, unit: INodeProperties] {
	return [
		{
			displayName: 'Amount',
			name: 'amount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 50,
			description: 'The highest number, or share, that is allowed',
		},
		{
			displayName: 'Unit',
			name: 'unit',
			type: 'options',
			options: [
				{ name: `${unit.charAt(0).toUpperCase()}${unit.slice(1)}`, value: unit },
				{ name: 'Percent', value: 'percent', description: percentOf },
			],
			default: unit,
			description: 'What Amount counts',
		},
	];
}

/** Returns Dry Run and the two fields of a brake for the top level of a panel. Both are on by default. */
export function safetyFields(words: BrakeWords): INodeProperties[] {
	const [amount, unit] = brakeFields(words);
	return [
		dryRunField(),
		{
			...amount,
			displayName: 'Stop If More Than',
			name: 'stopIfMoreThanAmount',
			default: 10,
			description: words.description,
		},
		{
			...unit,
			displayName: 'Stop If More Than Unit',
			name: 'stopIfMoreThanUnit',
			default: 'percent',
			description: 'What Stop If More Than counts',
		},
	];
}

/** Returns Output Unchanged, an option of both Sync operations. */
export function outputUnchangedField({ unit }: BrakeWords): INodeProperties {
	const description = `Whether to return unchanged ${unit} too`;
	return { ...switchField('Output Unchanged', 'outputUnchanged', description), default: false };
}

export function refusedBrake({ unit, ifRefused }: BrakeWords, problem: string): UserError {
	return invalidParameter(
		'Stop If More Than',
		problem,
		`${ifRefused}. Give a number of at least 0 and a unit, ${unit} or percent, the same for all items. If one of them holds an expression, check what it gives.`,
	);
}

/** Reads a brake. Throws UserError for an invalid value, so that nothing is removed by mistake. */
export function parseBrake(words: BrakeWords, { amount, unit }: Record<string, unknown>): Brake {
	const number = parseNumber(amount);
	if (number === undefined || number < 0) {
		throw refusedBrake(words, `is not a number of at least 0: ${quote(amount)}`);
	}
	if (unit === words.unit || unit === 'percent') {
		return { amount: number, isPercent: unit === 'percent' };
	}
	throw refusedBrake(words, `has an unknown unit: ${quote(unit)}`);
}

/** Reads {@link safetyFields} and Options, with {@link outputUnchangedField}. */
export async function readSettings(ofRun: ReadOfRun, words: BrakeWords) {
	const amount = await ofRun('stopIfMoreThanAmount', 'Stop If More Than');
	const unit = await ofRun('stopIfMoreThanUnit', 'Stop If More Than Unit');
	requireEntry(unit, 'Stop If More Than Unit', { [words.unit]: unit, percent: unit });
	const dryRun = await ofRun('dryRun', 'Dry Run');
	const options = requireGroup(await ofRun('options', 'Options'), 'Options');
	const settings = {
		limit: parseBrake(words, { amount, unit }),
		isDry: requireBoolean(dryRun, { displayName: 'Dry Run' }),
		isUnchangedShown: requireBoolean(options.outputUnchanged ?? false, {
			displayName: 'Output Unchanged',
		}),
	};
	return { settings, options };
}

/** Returns the error when a run would remove more than the brake allows. A percentage needs the total. */
export function brakeExceeded(
	words: BrakeWords,
	{ amount, isPercent }: Brake,
	losses: number,
	total?: number,
): UserError | undefined {
	const most = isPercent ? ((total ?? 0) * amount) / 100 : amount;
	if (losses <= most) return undefined;
	// The total may leave out records that are lost as well, such as customers whose access has lapsed.
	const isPart = total !== undefined && losses <= total;
	const count = isPart ? `${losses} of ${total}` : String(losses);
	const noun = count === '1' ? words.singular : words.unit;
	const allowed = isPercent ? `${amount} %` : String(amount);
	return new UserError(`Stopped: ${count} ${noun} ${words.loss}, more than ${allowed}`, {
		description: `Nothing was changed. Look ${words.look} with Dry Run. If that is right, raise Stop If More Than, and run this again.`,
	});
}

/** Returns what a dry run says of a run that would stop. */
export const dryRunNote = ({ message }: UserError) => `Without Dry Run this stops: ${message}.`;

/** Throws when a run would remove too much. A dry run is not stopped; the message is returned as a note. */
export function assertBrake(
	words: BrakeWords,
	{ limit, isDry }: { limit: Brake; isDry: boolean },
	losses: number,
	total: number,
): string[] {
	const exceeded = brakeExceeded(words, limit, losses, total);
	if (!exceeded) return [];
	if (!isDry) throw exceeded;
	return [dryRunNote(exceeded)];
}
