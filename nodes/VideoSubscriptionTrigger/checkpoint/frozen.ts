import { isObject } from '../../shared/json';

/** Fewer bytes are not worth compressing. */
const WORTHWHILE_BYTES = 2048;

const PLAIN = 'p';
const DEFLATED = 'd';

type Compression = CompressionStream | DecompressionStream;

async function through(bytes: Uint8Array, stream: Compression): Promise<Buffer> {
	const writer = stream.writable.getWriter();
	const written = writer.write(bytes).then(async () => await writer.close());
	const parts: Uint8Array[] = [];
	const reading = (async () => {
		for await (const part of stream.readable) {
			if (part instanceof Uint8Array) parts.push(part);
		}
	})();
	await Promise.all([written, reading]);
	return Buffer.concat(parts);
}

/** Whole numbers from 0 on: seven bits a byte, the eighth tells that more follow. */
function toBytes(numbers: number[]): Uint8Array {
	const bytes: number[] = [];
	for (const number of numbers) {
		let rest = number;
		for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
		bytes.push(rest);
	}
	return Uint8Array.from(bytes);
}

function fromBytes(bytes: Uint8Array): number[] {
	const numbers: number[] = [];
	let [number, weight] = [0, 1];
	for (const byte of bytes) {
		number += (byte % 128) * weight;
		weight *= 128;
		if (byte >= 128) continue;
		numbers.push(number);
		[number, weight] = [0, 1];
	}
	return numbers;
}

async function pack(numbers: number[]): Promise<string> {
	const bytes = toBytes(numbers);
	if (bytes.length < WORTHWHILE_BYTES) return PLAIN + Buffer.from(bytes).toString('base64');
	const deflated = await through(bytes, new CompressionStream('deflate-raw'));
	return DEFLATED + deflated.toString('base64');
}

async function unpack(text: string): Promise<number[]> {
	const bytes = Buffer.from(text.slice(1), 'base64');
	if (text.startsWith(PLAIN)) return fromBytes(bytes);
	return fromBytes(await through(bytes, new DecompressionStream('deflate-raw')));
}

/** 1001, 1002, 1005 become 1001, 1, 3. */
function deltas(numbers: number[]): number[] {
	return numbers.map((number, index) => number - (numbers[index - 1] ?? 0));
}

function sums(numbers: number[]): number[] {
	let sum = 0;
	return numbers.map((number) => (sum += number));
}

/** 0, -1, 1, -2 become 0, 1, 2, 3. */
function unsigned(number: number): number {
	return number < 0 ? -2 * number - 1 : 2 * number;
}

function signed(number: number): number {
	return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
}

function fromIds(ids: number[]): number[] {
	return deltas(ids.sort((a, b) => a - b));
}

/** Ordered by moment and id: first how far the moments are apart, then the ids. */
function fromMoments(moments: Array<[number, number]>): number[] {
	const sorted = moments.sort(([a, atA], [b, atB]) => atA - atB || a - b);
	const ids = deltas(sorted.map(([id]) => id));
	return [...deltas(sorted.map(([, at]) => at)), ...ids].map(unsigned);
}

function toMoments(numbers: number[]): Map<number, number> {
	const all = numbers.map(signed);
	const ats = sums(all.slice(0, all.length / 2));
	return new Map(sums(all.slice(ats.length)).map((id, index) => [id, ats[index] ?? 0]));
}

/** Bytes that ids take at most. */
export function bytesOf(ids: Iterable<number>): number {
	return toBytes(fromIds([...ids])).length;
}

function isIds(value: unknown): value is Set<number> {
	return value instanceof Set;
}

function isMoments(value: unknown): value is Map<number, number> {
	return value instanceof Map;
}

/**
 * A checkpoint as a short text: its JSON, and behind it the numbers of the sets of ids and of the
 * moments by id. `{ page: 2, done: new Set([7, 9]) }` becomes `{"page":2,"done":{"$ids":2}}` and 7, 2.
 */
export async function freeze(checkpoint: unknown): Promise<string> {
	const parts: number[][] = [];
	const json = JSON.stringify(checkpoint, (_, value: unknown) => {
		if (isIds(value)) return { $ids: parts.push(fromIds([...value])) && value.size };
		if (isMoments(value)) return { $moments: parts.push(fromMoments([...value])) && value.size };
		return value;
	});
	return `${json}\n${await pack(parts.flat())}`;
}

/** The checkpoint that {@link freeze} made this text of. */
export async function thaw(text: string): Promise<unknown> {
	const [json = '', packed = ''] = text.split('\n');
	const numbers = await unpack(packed);
	return JSON.parse(json, (_, value: unknown) => {
		const { $ids: ids, $moments: moments } = isObject(value) ? value : {};
		if (typeof ids === 'number') return new Set(sums(numbers.splice(0, ids)));
		if (typeof moments === 'number') return toMoments(numbers.splice(0, 2 * moments));
		return value;
	});
}
