import { writeFileSync } from 'node:fs';

import build from '../lib/build.mts';
import { namePackedNodes } from './packedNodes.mts';

namePackedNodes();
// The pages tell of the built package; so it is built before they are made.
await build();
const { generatedDocs, pathOf } = await import('./files.mts');
for (const [name, text] of Object.entries(await generatedDocs())) {
	writeFileSync(pathOf(name), text);
	console.log(name);
}
