import { expect, it } from 'vitest';

import { withKeyedMutex } from '../../../../nodes/shared/concurrency/keyedMutex';

/** Creates work that settles on `end`, and lists the work that has begun. */
function workshop() {
	const begun: string[] = [];
	const ends = new Map<string, (error?: Error) => void>();
	const work = (name: string) => async () => {
		begun.push(name);
		await new Promise<void>((resolve, reject) => {
			ends.set(name, (error) => (error ? reject(error) : resolve()));
		});
		return name;
	};
	return { begun, work, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

const settle = async () => await new Promise(setImmediate);

it('the mutex starts work in the order of the calls, each after the previous one has ended', async () => {
	const { begun, work, end } = workshop();
	const all = ['a', 'b', 'c'].map(async (name) => await withKeyedMutex('key', work(name)));
	for (const name of ['a', 'b', 'c']) {
		await settle();
		expect(begun.at(-1)).toBe(name);
		end(name);
	}
	expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
});

it('the mutex does not make work wait for work with another key', async () => {
	const { begun, work, end } = workshop();
	const all = ['a', 'b'].map(async (name) => await withKeyedMutex(`key of ${name}`, work(name)));
	await settle();
	expect(begun).toEqual(['a', 'b']);
	['a', 'b'].forEach((name) => end(name));
	await Promise.all(all);
});

it('the mutex starts the next work after a failure', async () => {
	const { work, end } = workshop();
	const failing = withKeyedMutex('key', work('a'));
	const next = withKeyedMutex('key', work('b'));
	const failure = expect(failing).rejects.toThrow('broken');
	await settle();
	end('a', new Error('broken'));
	await failure;
	await settle();
	end('b');
	expect(await next).toBe('b');
});

it('the mutex keeps its order when a waiting call is cancelled', async () => {
	const { begun, work, end } = workshop();
	const controller = new AbortController();
	const first = withKeyedMutex('key', work('a'));
	const cancelled = withKeyedMutex('key', work('b'), controller.signal);
	const refusal = expect(cancelled).rejects.toThrow('canceled');
	const last = withKeyedMutex('key', work('c'));
	await settle();
	controller.abort();
	await refusal;
	await settle();
	expect(begun).toEqual(['a']);
	end('a');
	await first;
	await settle();
	expect(begun).toEqual(['a', 'c']);
	end('c');
	await last;
});

it('the mutex makes a call wait for the previous one although an earlier one has ended', async () => {
	const { begun, work, end } = workshop();
	const first = withKeyedMutex('key', work('a'));
	const second = withKeyedMutex('key', work('b'));
	await settle();
	end('a');
	await first;
	await settle();
	const third = withKeyedMutex('key', work('c'));
	await settle();
	expect(begun).toEqual(['a', 'b']);
	end('b');
	await second;
	await settle();
	end('c');
	expect(await third).toBe('c');
});
