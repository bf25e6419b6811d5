// `npm run docs`: the generated pages, the list of nodes in package.json, and the version in the user agent.
import { writeFileSync } from 'node:fs';
import build from '../lib/build.mts';
import { listNodes, writeUserAgent } from './manifest.mts';

listNodes();
writeUserAgent();
// The pages describe the built package, so it is built before they are imported.
await build();
const { generatedDocs, pathOf } = await import('./files.mts');
for (const [name, text] of Object.entries(await generatedDocs())) {
	writeFileSync(pathOf(name), text);
	console.log(name);
}
