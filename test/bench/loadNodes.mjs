// Runs in the Node.js of n8n, with n8n's own modules: loads nodes as n8n does and prints the milliseconds, and those of
// the processor.
// Arguments: the folder of n8n, the folder of the package with the nodes, then the nodes' files in it.
import { createRequire } from 'node:module';
import path from 'node:path';

const [n8n, directory, ...files] = process.argv.slice(2);
const { PackageDirectoryLoader } = createRequire(path.join(n8n, 'package.json'))('n8n-core');

const loader = new PackageDirectoryLoader(directory);
const started = performance.now();
const cpuBefore = process.cpuUsage();
for (const file of files) loader.loadNodeFromFile(file, '1.0.0');
const ms = performance.now() - started;
const { user, system } = process.cpuUsage(cpuBefore);
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000 }));
