import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
