import { describe, expect, it } from 'vitest';

import {
	countsOf,
	othersNote,
	summarize,
	summaryText,
} from '../../../../nodes/shared/run/sentences';
import type { Likeness, Outcome, Result } from '../../../../nodes/shared/run/result';
import type { RunNote } from '../../../../nodes/shared/run/summary';

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

describe('summaryText', () => {
	const of = (results: Result[]) => summaryText({ results, notes: [] }, undefined);
	const failed = (reason: string, label: string): Result => ({
		outcome: 'failed',
		label,
		failure: new Error(reason),
	});

	it('names the first three of each outcome, each once', () => {
		const results = ['a', 'b', 'a', 'c', 'd'].map(
			(label): Result => ({ outcome: 'created', label }),
		);
		expect(of(results)).toBe('5 created: a, b, c and 1 more');
		expect(of(results.slice(0, 4))).toBe('4 created: a, b, c');
	});

	it('names up to ten reasons of failures, each once with its number, the most frequent first', () => {
		const once = Array.from({ length: 12 }, (_, n) => failed(`Reason ${n}`, `row ${n}`));
		const lines = of([...once, failed('Reason 7', 'row 12')]).split('\n');
		expect(lines[0]).toBe('13 failed: row 0, row 1, row 2 and 10 more');
		expect(lines.slice(1, 3)).toEqual(['2 of them: Reason 7', '1 of them: Reason 0']);
		expect(lines.slice(10)).toEqual(['1 of them: Reason 9', 'Other reasons: 2.']);
	});

	it('is at most 2,700 characters, with all outcomes, by leaving out names and reasons', () => {
		const long = (n: number) => `${'x'.repeat(300)}${n}`;
		const outcomes: Outcome[] = [
			...(['created', 'granted', 'updated', 'revoked', 'alreadyEnded'] as const),
			...(['unchanged', 'unclear', 'unknownCustomer', 'notTried'] as const),
		];
		const results = [true, false].flatMap((isDry) =>
			outcomes.flatMap((outcome) =>
				[1, 2, 3].map(
					(n): Result => ({
						outcome,
						isDry,
						label: long(n),
						likeness: { by: 'name', to: long(n) },
					}),
				),
			),
		);
		const failures = Array.from({ length: 12 }, (_, n) => failed(long(n), long(n)));
		const note: RunNote = { kind: 'withoutAddress', count: 3 };
		const text = summaryText({ results: [...results, ...failures], notes: [note] }, undefined);
		expect(text.length).toBeLessThanOrEqual(2700);
		for (const words of [
			'3 unclear: same name',
			'3 unknown',
			'3 not tried',
			'12 failed',
			' of them: ',
		])
			expect(text).toContain(words);
		expect(text).toMatch(/who were not changed: 3\.$/);
	});

	it('makes names, titles and reasons harmless, and leaves email addresses as they are', () => {
		const text = of([
			{ outcome: 'added', label: '<!channel> *free* at evil.com' },
			{ outcome: 'moved', label: '_ada_@example.org' },
			failed('The service refused the values: <@U123> see https://evil.com', 'row 3'),
		]);
		expect(text).toContain('_ada_@example.org');
		expect(text).not.toMatch(/<|\*|https:\/\/|evil\.com/);
	});

	it.each<[by: Likeness['by'], sentence: string]>([
		[
			'name',
			'1 unclear: same name, other address (ada@old.example and ada@new.example). Not changed. If it is one person, correct the address at the service. If they are two people, use Grant Access once for the new address.',
		],
		[
			'spelling',
			'1 unclear: similar spelling (ada@old.example and ada@new.example). Not changed. If it is one person, use one spelling at the service and in the list. If they are two people, use Grant Access and Revoke Access once.',
		],
		[
			'spellingWithoutRevoke',
			'1 unclear: similar spelling (ada@old.example and ada@new.example). Not changed. If it is one person, use one spelling at the service and in the list. If they are two people, use Grant Access once for the address in the list.',
		],
		[
			'row',
			'1 unclear: similar rows (ada@old.example and ada@new.example). Only the row with the second address counts. If it is one person, remove the other row. If they are two people, use Grant Access once for the first address.',
		],
		[
			'entry',
			'1 unclear: similar to an entry of Never Revoke (ada@old.example and ada@new.example). Not changed. If it is one person, correct the entry. If they are two people, use Revoke Access once.',
		],
	])('says of unclear customers what to do: %s', (by, sentence) => {
		const likeness = { by, to: 'ada@new.example' };
		expect(of([{ outcome: 'unclear', label: 'ada@old.example', likeness }])).toBe(sentence);
	});
});

describe('countsOf', () => {
	it('counts what was not tried as failed where it has no count of its own', () => {
		const results = resultsOf(['failed', 'notTried', 'removed']);
		expect(countsOf(results, ['removed', 'failed'])).toEqual({ removed: 1, failed: 2 });
		expect(countsOf(results, ['notTried', 'failed'])).toEqual({ notTried: 1, failed: 1 });
	});
});
