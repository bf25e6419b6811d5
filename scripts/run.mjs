// `node scripts/run.mjs <command …>`: installs what the project needs, then runs a command on the Node.js of setup.mjs.
// The shell of an npm script can't do both: it remembers where it found the machine's `node`.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { node } from './setup.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folders = [path.join(root, 'node_modules', '.bin'), path.dirname(node), process.env.PATH];
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, {
	stdio: 'inherit',
	env: { ...process.env, PATH: folders.join(path.delimiter) },
	// There, a command is a file that only a shell runs.
	shell: process.platform === 'win32',
});
child.on('error', (error) => {
	console.error(error.message);
	process.exit(1);
});
child.on('exit', (status) => process.exit(status ?? 1));
process.on('SIGTERM', () => child.kill('SIGTERM'));
// A terminal sends these to the command as well, which may have something to stop first.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
