// What the panel shows for the chosen events: n8n compares each of them with the condition of a field.
import { type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { VideoSubscriptionTrigger } from '../../nodes/VideoSubscriptionTrigger/VideoSubscriptionTrigger.node.ts';
import { choicesOf, fieldsWithin } from '../../scripts/lib/descriptions.mts';

const { description } = new VideoSubscriptionTrigger();

/** Returns the names of what is shown for some events. */
function shownFor(events: string[]) {
	const values = { events, output: 'selected', filters: {}, options: {} };
	const isShown = (field: Pick<INodeProperties, 'displayOptions'>, within: object = values) =>
		NodeHelpers.displayParameter(
			{ ...within },
			{ displayName: '', name: '', type: 'string', default: '', ...field },
			null,
			description,
			values,
		);
	const fields = description.properties.filter((field) => isShown(field));
	const inside = (name: string) =>
		fields
			.filter((field) => field.name === name)
			.flatMap(fieldsWithin)
			.filter((field) => isShown(field, {}))
			.map((field) => field.name);
	return {
		fields: fields.map(({ name }) => name),
		filters: inside('filters'),
		options: inside('options'),
		outputFields: fields
			.filter(({ name }) => name === 'outputFields')
			.flatMap(choicesOf)
			.filter((choice) => isShown(choice))
			.map(({ name }) => name),
	};
}

it('shows Product once, and the filters, notices and output fields of the chosen events only', () => {
	const { fields, filters, outputFields } = shownFor(['productAdded', 'commentCreated']);
	expect(fields.filter((name) => name === 'product')).toHaveLength(1);
	expect(fields.filter((name) => name.endsWith('Notice'))).toEqual([
		'commentsNotice',
		'productNotice',
	]);
	expect(filters).toEqual(['videos', 'words']);
	expect(outputFields).toEqual(expect.arrayContaining(['email', 'content']));
	expect(outputFields).not.toContain('duration_seconds');
});

it.each([
	[['customerCreated'], []],
	[['customerStatusChanged'], ['product', 'statuses']],
	[['uploadCompleted'], ['query']],
	[
		['uploadCompleted', 'videoPublished'],
		['plan', 'query'],
	],
	[
		['commentCreated', 'customerStatusChanged', 'videoPublished'],
		['plan', 'product', 'query', 'statuses', 'videos', 'words'],
	],
])('offers the filters of %j', (events, filters) => {
	expect(shownFor(events).filters.toSorted()).toEqual(filters);
});

it('shows each field once, whatever events are chosen', () => {
	for (const { value } of description.properties.flatMap(choicesOf)) {
		const { fields } = shownFor([String(value), 'productRemoved', 'videoPublished']);
		expect(new Set(fields).size).toBe(fields.length);
	}
});

it('offers Start From and Requests per Poll where a chosen event has them', () => {
	expect(shownFor(['productAdded']).options).not.toContain('startFrom');
	expect(shownFor(['customerCreated']).options).not.toContain('requestsPerPoll');
	const both = shownFor(['productAdded', 'customerCreated']).options;
	expect(both).toEqual(expect.arrayContaining(['startFrom', 'requestsPerPoll']));
});

it('says in its texts what drops the events that wait, and how many go out in a day', () => {
	const texts = JSON.stringify(description.properties);
	for (const part of ['remove an event', 'rename this node', 'Base URL or credential', 'in a day'])
		expect(texts).toContain(part);
});
