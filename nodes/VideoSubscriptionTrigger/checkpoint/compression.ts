/** Fewer bytes are not worth the work. */
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

/** Whole numbers from 0 on as a short text. */
export async function pack(numbers: number[]): Promise<string> {
	// How many there are tells a text that was cut off.
	const bytes = toBytes([numbers.length, ...numbers]);
	if (bytes.length < WORTHWHILE_BYTES) return PLAIN + Buffer.from(bytes).toString('base64');
	const deflated = await through(bytes, new CompressionStream('deflate-raw'));
	return DEFLATED + deflated.toString('base64');
}

/** @throws Error for a text that is damaged */
export async function unpack(text: string): Promise<number[]> {
	const bytes = Buffer.from(text.slice(1), 'base64');
	const isPlain = text.startsWith(PLAIN);
	const [count, ...numbers] = fromBytes(
		isPlain ? bytes : await through(bytes, new DecompressionStream('deflate-raw')),
	);
	const isKnown = isPlain || text.startsWith(DEFLATED);
	if (!isKnown || count !== numbers.length) throw new Error('A packed text is damaged');
	return numbers;
}

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

/** Ids in ascending order: 1001, 1002, 1005 become 1001, 1, 3. */
export async function packIds(ids: Iterable<number>): Promise<string> {
	return await pack(deltas([...ids].sort((a, b) => a - b)));
}

export async function unpackIds(text: string): Promise<Set<number>> {
	return new Set(sums(await unpack(text)));
}

/** Moments by id, ordered by moment and id: first how far the moments are apart, then the ids. */
export async function packMoments(moments: Map<number, number>): Promise<string> {
	const sorted = [...moments].sort(([a, atA], [b, atB]) => atA - atB || a - b);
	const [ids, ats] = [sorted.map(([id]) => id), sorted.map(([, at]) => at)];
	return await pack([...deltas(ats), ...deltas(ids).map(unsigned)]);
}

export async function unpackMoments(text: string): Promise<Map<number, number>> {
	const numbers = await unpack(text);
	const half = numbers.length / 2;
	const [ats, ids] = [sums(numbers.slice(0, half)), sums(numbers.slice(half).map(signed))];
	return new Map(ids.map((id, index) => [id, ats[index] ?? 0]));
}
