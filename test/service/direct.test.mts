// A request that tests hand to the service directly is the one that a connection carries, and so is its response.
import nock from 'nock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { faultKinds } from '../../service/faults.mts';
import {
	startService,
	type Fault,
	type RunningService,
	type ServerOptions,
} from '../../service/index.mts';
import { defined } from '../kit/defined.mts';
import {
	credentialFor,
	filledIn,
	runSaved,
	savedNodes,
	savedUsing,
	type SavedNode,
} from '../kit/saved.mts';
import { openService } from '../kit/service.mts';
import { TurnedClock } from '../kit/time.mts';

/** Headers that a connection adds. */
const OF_CONNECTION = ['accept-encoding', 'connection', 'host', 'user-agent'];

const options: ServerOptions = {
	now: () => new Date('2026-03-01'),
	customerCreationsPerSecond: null,
};

/** What the service receives from a saved node, and what the node outputs. */
async function exchanged(saved: SavedNode, { service }: RunningService, fault?: Fault) {
	const parameters = filledIn(saved, service);
	service.clearLogs();
	if (fault) service.faults.add(fault);
	const credential = credentialFor(saved, service);
	const { json, failed, error } = await runSaved(saved, service, { parameters, credential });
	const received = service.requests.map(({ headers, ...request }) => ({
		...request,
		headers: Object.fromEntries(
			Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name)),
		),
	}));
	return { received, json, failed, error: error?.description };
}

/** Replaces the port, in which two services of one seed differ. */
const withoutPort = (value: unknown, { port }: RunningService): unknown =>
	JSON.parse(JSON.stringify(value).replaceAll(String(port), 'port'));

describe('a service in this process', () => {
	let direct: RunningService;
	let connected: RunningService;
	let clock: TurnedClock;

	beforeAll(async () => {
		nock.restore();
		clock = new TurnedClock();
		[direct, connected] = [await openService(options), await startService(options)];
	});
	afterAll(async () => {
		await direct.close();
		await connected.close();
		clock.putBack();
		nock.activate();
	});

	it.each(savedNodes.map((saved) => [`${saved.node}: ${saved.title}`, saved] as const))(
		'receives from %s what a connection carries',
		async (_, saved) => {
			expect(withoutPort(await exchanged(saved, direct), direct)).toEqual(
				withoutPort(await exchanged(saved, connected), connected),
			);
		},
	);

	it.each(faultKinds.filter((kind) => !['drip', 'timeout'].includes(kind)))(
		'meets the fault %s as over a connection',
		async (kind) => {
			const saved = defined(savedUsing('video.get'), 'a saved node');
			const exchangedWith = async (running: RunningService) =>
				withoutPort(await exchanged(saved, running, { kind, match: { method: 'GET' } }), running);
			expect(await exchangedWith(direct)).toEqual(await exchangedWith(connected));
		},
	);
});
