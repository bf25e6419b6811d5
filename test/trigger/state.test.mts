import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readState, stateOf, type Upgrade } from '../../nodes/VideoSubscriptionTrigger/state.ts';

const rename: Upgrade = ({ since, ...rest }) => ({ ...rest, from: since ?? 0 });
const double: Upgrade = ({ from, ...rest }) => ({ ...rest, from: Number(from) * 2 });

describe('a saved state', () => {
	it('is read as it was saved', async () => {
		const checkpoint = { since: 5, seen: new Map([[1, 2]]) };
		const saved = await stateOf('ours', 7, checkpoint);
		expect(await readState(structuredClone(saved))).toEqual({
			fingerprint: 'ours',
			startedFrom: 7,
			checkpoint,
		});
	});

	it('of an earlier version is passed through each later upgrade, in order', async () => {
		const upgrades = [rename, double];
		const read = async (earlier: Upgrade[], checkpoint: object) => {
			const saved = await stateOf('ours', null, checkpoint, earlier);
			return (await readState(saved, upgrades))?.checkpoint;
		};
		expect(await read([], { since: 5 })).toEqual({ from: 10 });
		expect(await read([rename], { from: 5 })).toEqual({ from: 10 });
		expect(await read(upgrades, { from: 5 })).toEqual({ from: 5 });
	});

	it('of a later version is refused with an error that says what to do', async () => {
		const saved = await stateOf('ours', null, {}, [rename, double]);
		const reading = readState(saved);
		await expect(reading).rejects.toThrow(UserError);
		await expect(reading).rejects.toMatchObject({
			message: expect.stringContaining('later version'),
			description: expect.stringMatching(/Install that version.*new trigger node/),
		});
	});
});
