// The demo behind `npm start`: a real n8n with this package, connected to the simulated service.
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { importDemo, WORKFLOW_ID } from './lib/demo.mts';
import { installN8n, installPackage, N8N_VERSION, startN8n } from './lib/n8n.mts';
import { N8nApi } from './lib/n8nApi.mts';
import { packPackage } from './lib/package.mts';
import { CACHE, LOGS } from './lib/paths.mts';
import { CommandError, freePort, stopServers, stopServersOnSignal } from './lib/processes.mts';
import { Progress } from './lib/progress.mts';
import { startSimulatedService } from './lib/service.mts';

const N8N_PORT = 5678;
const SERVICE_PORT = 4010;
const SIGN_IN_PORT = 5670;
/** Made for this demo alone; n8n listens on this computer only. */
const OWNER = { email: 'demo@example.com', password: 'Video-demo-1' };

const userFolder = path.join(CACHE, `demo-${N8N_VERSION}`);

/** Creates the owner's account the first time, signs in at every later one. */
async function signIn(api: N8nApi): Promise<void> {
	const marker = path.join(userFolder, 'owner');
	if (existsSync(marker)) {
		await api.signIn(OWNER);
	} else {
		await api.setUpOwner(OWNER);
		writeFileSync(marker, OWNER.email);
	}
}

/** A page on loopback that hands the session to the browser and goes on to the workflow, so that nobody has to sign in. */
async function startSignInPage(api: N8nApi, port: number): Promise<string> {
	const page = createServer((_request, response) => {
		response.writeHead(302, {
			'set-cookie': `${api.session}; Path=/; HttpOnly; SameSite=Lax`,
			location: `${api.url}/workflow/${WORKFLOW_ID}`,
		});
		response.end();
	});
	page.listen(port, '127.0.0.1');
	await once(page, 'listening');
	return `http://localhost:${port}`;
}

async function main(): Promise<void> {
	let stopping = false;
	stopServersOnSignal(() => {
		stopping = true;
		console.log('\nStopping n8n and the simulated service …');
	});
	const progress = new Progress(6);

	const packed = await progress.run('Building and packing the nodes', packPackage);
	const install = await progress.run(
		`Installing n8n ${N8N_VERSION} (2 GB, two minutes the first time)`,
		installN8n,
	);
	const service = await progress.run(
		'Starting the simulated service',
		async () =>
			await startSimulatedService({ logName: 'demo-service', port: await freePort(SERVICE_PORT) }),
	);
	const options = { install, userFolder, logName: 'demo-n8n' };
	await progress.run(
		'Preparing n8n: the nodes, both credentials, an example workflow',
		async () => {
			installPackage(userFolder, packed);
			await importDemo(service, options);
		},
	);
	const n8n = await progress.run(
		'Starting n8n (half a minute)',
		async () => await startN8n({ ...options, port: await freePort(N8N_PORT) }),
	);
	const api = new N8nApi(n8n.url);
	const entrance = await progress.run('Signing in', async () => {
		await signIn(api);
		return await startSignInPage(api, await freePort(SIGN_IN_PORT));
	});

	console.log(`
  Open  ${entrance}

  It signs you in and opens the example workflow. Click "Execute workflow" at the
  bottom, then double-click a node to see what came back. To add one of the new
  nodes, click + and type "video subscription".

  n8n itself           ${n8n.url}   ${OWNER.email}   ${OWNER.password}
  simulated service    ${service.url}
  logs                 ${LOGS}

  Ctrl-C stops everything. Deleting ${path.relative(process.cwd(), CACHE)} starts from nothing.
`);

	const ended = await Promise.race(
		[n8n.server, service.server].map(async (server) => {
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
