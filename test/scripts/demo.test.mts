import { expect, test } from 'vitest';

import { demoReply } from '../../scripts/demo/model.mts';
import { demoCredentials, demoExamples, firstWorkflow } from '../../scripts/lib/demo.mts';

const check = { type: 'function', function: { name: 'Check_Access', parameters: {} } };

/** Returns what the support agent of the demo says after these results of its tools. */
function answerTo(question: string, ...results: unknown[]) {
	const content = (result: unknown) =>
		typeof result === 'string' ? result : JSON.stringify([result]);
	const messages = [
		{ role: 'user', content: question },
		...results.map((result) => ({ role: 'tool', content: content(result) })),
	];
	return demoReply({ messages, tools: [check] });
}

const WHY = "Why can't ada@example.com watch?";

test.each([
	['cancelled', /ada@example\.com cannot watch product 101: this person cancelled/],
	['none', /has never had this product, or lost it/],
	['unknownCustomer', /is not a customer: ask for another address/],
])('the support agent of the demo explains the reason %s', (reason, answer) => {
	expect(answerTo(WHY, { hasAccess: false, reason })).toMatch(answer);
});

test('the support agent of the demo explains a decline in a sentence, without JSON', () => {
	const declined = '[{"approved":false,"chatInput":"…"}]';
	const said = answerTo('Grant access to ada@example.com', { hasAccess: false }, declined);
	expect(said).toMatch(/^Nothing was changed: the support lead declined it/);
});

test('the workflows of the demo have pinned data, without which Execute Step fails after a run', () => {
	for (const workflow of [...firstWorkflow(), ...demoExamples([])])
		expect(workflow).toHaveProperty('pinData', {});
});

test('a node of the demo has no credential without an ID, so that the canvas warns of a missing one', () => {
	const references = [{ id: 'k', name: 'Key', type: 'videoSubscriptionApi' }];
	const nodes = demoExamples(references).flatMap((workflow) => workflow.nodes);
	const credentials = nodes.flatMap((node) => Object.entries(node.credentials ?? {}));
	expect(new Set(credentials.map(([type, { id }]) => `${type} ${id}`))).toEqual(
		new Set(['videoSubscriptionApi k']),
	);
});

test('the API key is the newest credential of the demo, so that n8n chooses it for a new node', () => {
	const common = { baseUrl: '', headerPrefix: 'SVC' };
	const service = {
		credentials: {
			videoSubscriptionApi: { ...common, apiKey: '' },
			videoSubscriptionOAuth2Api: { ...common, clientId: '', clientSecret: '', scope: '' },
		},
	};
	const byAge = demoCredentials(service, { modelUrl: '', mailPort: 1, pageUrl: '' }).sort((a, b) =>
		b.updatedAt.localeCompare(a.updatedAt),
	);
	expect(byAge[0]?.type).toBe('videoSubscriptionApi');
});
