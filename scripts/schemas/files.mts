import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../lib/paths.mts';

export const NODES = path.join(ROOT, 'nodes');

/** Returns the paths below `nodes/` that match. */
export const nodeFiles = (pattern: RegExp): string[] =>
	readdirSync(NODES, { recursive: true, encoding: 'utf8' })
		.map((file) => file.replaceAll('\\', '/'))
		.filter((file) => pattern.test(file))
		.sort();

/** Returns the committed schemas by their paths below `nodes/`. */
export const committedFiles = (): Record<string, string> =>
	Object.fromEntries(
		nodeFiles(/__schema__.*\.json$/).map((file) => [
			file,
			readFileSync(path.join(NODES, file), 'utf8'),
		]),
	);

/** Returns the path of an operation's schema below `nodes/`. n8n derives it from version, resource and operation. */
export function fileOf(name: string): string {
	const [node = '', operation] = name.split('.');
	const folder = node.charAt(0).toUpperCase() + node.slice(1);
	return `${folder}/__schema__/v1.0.0/${node}/${operation}.json`;
}

const schemaOf = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() });

/**
 * Returns the fields of an operation's items from its output schema.
 * @param name `<node>.<operation>`
 */
export function outputFieldsOf(name: string): string[] {
	const text = committedFiles()[fileOf(name)];
	return text === undefined ? [] : Object.keys(schemaOf.parse(JSON.parse(text)).properties ?? {});
}
