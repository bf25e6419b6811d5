import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { manifest } from '../lib/package.mts';
import { ROOT } from '../lib/paths.mts';
import { nodeFiles } from '../schemas/files.mts';

/** Rewrites the part of a file that matches. */
function rewrite(file: string, part: RegExp, text: string): void {
	const target = path.join(ROOT, file);
	writeFileSync(
		target,
		readFileSync(target, 'utf8').replace(part, () => text),
	);
}

/** Lists every node under `n8n.nodes` of package.json, from which n8n loads them. */
export function listNodes(): void {
	const lines = nodeFiles(/\.node\.ts$/).map(
		(file) => `\n\t\t\t"dist/nodes/${file.replace(/\.ts$/, '.js')}"`,
	);
	rewrite('package.json', /(?<="nodes": \[)[^\]]*(?=\n\t\t\])/, lines.join());
}

/** Writes the version of package.json into the header that requests carry. */
export function writeUserAgent(): void {
	const { name, version } = manifest();
	rewrite('nodes/shared/client/transport.ts', /(?<=USER_AGENT = ')[^']+/, `${name}/${version}`);
}
