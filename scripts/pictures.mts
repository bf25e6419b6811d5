// `npm run pictures`: takes the pictures of README.md and examples/README.md in the editor of a real n8n: those that are
// outdated, those whose path contains one of the arguments, or `--all`.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Editor } from './lib/browser.mts';
import { CREDENTIAL, exampleNames, readExample } from './lib/examples.mts';
import { startInstance } from './lib/instance.mts';
import type { N8nApi } from './lib/n8nApi.mts';
import { ROOT } from './lib/paths.mts';
import { stopServers, stopServersOnSignal } from './lib/processes.mts';
import type { ServiceProcess } from './lib/service.mts';
import { PANELS, pictureOf } from './pictures/panels.mts';
import { takeCanvas, takePanel, takeSearch } from './pictures/take.mts';

type TakePicture = (file: string) => Promise<void>;

/** Creates a right and a wrong key, and empty credentials for the examples: the editor marks nodes without one. */
async function createCredentials(api: N8nApi, service: ServiceProcess) {
	const key = service.credentials.videoSubscriptionApi;
	const right = await api.createCredential(CREDENTIAL, 'videoSubscriptionApi', key);
	const wrongKey = { ...key, apiKey: 'a-wrong-key' };
	const wrong = await api.createCredential('Wrong key', 'videoSubscriptionApi', wrongKey);
	const nodes = exampleNames.flatMap((name) => readExample(name).nodes);
	const used = nodes.flatMap(({ credentials = {} }) =>
		Object.entries(credentials).map(([type, { name }]): [string, string] => [name, type]),
	);
	for (const [name, type] of new Map(used))
		if (name !== CREDENTIAL) await api.createCredential(name, type, {});
	return { right, wrong };
}

async function main(): Promise<void> {
	const { api, service, stop } = await startInstance('pictures');
	// Imported after the instance has built the package, which it reads.
	const { noteTaken, outdatedPictures } = await import('./pictures/shown.mts');
	const editor = await Editor.open(api);
	const { right, wrong } = await createCredentials(api, service);
	// Whom the panel of Grant Access gives access.
	await service.control('POST', 'customers', { email: 'ada@example.com', name: 'Ada Example' });
	const panelOf = (name: string): TakePicture => {
		const credential = name === 'error-wrong-key' ? wrong : right;
		return async (file) => await takePanel({ api, editor, credential }, name, file);
	};
	const all = new Map<string, TakePicture>([
		['docs/images/find-nodes.png', async (file) => await takeSearch(editor, file)],
		...Object.keys(PANELS).map((name): [string, TakePicture] => [pictureOf(name), panelOf(name)]),
		...exampleNames.map((name): [string, TakePicture] => [
			`examples/images/${name}.png`,
			async (file) => await takeCanvas(api, editor, name, file),
		]),
	]);
	const parts = process.argv.slice(2).map((part) => part.replace(/^--all$/, ''));
	const named = [...all.keys()].filter((picture) => parts.some((part) => picture.includes(part)));
	for (const picture of parts.length > 0 ? named : outdatedPictures()) {
		const file = path.join(ROOT, picture);
		mkdirSync(path.dirname(file), { recursive: true });
		await all.get(picture)?.(file);
		noteTaken(picture);
		console.log(picture);
	}
	await editor.close();
	await stop();
}

stopServersOnSignal(() => undefined);
try {
	await main();
} finally {
	await stopServers();
}
