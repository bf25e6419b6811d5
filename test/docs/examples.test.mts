// The table of examples/README.md says what each example needs: the channels and the services of its boxes.
import { expect, test } from 'vitest';

import { exampleNames, readExample } from '../../scripts/lib/examples.mts';
import { boxesOf } from '../examples/facts.mts';
import { textOfPage } from './pages.mts';

const page = textOfPage('examples/README.md');

/** Returns the last cell of an example's row in the table. */
function needsOf(title: string): string {
	const row = page
		.split('\n')
		.find((line) => line.startsWith('|') && line.includes(`[${title}](#`));
	return row?.split('|').at(-2)?.trim() ?? '';
}

/** The words of the table, by what a box has that needs it. */
const NEEDS: Array<[word: string, inBoxes: RegExp]> = [
	['AI model', /lmChat/],
	['Airtable', /\.airtable/],
	['Circle', /circle\.so/],
	['email', /\.emailSend/],
	['form', /\.formTrigger/],
	['Google', /\.googleSheets/],
	['HubSpot', /\.hubspot/],
	['Mailchimp', /mailchimpApi/],
	['S3', /\.awsS3/],
	['Slack', /\.slack/],
	['Stripe', /\.stripeTrigger/],
	['Zendesk', /\.zendesk/],
	['an AI assistant', /\.mcpTrigger/],
];

test.each(exampleNames)('the table says what %s needs', (name) => {
	const needs = needsOf(readExample(name).name);
	const boxes = JSON.stringify(boxesOf(name).map(({ type, parameters }) => [type, parameters]));
	const said = NEEDS.filter(([word]) => new RegExp(`\\b${word}\\b`).test(needs));
	const needed = NEEDS.filter(([, inBoxes]) => inBoxes.test(boxes));
	expect(said.map(([word]) => word)).toEqual(needed.map(([word]) => word));
});

const channelsIn = (text: string) => [...new Set(text.match(/#[a-z-]+/g))].sort();

test.each(exampleNames)('the table names the channels of %s', (name) => {
	const slack = boxesOf(name).filter(({ type }) => /slack/i.test(type));
	const channels = channelsIn(JSON.stringify(slack.map(({ parameters }) => parameters)));
	expect(channelsIn(needsOf(readExample(name).name))).toEqual(channels);
});
