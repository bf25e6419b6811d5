import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { first } from '../../../kit/defined.mts';
import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import type { CollectionRecord } from '../../../../service/records.mts';
import { endedSentence, linesAbout, stoppedSentence } from '../../runTexts.mts';
import { REMOVAL_LIMIT } from '../../../../nodes/Collection/syncItems/input.ts';
import { removingNothing } from '../../../../nodes/Collection/syncItems/outcomes.ts';

const account = new Account('collection', {
	resource: 'collection',
	operation: 'syncItems',
	video: chosen('={{ $json.video }}'),
	output: 'summary',
});

let playlist: CollectionRecord;
beforeEach(() => {
	playlist = account.service.state.addCollection({ type: 'playlist' });
	for (let id = 1; id <= 9; id++) account.service.state.addVideo({ id, title: `Video ${id}` });
});

function fill(...ids: number[]): void {
	for (const id of ids) account.service.state.addItem(playlist, 'videos', id);
}

const rowsOf = (...ids: unknown[]) => ids.map((video) => ({ video })) as IDataObject[];

/** Runs Sync Items without Dry Run, with On Error on Continue. */
const sync = async (input: IDataObject[], parameters: INodeParameters = {}) =>
	await account.run(
		{
			collection: chosen(playlist.id),
			dryRun: false,
			stopIfMoreRemovedThan: '100%',
			...parameters,
		},
		{ input, onError: 'continueRegularOutput' },
	);

/** Runs Sync Items, and returns its only item. */
async function summaryOf(...run: Parameters<typeof sync>): Promise<IDataObject> {
	const { json, error } = await sync(...run);
	expect(error).toBeUndefined();
	expect(json).toHaveLength(1);
	return first(json);
}

const ZEROS = { added: 0, moved: 0, removed: 0, unchanged: 0, failed: 0 };

describe('Output: Summary of Sync Items', () => {
	it('names the items by their titles', async () => {
		fill(1, 2, 3, 4);
		const summary = await summaryOf(rowsOf(4, 1, 5, 3));
		expect(summary).toEqual({
			text: linesAbout({
				added: ['Video 5'],
				moved: ['Video 4'],
				removed: ['Video 2'],
				unchanged: ['Video 1', 'Video 3'],
			}).join('\n'),
			...{ added: 1, moved: 1, removed: 1, unchanged: 2, failed: 0 },
			isDryRun: false,
			rows: [
				{ outcome: 'moved', id: 4, title: 'Video 4', position: 1 },
				{ outcome: 'added', id: 5, title: 'Video 5', position: 3 },
				{ outcome: 'removed', id: 2, title: 'Video 2', position: 2 },
			],
		});
	});

	it('has the same counts in a dry run', async () => {
		fill(1, 2);
		const dry = await summaryOf(rowsOf(1, 5), { dryRun: true });
		expect(dry).toMatchObject({ ...ZEROS, added: 1, removed: 1, unchanged: 1, isDryRun: true });
		const named = { wouldAdd: ['Video 5'], wouldRemove: ['Video 2'], unchanged: ['Video 1'] };
		expect(dry.text).toBe(linesAbout(named, { isDry: true }).join('\n'));
		expect(account.writes).toEqual([]);
	});

	it('predicts what a limit stops', async () => {
		fill(1, 2, 3, 4);
		const stopped = stoppedSentence(REMOVAL_LIMIT, { count: 3, current: 4, allowed: '10%' });
		const summary = await summaryOf(rowsOf(1, 5), { stopIfMoreRemovedThan: '10%' });
		expect(summary).toMatchObject({
			...ZEROS,
			added: 1,
			removed: 3,
			unchanged: 1,
			isDryRun: false,
			stopped,
		});
		expect(summary.rows).toMatchObject(
			['wouldAdd', 'wouldRemove', 'wouldRemove', 'wouldRemove'].map((outcome) => ({ outcome })),
		);
		expect(account.writes).toEqual([]);
	});

	it('leaves by the error output where a limit stopped it or a row failed, and else by the first', async () => {
		fill(1, 2, 3, 4);
		const run = async (input: IDataObject[], stopIfMoreRemovedThan: string) =>
			await account.run(
				{
					collection: chosen(playlist.id),
					dryRun: false,
					output: 'summary',
					stopIfMoreRemovedThan,
				},
				{ input, onError: 'continueErrorOutput' },
			);
		const stopped = await run(rowsOf(1, 5), '10%');
		expect(stopped.json).toEqual([]);
		expect(stopped.failed[0]?.json).toMatchObject({
			details: { stopped: expect.any(String), removed: 3, added: 1, rows: [{}, {}, {}, {}] },
		});
		const failing = await run(rowsOf(1, 99), '10%');
		expect(failing.json).toEqual([]);
		expect(failing.failed[0]?.json).toMatchObject({ details: { failed: 1 } });
		const good = await run(rowsOf(1, 2, 3, 4), '10%');
		expect(good.failed).toEqual([]);
		expect(good.json).toMatchObject([{ unchanged: 4 }]);
	});

	it('names what could not be added, and why nothing was removed', async () => {
		fill(1, 2);
		const summary = await summaryOf(rowsOf(1, 99));
		expect(summary).toMatchObject({ ...ZEROS, unchanged: 1, failed: 1 });
		const named = { unchanged: ['Video 1'], failed: ['video 99'] };
		const lines = linesAbout(named, { reasons: ['The service found no such video'] });
		expect(String(summary.text).split('\n')).toEqual([
			...lines,
			expect.stringContaining(`${removingNothing(false)} because`),
		]);
	});

	it('is zeros for an empty list, and for a collection that cannot be read', async () => {
		const empty = await summaryOf([{}]);
		const text = endedSentence('The list is empty');
		expect(empty).toEqual({ text, ...ZEROS, isDryRun: false, stopped: text, rows: [] });
		account.fail('GET', { status: 401 }, { status: 401 });
		const { stopped } = await summaryOf(rowsOf(1));
		expect(stopped).toBe(endedSentence('The service did not accept the credential'));
	});

	it('is the only other choice beside Simplified', async () => {
		const { error } = await account.run(
			{ collection: chosen(playlist.id), output: 'full' },
			{ input: rowsOf(1) },
		);
		expect(error?.message).toBe('The parameter "Output" is not one of its choices: "full"');
		expect(account.asked).toEqual([]);
	});
});
