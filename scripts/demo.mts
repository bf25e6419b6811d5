// The demo behind `npm start`: a real n8n with this package, connected to the simulated service. `npm run dev`
// is the same with `--dev`: what is changed in nodes/ and credentials/ is there within seconds.
import { readFileSync, rmSync, statSync, watchFile } from 'node:fs';
import path from 'node:path';
import { importDemo, WORKFLOW_ID } from './lib/demo.mts';
import {
	installedPackage,
	installN8n,
	installPackage,
	N8N_VERSION,
	startN8n,
	type RunningN8n,
} from './lib/n8n.mts';
import { N8nApi } from './lib/n8nApi.mts';
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
import { keptOwner, startSignInPage } from './lib/signIn.mts';
import { decisionLinks, startMailbox } from './lib/mailbox.mts';
import { startModel } from './lib/model.mts';
import { demoReply } from './demo/model.mts';

const N8N_PORT = 5678;
const SERVICE_PORT = 4010;
const SIGN_IN_PORT = 5670;

const isDev = process.argv.includes('--dev');
/** A folder of its own for the development: there, the compiler changes the package. */
const userFolder = path.join(CACHE, `${isDev ? 'dev' : 'demo'}-${N8N_VERSION}`);

/** How n8n is started so that it loads a node again when its code changes. */
const DEV = { N8N_DEV_RELOAD: 'true' };

/** Compiles on each change, straight into the place where n8n has the package. */
function startCompiler(): ServerProcess {
	const tsc = path.join(ROOT, 'node_modules', '.bin', 'tsc');
	const outDir = path.join(installedPackage(userFolder), 'dist');
	return startServer(
		'The compiler',
		tsc,
		['--watch', '--preserveWatchOutput', '--incremental', 'false', '--outDir', outDir],
		{ cwd: ROOT, log: path.join(LOGS, 'dev-compiler.log') },
	);
}

/** Prints a mail of a workflow: to whom, about what, and where to decide if it asks. */
function printMail(mail: string): void {
	// A long header goes on in the next line, after a space.
	const unfolded = mail.replaceAll(/\r?\n[ \t]+/g, ' ');
	const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? '?';
	const links = decisionLinks(mail);
	const [approve, disapprove] = ['true', 'false'].map((answer) =>
		links.find((link) => link.includes(`approved=${answer}`)),
	);
	console.log(`  Mail to ${header('To')}: ${header('Subject')}`);
	if (approve && disapprove)
		console.log(`    approve     ${approve}\n    disapprove  ${disapprove}`);
}

/** n8n with the package, credentials and all examples, beside the simulated service. */
async function startDemo() {
	// Fetching n8n takes longest: it begins at once, beside the compiler.
	const n8nInstalled = installN8n();
	n8nInstalled.catch(() => {});
	const packed = await step('Building and packing the nodes (half a minute)', packPackage);
	const installing = `Installing n8n ${N8N_VERSION} (2 GB, three to four minutes the first time)`;
	const install = await step(installing, async () => await n8nInstalled);
	const service = await step(
		'Starting the simulated service',
		async () =>
			await startSimulatedService({ logName: 'demo-service', port: await freePort(SERVICE_PORT) }),
	);
	const [model, mailbox] = [await startModel(demoReply), await startMailbox(printMail)];
	const options = {
		install,
		userFolder,
		logName: isDev ? 'dev-n8n' : 'demo-n8n',
		...(isDev && { env: DEV }),
	};
	await step('Preparing n8n: the nodes, credentials, all examples', async () => {
		// Not the package of an earlier development.
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

/** Creates the owner's account the first time, signs in at every later one, and opens the page that lets the person in. */
async function enter(n8n: RunningN8n) {
	const api = new N8nApi(n8n.url);
	const { owner, isNew, keep } = keptOwner(path.join(userFolder, 'owner.json'));
	await (isNew ? api.setUpOwner(owner) : api.signIn(owner));
	keep();
	const { session } = api;
	const target = `${api.url}/workflow/${WORKFLOW_ID}`;
	const { address } = await startSignInPage({
		session,
		target,
		port: await freePort(SIGN_IN_PORT),
	});
	return { address, owner };
}

const FIRST_STEPS = `
  It signs you in, once, and opens a first workflow. Click "Execute workflow" at the
  bottom, then double-click a node to see what came back. To add one of the new
  nodes, click + and type "video subscription".

  All examples are under Workflows, ready to be run. Mails are printed here;
  what would go to Slack or to a sheet is shown in the node; a script answers for
  the language model. Try "grant access to ada@example.com" in the support agent:
  the mail with the question comes here, and the answer stands under Executions.`;

const HOW_TO_DEVELOP = `
  Change a file in nodes/ or credentials/ and save it: the compiler and n8n take it
  up within seconds, and the open editor shows it. What happens is told below.`;

/** Tells on the console what the compiler and n8n make of each change. */
function follow(log: string, isTold: (line: string) => boolean): void {
	let seen = statSync(log).size;
	watchFile(log, { interval: 300 }, ({ size }) => {
		const added = readFileSync(log).subarray(seen, size).toString('utf8');
		seen = size;
		for (const line of added.split('\n').filter(isTold)) console.log(`  ${line.trim()}`);
	});
}

async function main(): Promise<void> {
	let stopping = false;
	stopServersOnSignal(() => {
		stopping = true;
		console.log('\nStopping n8n and the simulated service …');
	});
	const { service, n8n, servers } = await startDemo();
	const { address, owner } = await step('Signing in', async () => await enter(n8n));

	console.log(`
  Open  ${address}
${isDev ? HOW_TO_DEVELOP : FIRST_STEPS}

  n8n itself           ${n8n.url}   ${owner.email}   ${owner.password}
  simulated service    ${service.url}
  logs                 ${LOGS}

  Ctrl-C stops everything. Deleting ${path.relative(process.cwd(), CACHE)} starts from nothing.
`);
	if (isDev)
		for (const { log } of servers) follow(log, (line) => /reload|error TS|Found \d/i.test(line));

	const ended = await Promise.race(
		servers.map(async (server) => {
			await server.ended;
			return server;
		}),
	);
	if (!stopping) throw new CommandError(`${ended.name} has ended.`, ended.log);
}

try {
	await main();
} catch (error) {
	console.error(`\n${error instanceof Error ? error.message : String(error)}`);
	await stopServers();
	process.exit(1);
}
