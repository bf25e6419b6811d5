// `npm start`: a real n8n with this package, connected to the simulated service. `npm run dev` adds a compiler that
// updates the running nodes whenever a file in nodes/ or credentials/ changes. (`n8n-node dev` would load them as
// `CUSTOM.…`, a type that neither the examples nor any other saved workflow uses.)
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { demoReply } from './demo/model.mts';
import { importDemo, WORKFLOW_ID } from './lib/demo.mts';
import { findDecisionLink, startMailbox, type Mail } from './lib/mailbox.mts';
import { startModel } from './lib/model.mts';
import { installedPackage, installN8n, installPackage, N8N_VERSION, startN8n } from './lib/n8n.mts';
import { N8nApi, type Owner } from './lib/n8nApi.mts';
import { packPackage } from './lib/package.mts';
import { CACHE, LOGS, ROOT } from './lib/paths.mts';
import {
	CommandError,
	freePort,
	startServer,
	stopServers,
	stopServersOnSignal,
	type ServerProcess,
} from './lib/processes.mts';
import { step } from './lib/progress.mts';
import { startSimulatedService } from './lib/service.mts';

const N8N_PORT = 5678;
const SERVICE_PORT = 4010;
const FIRST_STEPS = path.join(ROOT, 'scripts', 'demo', 'first-steps.txt');

const isDev = process.argv.includes('--dev');
/** Separate from the demo's: there, the compiler overwrites the package. */
const userFolder = path.join(CACHE, `${isDev ? 'dev' : 'demo'}-${N8N_VERSION}`);

/** Starts the compiler; it writes to where n8n loads the package from. */
function startCompiler(): ServerProcess {
	const tsc = path.join(ROOT, 'node_modules', '.bin', 'tsc');
	const outDir = path.join(installedPackage(userFolder), 'dist');
	const args = ['--watch', '--preserveWatchOutput', '--incremental', 'false', '--outDir', outDir];
	return startServer('The compiler', tsc, args, {
		cwd: ROOT,
		log: path.join(LOGS, 'dev-compiler.log'),
	});
}

/** Prints an email that a workflow sent, with the links of one that asks for a decision. */
function printMail(mail: Mail): void {
	console.log(`  Email to ${mail.to}: ${mail.subject}`);
	const [approve, decline] = [true, false].map((isApproved) => findDecisionLink(mail, isApproved));
	if (approve && decline) console.log(`    approve  ${approve}\n    decline  ${decline}`);
}

/** Starts n8n with the package, the credentials and all examples, beside the simulated service. */
async function startDemo() {
	// Installing n8n takes longest, so it runs beside the build.
	const n8nInstalled = installN8n();
	n8nInstalled.catch(() => {});
	const packed = await step('Building and packing the nodes (half a minute)', packPackage);
	const installing = `Installing n8n ${N8N_VERSION} (2 GB, three to four minutes the first time)`;
	const install = await step(installing, async () => await n8nInstalled);
	const port = await freePort(SERVICE_PORT);
	const service = await startSimulatedService({ logName: 'demo-service', port });
	const [model, mailbox] = [await startModel(demoReply), await startMailbox(printMail)];
	const env = isDev ? { N8N_DEV_RELOAD: 'true' } : {};
	const options = { install, userFolder, logName: isDev ? 'dev-n8n' : 'demo-n8n', env };
	await step('Importing credentials and all examples', async () => {
		// The compiler may have changed it since it was installed.
		if (isDev) rmSync(installedPackage(userFolder), { recursive: true, force: true });
		installPackage(userFolder, packed);
		await importDemo(service, options, { modelUrl: model.url, mailPort: mailbox.port });
	});
	const compiler = isDev ? [startCompiler()] : [];
	const n8n = await step(
		'Starting n8n (half a minute)',
		async () => await startN8n({ ...options, port: await freePort(N8N_PORT) }),
	);
	return { service, n8n, servers: [n8n.server, service.server, ...compiler] };
}

/** Creates the owner's account on the first start. Its random password is kept in a file that only this user can read. */
async function ownerOf(url: string): Promise<Owner> {
	const file = path.join(userFolder, 'owner.json');
	const ownerSchema = z.object({ email: z.string(), password: z.string() });
	if (existsSync(file)) return ownerSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
	// n8n requires a capital letter and a digit.
	const password = `${randomBytes(12).toString('base64url')}-N8`;
	const owner = { email: 'demo@example.com', password };
	await new N8nApi(url).setUpOwner(owner);
	writeFileSync(file, JSON.stringify(owner), { mode: 0o600 });
	return owner;
}

const HOW_TO_DEVELOP = `
  Save a file in nodes/ or credentials/: the compiler and n8n update the nodes
  within seconds, also in the open editor. Compiler errors are in its log.`;

async function main(): Promise<void> {
	let isStopping = false;
	stopServersOnSignal(() => {
		isStopping = true;
		console.log('\nStopping n8n and the simulated service …');
	});
	const { service, n8n, servers } = await startDemo();
	const { email, password } = await ownerOf(n8n.url);

	console.log(`
  Open      ${n8n.url}/workflow/${WORKFLOW_ID}
  Sign in   ${email}   ${password}
${isDev ? HOW_TO_DEVELOP : readFileSync(FIRST_STEPS, 'utf8')}

  Base URL             ${service.url}
  API key              ${service.apiKey}
  Logs                 ${LOGS}

  Ctrl-C stops everything. Deleting ${path.relative(process.cwd(), CACHE)} resets everything.
`);
	const ended = await Promise.race(
		servers.map(async (server) => {
			await server.ended;
			return server;
		}),
	);
	if (!isStopping) throw new CommandError(`${ended.name} has ended.`, ended.log);
}

try {
	await main();
} catch (error) {
	console.error(`\n${error instanceof Error ? error.message : String(error)}`);
	await stopServers();
	process.exit(1);
}
