import { isObject } from '../../shared/json';

/** Minimum number of characters that are compressed. */
const MIN_COMPRESSED = 2048;

async function pipe(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream): Promise<Buffer> {
	const piped = new Blob([bytes]).stream().pipeThrough(stream);
	return Buffer.from(await new Response(piped).arrayBuffer());
}

/** @example toSteps([1001, 1002, 1005]) // [1001, 1, 3] */
function toSteps(numbers: number[]): number[] {
	return numbers.map((number, index) => number - (numbers[index - 1] ?? 0));
}

function fromSteps(steps: unknown[]): number[] {
	let sum = 0;
	return steps.map((step) => (sum += Number(step)));
}

const isIds = (value: unknown): value is Set<number> => value instanceof Set;
const isMoments = (value: unknown): value is Map<number, number> => value instanceof Map;

/** Returns a value with each entry of its arrays and objects replaced. */
function mapEntries(value: unknown, replace: (entry: unknown) => unknown): unknown {
	if (Array.isArray(value)) return value.map(replace);
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, replace(entry)]));
}

/**
 * Replaces sets of IDs, and maps from IDs to times, by the differences between them, which are short and similar. The
 * replacer of `JSON.stringify`, and the reviver of `JSON.parse`, would be called for each ID.
 */
function toPlain(value: unknown): unknown {
	if (isIds(value)) return { $ids: toSteps([...value].sort((a, b) => a - b)) };
	if (!isMoments(value)) return mapEntries(value, toPlain);
	const sorted = [...value].sort(([a, atA], [b, atB]) => atA - atB || a - b);
	return { $at: toSteps(sorted.map(([, at]) => at)), $of: toSteps(sorted.map(([id]) => id)) };
}

function fromPlain(value: unknown): unknown {
	const { $ids: ids, $at: moments, $of: of } = isObject(value) ? value : {};
	if (Array.isArray(ids)) return new Set(fromSteps(ids));
	if (!Array.isArray(moments) || !Array.isArray(of)) return mapEntries(value, fromPlain);
	const ats = fromSteps(moments);
	return new Map(fromSteps(of).map((id, index) => [id, ats[index] ?? 0]));
}

/** Serializes a checkpoint of plain data, sets of IDs and maps from IDs to numbers. Compresses long JSON. */
export async function serialize(checkpoint: unknown): Promise<string> {
	const json = JSON.stringify(toPlain(checkpoint));
	if (json.length < MIN_COMPRESSED) return json;
	const bytes = new TextEncoder().encode(json);
	return (await pipe(bytes, new CompressionStream('deflate-raw'))).toString('base64');
}

/** Parses the result of {@link serialize}. Throws for any other text. */
export async function parse(text: string): Promise<unknown> {
	if (text.startsWith('{')) return fromPlain(JSON.parse(text));
	const bytes = new Uint8Array(Buffer.from(text, 'base64'));
	const json = await pipe(bytes, new DecompressionStream('deflate-raw'));
	return fromPlain(JSON.parse(json.toString()));
}
