// Takes the pictures of README.md and examples/README.md in the editor of a real n8n: those that are out of date, those
// of which a part of the path is named, or `--all`.
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Editor } from './lib/browser.mts';
import { CREDENTIAL, exampleNames } from './lib/examples.mts';
import { startInstance } from './lib/instance.mts';
import type { Instance } from './lib/instance.mts';
import type { CredentialReference } from './lib/n8nApi.mts';
import { ROOT } from './lib/paths.mts';
import { stopServers, stopServersOnSignal } from './lib/processes.mts';
import { takeCanvas } from './pictures/canvas.mts';
import { panelWorkflow, takePanel, takeSearch } from './pictures/readme.mts';
import type { PanelName } from './pictures/panels.mts';

/** A node without its credential is marked. These are never used: no example is executed. */
const UNUSED: Array<[name: string, type: string, data: Record<string, unknown>]> = [
	['Slack account', 'slackApi', { accessToken: 'unused' }],
	['SMTP account', 'smtp', { host: 'mail.example.com', port: 465 }],
	['OpenAI account', 'openAiApi', { apiKey: 'unused' }],
	['HubSpot account', 'hubspotAppToken', { appToken: 'unused' }],
	['Mailchimp account', 'mailchimpApi', { apiKey: 'unused-us1' }],
	['Stripe account', 'stripeApi', { secretKey: 'unused' }],
	['Community account', 'httpHeaderAuth', { name: 'Authorization', value: 'unused' }],
	['Partner account', 'httpHeaderAuth', { name: 'X-Partner', value: 'unused' }],
	[
		'Google Sheets account',
		'googleSheetsOAuth2Api',
		{ clientId: 'unused', clientSecret: 'unused' },
	],
];

/** The examples' pictures show nodes that have a credential; the README's are taken with the right key and a wrong one. */
async function createCredentials({ api, service }: Instance) {
	for (const credential of UNUSED) await api.createCredential(...credential);
	const right = service.credentials.videoSubscriptionApi;
	const wrong = { ...right, apiKey: 'a-wrong-key' };
	return {
		right: await api.createCredential(CREDENTIAL, 'videoSubscriptionApi', right),
		wrong: await api.createCredential('Wrong key', 'videoSubscriptionApi', wrong),
	};
}

/** How each picture is taken, by its path below the project's top level. */
async function cameras(instance: Instance, editor: Editor) {
	const { api } = instance;
	const { right, wrong } = await createCredentials(instance);
	const panel = (name: PanelName, credential: CredentialReference) => async (file: string) => {
		const workflow = await api.createWorkflow(panelWorkflow(name, credential));
		await takePanel(editor, workflow, name, file);
	};
	return new Map([
		['docs/images/find-nodes.png', async (file: string) => await takeSearch(editor, file)],
		['docs/images/grant-access.png', panel('grant-access', right)],
		['docs/images/error-wrong-key.png', panel('error-wrong-key', wrong)],
		['docs/images/trigger-test-event.png', panel('trigger-test-event', right)],
		...exampleNames.map((name): [string, (file: string) => Promise<void>] => [
			`examples/images/${name}.png`,
			async (file) => await takeCanvas(api, editor, name, file),
		]),
	]);
}

async function main(): Promise<void> {
	const instance = await startInstance('pictures');
	// The package as it was built just now, not as it was before.
	const { noteTaken, outdatedPictures } = await import('./pictures/shown.mts');
	const editor = await Editor.open(instance.api);
	const all = await cameras(instance, editor);
	const parts = process.argv.slice(2).map((part) => part.replace(/^--all$/, ''));
	const named = [...all.keys()].filter((picture) => parts.some((part) => picture.includes(part)));
	const wanted = parts.length > 0 ? named : outdatedPictures();
	for (const picture of wanted) {
		const file = path.join(ROOT, picture);
		mkdirSync(path.dirname(file), { recursive: true });
		await all.get(picture)?.(file);
		noteTaken(picture);
		console.log(`${picture}, ${Math.round(statSync(file).size / 1024)} KB`);
	}
	await editor.close();
	await instance.stop();
}

stopServersOnSignal(() => undefined);
try {
	await main();
} finally {
	await stopServers();
}
