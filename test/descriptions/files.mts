import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import { parsed } from '../kit/json.mts';
import type { NodeShape } from './snapshot.mts';

const directory = new URL('./snapshots/', import.meta.url);

/** What saved workflows were promised: the shapes as they are committed, by the nodes' short names. */
export function promisedShapes(): Record<string, NodeShape> {
	mkdirSync(directory, { recursive: true });
	return Object.fromEntries(
		readdirSync(directory).map((file): [string, NodeShape] => [
			file.replace(/\.json$/, ''),
			parsed<NodeShape>(readFileSync(new URL(file, directory), 'utf8')),
		]),
	);
}

/** Makes these shapes the promise. */
export async function promise(shapes: Record<string, NodeShape>): Promise<void> {
	const style = await resolveConfig(fileURLToPath(import.meta.url));
	rmSync(directory, { recursive: true, force: true });
	mkdirSync(directory, { recursive: true });
	for (const [name, shape] of Object.entries(shapes)) {
		const text = await format(JSON.stringify(shape), { ...style, parser: 'json' });
		writeFileSync(new URL(`${name}.json`, directory), text);
	}
}
