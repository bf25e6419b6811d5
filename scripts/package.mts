// Builds and packs the package as it is published. `.ci/run` does so once for all its steps.
import { packPackage } from './lib/package.mts';
import { step } from './lib/progress.mts';
await step('Building and packing the nodes', packPackage);
