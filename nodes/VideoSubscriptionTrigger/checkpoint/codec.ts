import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../shared/data/json';

/** Minimum number of characters that are compressed. */
const MIN_COMPRESSED = 2048;

async function pipe(data: string | Buffer<ArrayBuffer>, stream: CompressionStream) {
	const piped = new Blob([data]).stream().pipeThrough(stream);
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

/** Whether an object has a name that the codec would take for its own. */
const hasMark = (value: unknown): value is IDataObject =>
	isObject(value) && Object.keys(value).some((name) => name.startsWith('$'));

/**
 * Replaces sets of IDs, and maps from IDs to times, by the differences between them, which are short and similar. A record
 * with a name that begins with `$` stays as it is, in a text.
 */
function toPlain(_: string, value: unknown): unknown {
	if (isIds(value)) return { $ids: toSteps([...value].sort((a, b) => a - b)) };
	if (hasMark(value)) return { $json: JSON.stringify(value) };
	if (!isMoments(value)) return value;
	const sorted = [...value].sort(([a, atA], [b, atB]) => atA - atB || a - b);
	return { $at: toSteps(sorted.map(([, at]) => at)), $of: toSteps(sorted.map(([id]) => id)) };
}

function fromPlain(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(fromPlain);
	if (!isObject(value)) return value;
	const { $ids: ids, $at: moments, $of: of, $json: json } = value;
	if (typeof json === 'string') return JSON.parse(json);
	if (Array.isArray(ids)) return new Set(fromSteps(ids));
	if (!Array.isArray(moments) || !Array.isArray(of)) {
		const entries = Object.entries(value).map(([name, entry]) => [name, fromPlain(entry)]);
		return Object.fromEntries(entries);
	}
	const ats = fromSteps(moments);
	return new Map(fromSteps(of).map((id, index) => [id, ats[index] ?? 0]));
}

/** Serializes plain data, sets of IDs and maps from IDs to numbers. Compresses long JSON. */
export async function serialize(data: unknown): Promise<string> {
	const json = JSON.stringify(data, toPlain);
	if (json.length < MIN_COMPRESSED) return json;
	return (await pipe(json, new CompressionStream('deflate-raw'))).toString('base64');
}

/** Parses the result of {@link serialize}. Throws for any other text. A reviver would be called for each ID. */
export async function parse(text: string): Promise<unknown> {
	if (text.startsWith('{')) return fromPlain(JSON.parse(text));
	const json = await pipe(Buffer.from(text, 'base64'), new DecompressionStream('deflate-raw'));
	return fromPlain(JSON.parse(json.toString()));
}
