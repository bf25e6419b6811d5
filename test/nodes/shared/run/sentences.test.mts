import { describe, expect, it } from 'vitest';

import { othersNote, summarize } from '../../../../nodes/shared/run/sentences';
import type { Outcome, Result } from '../../../../nodes/shared/run/result';

const resultsOf = (outcomes: Outcome[], isDry?: boolean) =>
	outcomes.map((outcome) => ({ outcome, isDry }));

describe('summarize', () => {
	it.each<[Outcome[], string]>([
		[['revoked', 'failed', 'unchanged', 'revoked'], '2 lost access, 1 unchanged, 1 failed.'],
		[['removed', 'moved', 'added'], '1 added, 1 moved, 1 removed.'],
		[
			['unknownCustomer', 'unclear', 'updated', 'granted', 'created'],
			'1 created, 1 granted access, 1 updated, 1 unclear, 1 unknown.',
		],
		[Array<Outcome>(6000).fill('created'), '6,000 created.'],
	])('names each outcome of %j', (outcomes, summary) => {
		expect(summarize(resultsOf(outcomes))).toBe(summary);
	});

	it('says that a run was dry', () => {
		const outcomes = ['revoked', 'granted', 'created', 'updated'] as const;
		expect(summarize(resultsOf([...outcomes], true))).toBe(
			'Dry run: 1 would be created, 1 would be granted access, 1 would be updated, 1 would lose access.',
		);
		expect(summarize(resultsOf(['removed', 'moved', 'added'], true))).toBe(
			'Dry run: 1 would be added, 1 would be moved, 1 would be removed.',
		);
	});
});

describe('summarize, of rows of which some are only predicted,', () => {
	const failed = { outcome: 'failed' } as const;
	const real = { outcome: 'granted', isDry: false } as const;
	const dry = { outcome: 'granted', isDry: true } as const;

	it.each([
		[[real, dry, real], '2 granted access. Dry run: 1 would be granted access.'],
		[[failed, real, dry], '1 granted access, 1 failed. Dry run: 1 would be granted access.'],
		[[failed, dry], 'Dry run: 1 would be granted access, 1 failed.'],
		[[failed, real], '1 granted access, 1 failed.'],
		[[failed, failed], '2 failed.'],
	])('has a sentence for each: %#', (results, summary) => {
		expect(summarize(results)).toBe(summary);
	});
});

describe('othersNote', () => {
	const failed = { outcome: 'failed', failure: new Error('Refused') } as const;

	it.each<[Result[], string | undefined]>([
		[[failed], undefined],
		[[failed, failed], undefined],
		[[failed, { outcome: 'unchanged' }], undefined],
		[[failed, { outcome: 'revoked', isDry: true }], undefined],
		[[failed, { outcome: 'granted' }], '1 other was processed: 1 granted access. You can run'],
		[
			[failed, ...resultsOf([...Array<Outcome>(1200).fill('created'), 'unchanged'], false), failed],
			'1,201 others were processed: 1,200 created, 1 unchanged. You can run this again: they stay unchanged.',
		],
	])('counts what was written beside a failure: %#', (results, start) => {
		const [note] = othersNote(results);
		expect(note?.slice(0, start?.length)).toBe(start);
	});
});
