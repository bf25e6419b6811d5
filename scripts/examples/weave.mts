// `npm run weave`: writes the code of the steps that several examples share into the examples.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exampleNames, EXAMPLES } from '../lib/examples.mts';
import { woven } from './steps.mts';

for (const name of exampleNames) {
	const file = path.join(EXAMPLES, `${name}.json`);
	writeFileSync(file, woven(readFileSync(file, 'utf8')));
}
