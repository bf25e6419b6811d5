// npm start and npm run dev: installs what the project needs, then hands over to the demo, which is TypeScript.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUp } from './setup.mjs';

setUp();

const scripts = path.dirname(fileURLToPath(import.meta.url));
const demo = spawn(
	process.execPath,
	['--import', 'tsx', path.join(scripts, 'demo.mts'), ...process.argv.slice(2)],
	{
		cwd: path.dirname(scripts),
		stdio: 'inherit',
	},
);

// Ctrl-C reaches the demo as well; this process stays until the demo has stopped everything.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => demo.kill('SIGTERM'));
demo.on('exit', (code) => process.exit(code ?? 1));
