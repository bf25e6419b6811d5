import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { events } from '../../nodes/VideoSubscriptionTrigger/events/index.ts';
import { Host } from './host.mts';
import { SAVED_AT, savedAccount, savedScenes } from './saved.mts';

/** States as releases saved them: a release that cannot read one would start afresh and lose events. */
const fileOf = (event: string, version = 4) =>
	fileURLToPath(new URL(`./saved/version${version}.${event}.json`, import.meta.url));

function hostAt(event: string, parameters: IDataObject) {
	let now = SAVED_AT;
	const account = savedAccount(() => now);
	const host = new Host(account, { parameters: { event, ...parameters }, credentialId: 'saved' });
	return { account, host, tick: () => (now += 60_000) };
}

async function stateOf(event: string, parameters: IDataObject): Promise<string> {
	const { host } = hostAt(event, parameters);
	await host.activate();
	return host.stored;
}

describe.each(savedScenes)('the saved state of $event', ({ event, parameters, act }) => {
	it('is read, and gone on with', async () => {
		// A new event brings its file: the state as it is saved today.
		if (!existsSync(fileOf(event))) writeFileSync(fileOf(event), await stateOf(event, parameters));
		const { account, host, tick } = hostAt(event, parameters);
		host.stored = readFileSync(fileOf(event), 'utf8').trim();
		const id = act(account, tick());
		await host.poll();
		const names = host.delivered.map((name) => name.split(':').slice(0, 2).join(':'));
		expect(names).toEqual([`${event}:${id}`]);
		expect([host.warnings, host.errors]).toEqual([[], []]);
	});

	it.each([
		['without its checkpoint', (state: IDataObject) => ({ ...state, checkpoint: 5 })],
		['with an empty checkpoint', (state: IDataObject) => ({ ...state, checkpoint: '' })],
		['without a checksum', ({ checksum: _, ...state }: IDataObject) => state],
		['of nobody', () => 5],
		[
			'with a checkpoint cut off',
			(state: IDataObject) => ({ ...state, checkpoint: String(state.checkpoint).slice(0, -4) }),
		],
		[
			'with another number',
			(state: IDataObject) => ({
				...state,
				checkpoint: String(state.checkpoint).replace(/\d/, (digit) => String(9 - Number(digit))),
			}),
		],
		['of another start', (state: IDataObject) => ({ ...state, startedFrom: 5 })],
		[
			'of the version before',
			({ version }: IDataObject, event: string): unknown => {
				const before = readFileSync(fileOf(event, Number(version) - 1), 'utf8');
				return (JSON.parse(before) as IDataObject).state;
			},
		],
	])('%s starts afresh with a warning', async (_, damage) => {
		const { account, host, tick } = hostAt(event, parameters);
		const { state } = JSON.parse(await stateOf(event, parameters)) as { state: IDataObject };
		host.stored = JSON.stringify({ state: damage(state, event) });
		tick();
		expect(await host.poll()).toEqual([]);
		expect(host.warnings).toEqual([expect.stringContaining('starts afresh')]);
		act(account, tick());
		expect(await host.poll()).toHaveLength(1);
		expect(host.errors).toEqual([]);
	});
});

it('each event has a saved state', () => {
	expect(savedScenes.map(({ event }) => event).sort()).toEqual(Object.keys(events).sort());
});
