// `npm run schemas`: the output schemas, which the editor shows before a node has run.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { committedFiles, NODES } from './files.mts';
import { schemaFiles } from './schemas.mts';

for (const file of Object.keys(committedFiles())) rmSync(path.join(NODES, file));
for (const [file, text] of Object.entries(await schemaFiles())) {
	const target = path.join(NODES, file);
	mkdirSync(path.dirname(target), { recursive: true });
	writeFileSync(target, text);
}
