import { isObject } from '../../shared/json';

/** Fewer characters are not worth compressing. */
const WORTHWHILE = 2048;

async function pipe(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream): Promise<Buffer> {
	const piped = new Blob([bytes]).stream().pipeThrough(stream);
	return Buffer.from(await new Response(piped).arrayBuffer());
}

/** 1001, 1002, 1005 become 1001, 1, 3. */
function toSteps(numbers: number[]): number[] {
	return numbers.map((number, index) => number - (numbers[index - 1] ?? 0));
}

function fromSteps(steps: unknown[]): number[] {
	let sum = 0;
	return steps.map((step) => (sum += Number(step)));
}

const BASE = 32;

/** Writes ids as the digits of their steps, a text for each place of a digit: alike in itself, each compresses well. */
function toDigits(ids: Set<number>): string[] {
	const steps = toSteps([...ids].sort((a, b) => a - b));
	const places: string[] = [];
	for (let unit = 1; steps.some((step) => step >= unit); unit *= BASE) {
		places.push(steps.map((step) => (Math.floor(step / unit) % BASE).toString(BASE)).join(''));
	}
	return places;
}

function fromDigits(places: string[]): Set<number> {
	const steps = Array.from(places[0] ?? '', (_, index) =>
		places.reduceRight((sum, digits) => sum * BASE + parseInt(digits.charAt(index), BASE), 0),
	);
	return new Set(fromSteps(steps));
}

const isIds = (value: unknown): value is Set<number> => value instanceof Set;
const isMoments = (value: unknown): value is Map<number, number> => value instanceof Map;

/** Writes sets of ids, and numbers by id such as moments, as the steps between them, which are short and alike. */
function toPlain(_: string, value: unknown): unknown {
	if (isIds(value)) return { $ids: toDigits(value) };
	if (!isMoments(value)) return value;
	const sorted = [...value].sort(([a, atA], [b, atB]) => atA - atB || a - b);
	return { $at: toSteps(sorted.map(([, at]) => at)), $of: toSteps(sorted.map(([id]) => id)) };
}

function fromPlain(_: string, value: unknown): unknown {
	const { $ids: ids, $at: moments, $of: of } = isObject(value) ? value : {};
	if (Array.isArray(ids)) return fromDigits(ids.map(String));
	if (!Array.isArray(moments) || !Array.isArray(of)) return value;
	const ats = fromSteps(moments);
	return new Map(fromSteps(of).map((id, index) => [id, ats[index] ?? 0]));
}

/** Writes a checkpoint, which may hold sets of ids and numbers by id, as JSON, compressed when it is long. */
export async function serialize(checkpoint: unknown): Promise<string> {
	const json = JSON.stringify(checkpoint, toPlain);
	if (json.length < WORTHWHILE) return json;
	const compressed = await pipe(
		new TextEncoder().encode(json),
		new CompressionStream('deflate-raw'),
	);
	return compressed.toString('base64');
}

/** Reads what {@link serialize} wrote; throws for any other text. */
export async function parse(text: string): Promise<unknown> {
	if (text.startsWith('{')) return JSON.parse(text, fromPlain);
	const bytes = new Uint8Array(Buffer.from(text, 'base64'));
	const json = await pipe(bytes, new DecompressionStream('deflate-raw'));
	return JSON.parse(json.toString(), fromPlain);
}
