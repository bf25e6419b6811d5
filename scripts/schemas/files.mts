import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const nodesDirectory = fileURLToPath(new URL('../../nodes', import.meta.url));

/** The schemas that are there, by their paths below `nodes/`. */
export function committedFiles(): Record<string, string> {
	const paths = readdirSync(nodesDirectory, { recursive: true, encoding: 'utf8' })
		.filter((path) => /__schema__.*\.json$/.test(path))
		.map((path) => path.replaceAll('\\', '/'));
	return Object.fromEntries(
		paths.map((path) => [path, readFileSync(join(nodesDirectory, path), 'utf8')]),
	);
}

const schemaOf = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() });

/**
 * The fields of one item that an operation gives, from its output schema.
 *
 * @param name `<node>.<operation>`
 */
export function outputFieldsOf(name: string): string[] {
	const [node = '', operation = ''] = name.split('.');
	const folder = `${node.charAt(0).toUpperCase()}${node.slice(1)}/`;
	const entry = Object.entries(committedFiles()).find(
		([path]) => path.startsWith(folder) && path.endsWith(`/${operation}.json`),
	);
	if (entry === undefined) return [];
	return Object.keys(schemaOf.parse(JSON.parse(entry[1])).properties ?? {});
}
