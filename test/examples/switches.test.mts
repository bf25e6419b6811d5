// The switches of each box of an example: a changed one is a changed line.
import { readdirSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { exampleNames, readExample } from '../../scripts/lib/examples.mts';
import { boxesOf } from './facts.mts';

const FOLDER = new URL('../switches/', import.meta.url);
const REMEDY =
	'Check each changed line; `npx vitest run test/examples/switches.test.mts -u` accepts them';

/** Settings of a box that n8n shows in its tab *Settings*. */
const SETTINGS = [
	'alwaysOutputData',
	'disabled',
	'executeOnce',
	'maxTries',
	'onError',
	'retryOnFail',
	'waitBetweenTries',
] as const;

/** Parameters that decide what is written, to whom, how much and when; so does every number. */
const PARAMETERS =
	/^(amount|authentication|channelId|cronExpression|dateTime|dedupeValue|dryRun|email|event|events|eventsPerExecution|expiresIn|fallbackOutput|historySize|hours|hoursInterval|isRental|limit|looseTypeValidation|maskEmails|maxItems|method|minutes|minutesInterval|neverRevoke|numberOfItems|operation|output|perPage|plan|product|queryParameters|requestsPerPoll|responseMode|resume|returnAll|revoke|create|remove|removeItems|safeText|scope|sendEmail|sendTo|startFrom|statuses|status|stopIfMore\w*|timeout|toEmail|triggerAtDay|triggerAtHour|unit|url|waitUntil|withWords)$/;

type Leaf = [path: string, text: string];

function switchesIn(value: unknown, path: string[] = []): Leaf[] {
	// Nobody sets the version of a condition.
	const isNumber = typeof value === 'number' && path.at(-1) !== 'version';
	if (isNumber || path.some((name) => PARAMETERS.test(name)))
		return [[path.join('.'), JSON.stringify(value)]];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) => switchesIn(inner, [...path, name]));
}

/** Returns the numbers and words that a Code box begins with. */
const constantsIn = (code: unknown): Leaf[] =>
	[...String(code ?? '').matchAll(/^const ([A-Z][A-Z_]+) = (.*);$/gm)].map(
		([, name = '', value = '']): Leaf => [name, value],
	);

function linesOf(node: INode): string[] {
	const settings = SETTINGS.flatMap((name): Leaf[] =>
		node[name] === undefined ? [] : [[name, String(node[name])]],
	);
	const constants = constantsIn(node.parameters.jsCode);
	const leaves = [...settings, ...switchesIn(node.parameters), ...constants];
	return leaves.map(([name, text]) => `${node.name}: ${name} = ${text}`);
}

test.each(exampleNames)('the switches of %s are those that somebody has checked', async (name) => {
	const settings = Object.entries(readExample(name).settings ?? {}).map(
		([key, value]) => `The workflow: ${key} = ${JSON.stringify(value)}`,
	);
	const lines = [...settings, ...boxesOf(name).flatMap(linesOf).sort()];
	const file = new URL(`${name}.txt`, FOLDER).pathname;
	await expect(`${lines.join('\n')}\n`, REMEDY).toMatchFileSnapshot(file);
});

test('every table of switches is of an example', () => {
	expect(readdirSync(FOLDER).sort()).toEqual(exampleNames.map((name) => `${name}.txt`));
});
