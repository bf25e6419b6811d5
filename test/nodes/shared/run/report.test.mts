import type { IExecuteFunctions, Logger } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { clock } from '../../../../nodes/shared/concurrency/clock';
import { ProgressLog, recordOutcomes, summarize } from '../../../../nodes/shared/run/report';

describe('summarize', () => {
	it.each([
		[['revoked', 'failed', 'unchanged', 'revoked'], '2 lost access, 1 unchanged, 1 failed.'],
		[['removed', 'moved', 'added'], '1 added, 1 moved, 1 removed.'],
		[
			['postponed', 'unknownCustomer', 'unclear', 'updated', 'granted', 'created'],
			'1 created, 1 granted access, 1 updated, 1 unclear, 1 unknown, 1 postponed.',
		],
		[Array<string>(6000).fill('created'), '6,000 created.'],
	])('names each outcome of %j', (outcomes, summary) => {
		expect(summarize(outcomes, false)).toBe(summary);
	});

	it('says that a run was dry', () => {
		const outcomes = ['wouldRevoke', 'wouldGrant', 'wouldCreate', 'wouldUpdate'];
		expect(summarize(outcomes, true)).toBe(
			'Dry run: 1 would be created, 1 would be granted access, 1 would be updated, 1 would lose access.',
		);
		expect(summarize(['wouldRemove', 'wouldMove', 'wouldAdd'], true)).toBe(
			'Dry run: 1 would be added, 1 would be moved, 1 would be removed.',
		);
	});
});

describe('recordOutcomes', () => {
	const contextWith = (customData?: Map<string, string>) =>
		({
			getWorkflowDataProxy: () => ({ $execution: { customData } }),
		}) as unknown as IExecuteFunctions;

	it('adds the number of each outcome to what earlier nodes of the execution did', () => {
		const customData = new Map([
			['revoked', '3'],
			['order', 'A-17'],
		]);
		recordOutcomes(contextWith(customData), ['revoked', 'granted', 'revoked']);
		expect(Object.fromEntries(customData)).toEqual({ revoked: '5', granted: '1', order: 'A-17' });
	});

	it('replaces a text of somebody else', () => {
		const customData = new Map([['revoked', 'yes']]);
		recordOutcomes(contextWith(customData), ['revoked']);
		expect(customData.get('revoked')).toBe('1');
	});

	it('does nothing where n8n keeps no custom data', () => {
		expect(() => recordOutcomes(contextWith(), ['revoked'])).not.toThrow();
	});
});

describe('ProgressLog', () => {
	afterEach(() => {
		vi.restoreAllMocks();
	});

	it('logs once a minute what is done and what is left', () => {
		const lines: string[] = [];
		const logger = { info: (line: string) => lines.push(line) } as unknown as Logger;
		const now = vi.spyOn(clock, 'monotonic').mockReturnValue(0);
		const progress = new ProgressLog(logger, 'Sync Access', 6000);
		for (let second = 1; second <= 150; second++) {
			now.mockReturnValue(second * 1000);
			for (let n = 0; n < 10; n++) progress.advance();
		}
		expect(lines).toEqual([
			'Sync Access: 591 done, 5,409 left',
			'Sync Access: 1,191 done, 4,809 left',
		]);
	});
});
