import { expect, it } from 'vitest';

import { OutageScene, rowsOf, tally, type Trouble, type SentRequest } from './outageScene.mts';

// A service that does not answer is left alone, and waited for (client/limiter.ts, client/breaker.ts).

const FAILED = 'The service failed';
const NOT_TRIED = 'This row was not tried: the service does not respond';

/** Returns the faults of an outage from one second to another, of some requests. */
const between =
	(
		from: number,
		to: number,
		fault: Trouble,
		isHit: (request: SentRequest) => boolean = () => true,
	) =>
	(request: SentRequest) =>
		request.at >= from && request.at < to && isHit(request) ? fault : undefined;

const always = (fault: Trouble, isHit?: (request: SentRequest) => boolean) =>
	between(0, Infinity, fault, isHit);

const ofProducts = ({ path }: SentRequest) => path.startsWith('/products');
const ofVideos = ({ path }: SentRequest) => path.startsWith('/videos');
const isPut = ({ method }: SentRequest) => method === 'PUT';
const waitOf = (seconds: number, status = 503): Trouble => ({
	status,
	headers: { 'retry-after': String(seconds) },
});

it.each([1, 2, 3, 5, 100, 400])('half a minute of 503 ends none of %i rows', async (count) => {
	const scene = new OutageScene(between(0, 30, 503));
	expect(tally(await scene.until(scene.run('one', rowsOf(count, '/videos'))))).toEqual({
		ok: count,
	});
});

it.each<[string, Trouble]>([
	['503', 503],
	['refused connections', 'refused'],
	['requests that hang', 'silent'],
	['503 with Retry-After of an hour', waitOf(3_600)],
	['500 in answer to every write', 500],
])('half a minute of %s in a run of 400 writes ends none of them', async (_, fault) => {
	const scene = new OutageScene(between(1, 31, fault, isPut));
	const run = scene.run('one', rowsOf(400, '/customers', 'PUT'), { atOnce: 20 });
	expect(tally(await scene.until(run))).toEqual({ ok: 400 });
	expect(scene.count(1, 31)).toBeLessThan(30);
});

it('a longer outage ends a run after a minute, and what waits is not tried', async () => {
	const scene = new OutageScene(between(1, 121, 503));
	const run = scene.run('one', rowsOf(400, '/customers', 'PUT'), { atOnce: 20 });
	const outcomes = await scene.until(run);
	expect(tally(outcomes)).toEqual({ ok: 200, [FAILED]: 20, [NOT_TRIED]: 180 });
	expect(Math.max(...outcomes.map(({ at }) => at))).toBeLessThan(65);
	expect(scene.count(1)).toBeLessThan(40);
});

it('a run that starts after another has given up has a minute of its own', async () => {
	const scene = new OutageScene(between(0, 80, 503));
	const first = await scene.until(scene.run('one', rowsOf(30, '/customers')));
	expect(first.filter(({ result }) => result === 'ok')).toEqual([]);
	const second = await scene.until(scene.run('another', rowsOf(100, '/customers')));
	expect(tally(second)).toEqual({ ok: 100 });
});

it('a service that refuses every write with 500 counts as down, though it answered before', async () => {
	const scene = new OutageScene(always(500, isPut));
	const rows = [...rowsOf(400, '/customers'), ...rowsOf(400, '/customers', 'PUT')];
	const outcomes = await scene.until(scene.run('one', rows, { atOnce: 20 }));
	expect(tally(outcomes)).toEqual({ ok: 400, [FAILED]: 20, [NOT_TRIED]: 380 });
	expect(scene.sent.filter(isPut).length).toBeLessThan(40);
});

it('one dead address holds up no run that reads another one', async () => {
	const scene = new OutageScene(always(500, ofProducts));
	const dead = scene.run('one', rowsOf(60, '/products'));
	const others = scene.time
		.sleep(3_000)
		.then(async () => await scene.runRepeatedly('other', 26, { path: '/customers' }));
	const [products, customers] = await scene.until(Promise.all([dead, others]));
	expect(tally(products)).toEqual({ [FAILED]: 60 });
	expect(tally(customers)).toEqual({ ok: 26 });
	expect(Math.max(...customers.map(({ at }) => at))).toBeLessThan(15);
});

it('after an outage, an address that stays dead holds up no run that reads another one', async () => {
	const isDead = (request: SentRequest) => request.at < 50 || ofProducts(request);
	const scene = new OutageScene(between(0, 600, 503, isDead));
	const runs = ['a', 'b', 'c'].map(async (name) => await scene.run(name, rowsOf(30, '/products')));
	const alive = scene.run('d', rowsOf(30, '/customers'));
	expect(tally(await scene.until(alive))).toEqual({ ok: 30 });
	await scene.until(Promise.all(runs));
});

it('requests that hang keep their places, and no other run waits for them', async () => {
	const scene = new OutageScene(always('silent', ofVideos));
	const hanging = scene.run('one', rowsOf(60, '/videos'));
	const others = scene.time
		.sleep(3_000)
		.then(async () => await scene.runRepeatedly('other', 10, { path: '/customers' }));
	const outcomes = await scene.until(others);
	expect(tally(outcomes)).toEqual({ ok: 10 });
	expect(outcomes.at(-1)?.at).toBeLessThan(5);
	await scene.until(hanging);
	expect(scene.sent.filter(ofVideos).length).toBeLessThan(60);
});

it('after a 429 that asks for an hour nothing is sent until then, and each row says when', async () => {
	const scene = new OutageScene(between(0, 3_600, waitOf(3_600, 429)));
	const run = scene.run('one', rowsOf(300, '/customers'), { atOnce: 20 });
	expect(tally(await scene.until(run))).toEqual({
		'The service asks to wait an hour': 20,
		'This row was not tried: the service asks to wait an hour': 280,
	});
	expect(scene.count()).toBe(20);
	scene.time.now = 1_800_000;
	const later = await scene.until(scene.run('later', rowsOf(5, '/customers')));
	expect(tally(later)).toEqual({
		'This row was not tried: the service asks to wait 31 minutes': 5,
	});
	scene.time.now = 3_590_000;
	expect(tally(await scene.until(scene.run('last', rowsOf(5, '/customers'))))).toEqual({ ok: 5 });
});

it('a row whose last attempt was answered 429 before an outage is not tried', async () => {
	const scene = new OutageScene(({ at }) => (at < 0.1 ? waitOf(1, 429) : 503));
	const limited = scene.run('one', rowsOf(20, '/videos'));
	const others = scene.time.sleep(200).then(async () => {
		await scene.run('two', rowsOf(40, '/customers'));
	});
	await scene.until(Promise.all([limited, others]));
	const outcomes = tally(await limited);
	expect(Object.keys(outcomes).sort()).toEqual([FAILED, NOT_TRIED]);
});

it('a write that may have been carried out is never sent again', async () => {
	const scene = new OutageScene(between(1, 31, 503));
	const run = scene.run('one', rowsOf(300, '/customers', 'POST'), {
		atOnce: 20,
		options: { rateLimit: 'creation' },
	});
	await scene.until(run);
	const paths = scene.sent.map(({ path }) => path);
	expect(new Set(paths).size).toBe(paths.length);
});

it.each<[string, Trouble, seconds: number, requests: number]>([
	['503', 503, 61, 20],
	['a refused connection', 'refused', 61, 20],
	['no response', 'silent', 122, 2],
	['429 of 20 seconds', waitOf(20, 429), 122, 7],
	['429 of an hour', waitOf(3_600, 429), 1, 1],
])('one request that only gets %s ends within %i seconds', async (_, fault, seconds, requests) => {
	const scene = new OutageScene(always(fault));
	const [outcome] = await scene.until(scene.run('one', [{ path: '/videos/1' }]));
	expect(outcome?.result).not.toBe('ok');
	expect(outcome?.at).toBeLessThanOrEqual(seconds);
	expect(scene.count()).toBeLessThanOrEqual(requests);
});
