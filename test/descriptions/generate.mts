// npm run descriptions: makes the nodes as they are the promise to saved workflows. What would break such a
// workflow is written with `-- --breaking` only: until the first release, and never within a major version.
import build from '../kit/build.mts';
import { differences } from './compare.mts';
import { promise, promisedShapes } from './files.mts';
import { shapesOf } from './snapshot.mts';

await build();
const { nodeTypes } = await import('../kit/engine.mts');

const shapes = shapesOf(nodeTypes);
const found = differences(promisedShapes(), shapes);
for (const { what, breaks } of found) console.log(`${breaks ? 'BREAKS ' : 'fine   '} ${what}`);
if (found.some(({ breaks }) => breaks) && !process.argv.includes('--breaking')) {
	console.error(
		'\nNothing is written: this needs a new version of the node (CONTRIBUTING.md), or `-- --breaking`.',
	);
	process.exitCode = 1;
} else {
	await promise(shapes);
	console.log(`\n${Object.keys(shapes).length} nodes, ${found.length} differences, written.`);
}
