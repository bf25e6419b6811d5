// `npm start`: a real n8n with this package, connected to the simulated service. `npm run dev` adds a compiler that
// updates the running nodes whenever a file in nodes/ or credentials/ changes. (`n8n-node dev` would load them as
// `CUSTOM.…`, a type that neither the examples nor any other saved workflow uses.)
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { demoReply } from './demo/model.mts';
import { signIn } from './demo/owner.mts';
import { startPage } from './demo/page/index.mts';
import { choosePort, PORTS } from './demo/ports.mts';
import { FORM_LOGIN, importDemo, seedTables, UNDOABLE_RUN, WORKFLOW_ID } from './lib/demo.mts';
import { startMailbox } from './lib/mailbox.mts';
import { startModel } from './lib/model.mts';
import { installedPackage, installN8n, installPackage, N8N_VERSION, startN8n } from './lib/n8n.mts';
import { N8nApi } from './lib/n8nApi.mts';
import { packPackage } from './lib/package.mts';
import { CACHE, LOGS, ROOT } from './lib/paths.mts';
import {
	CommandError,
	followLog,
	startServer,
	stopServers,
	stopServersOnSignal,
	type ServerProcess,
} from './lib/processes.mts';
import { step } from './lib/progress.mts';
import { startSimulatedService } from './lib/service.mts';

const FIRST_STEPS = path.join(ROOT, 'scripts', 'demo', 'first-steps.txt');

const isDev = process.argv.includes('--dev');
/** Separate from the demo's: there, the compiler overwrites the package. */
const userFolder = path.join(CACHE, `${isDev ? 'dev' : 'demo'}-${N8N_VERSION}`);

/** Returns the ports of n8n, of the simulated service and of the page of messages. */
const choosePorts = async () => ({
	n8n: await choosePort(PORTS.n8n),
	service: await choosePort(PORTS.service),
	page: await choosePort(PORTS.page),
});

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

/** The first message on the page. */
const WELCOME = {
	channel: '#memberships',
	username: 'Demo',
	text: `:wave: What your workflows send appears here.
:leftwards_arrow_with_hook: A run of Sync Access has granted access to gil.granted@example.com and revoked it from rita.revoked@example.com. Its number in the log is ${UNDOABLE_RUN}. To take it back, open *Undo a run* and enter \`${UNDOABLE_RUN}\`.`,
	blocks: [],
};

/** Lines of n8n's log that say how far a long run is. */
const PROGRESS = /^.+: [\d,]+ done, [\d,]+ left$/;

/** Starts n8n with the package, the credentials and all examples, beside the simulated service. */
async function startDemo() {
	const ports = await choosePorts();
	// Installing n8n takes longest, so it runs beside the build.
	const n8nInstalled = installN8n();
	n8nInstalled.catch(() => {});
	const packed = await step('Building and packing the nodes (half a minute)', packPackage);
	const installing = `Installing n8n ${N8N_VERSION} (2 GB, three to four minutes the first time)`;
	const install = await step(installing, async () => await n8nInstalled);
	const service = await startSimulatedService({ logName: 'demo-service', port: ports.service });
	const page = await startPage(ports.page);
	const [model, mailbox] = [await startModel(demoReply), await startMailbox(page.addMail)];
	const env = isDev ? { N8N_DEV_RELOAD: 'true' } : {};
	const options = { install, userFolder, logName: isDev ? 'dev-n8n' : 'demo-n8n', env };
	await step('Importing credentials and all examples', async () => {
		// The compiler may have changed it since it was installed.
		if (isDev) rmSync(installedPackage(userFolder), { recursive: true, force: true });
		installPackage(userFolder, packed);
		const replacements = { modelUrl: model.url, mailPort: mailbox.port, pageUrl: page.url };
		await importDemo(service, options, replacements);
	});
	const compiler = isDev ? [startCompiler()] : [];
	const n8n = await step(
		'Starting n8n (half a minute)',
		async () => await startN8n({ ...options, port: ports.n8n }),
	);
	return { service, page, n8n, servers: [n8n.server, service.server, ...compiler] };
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
	const { service, page, n8n, servers } = await startDemo();
	const api = new N8nApi(n8n.url);
	const { email, password } = await signIn(api, userFolder);
	await seedTables(service, api);
	page.addMessage(WELCOME);
	followLog(n8n.server.log, (line) => {
		if (PROGRESS.test(line)) console.log(`  ${line}`);
	});

	console.log(`
  Open      ${n8n.url}/workflow/${WORKFLOW_ID}
  Sign in   ${email}   ${password}
  Sent      ${page.url}   (emails and Slack messages)
${isDev ? HOW_TO_DEVELOP : readFileSync(FIRST_STEPS, 'utf8')}

  Base URL             ${service.url}
  API key              ${service.apiKey}
  Client ID, secret    ${service.clientId}   ${service.clientSecret}
  Forms                user ${FORM_LOGIN}, password ${FORM_LOGIN}
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
