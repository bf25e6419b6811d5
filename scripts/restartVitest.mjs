// `npx vitest` in a fresh clone: vitest.config.mts imports this before anything that has to be installed.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled, node } from './setup.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

// `npx` fetched a Vitest that is not the project's, or an old Node.js runs it.
if (isInstalled || node !== process.execPath) {
	const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
	const { status } = spawnSync(node, [vitest, ...process.argv.slice(2)], { stdio: 'inherit' });
	// That Vitest can't remove its compiled configuration any more.
	for (const file of readdirSync(root))
		if (file.startsWith('vitest.config.mts.timestamp-')) rmSync(path.join(root, file));
	process.exit(status ?? 1);
}
