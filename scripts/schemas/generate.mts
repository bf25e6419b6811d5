import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { committedFiles, nodesDirectory } from './files.mts';
import { schemaFiles } from './schemas.mts';

for (const path of Object.keys(committedFiles())) rmSync(join(nodesDirectory, path));
const files = Object.entries(await schemaFiles());
for (const [path, text] of files) {
	const target = join(nodesDirectory, path);
	mkdirSync(dirname(target), { recursive: true });
	writeFileSync(target, text);
}
console.log(`Wrote the output schemas of ${files.length} operations.`);
