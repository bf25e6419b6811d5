// Takes the pictures of examples/README.md: each example's canvas, in the editor of a real n8n.
import { mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { Editor } from '../test/e2e/kit/browser.mts';
import { CREDENTIAL, exampleNames, EXAMPLES, readExample } from '../test/e2e/kit/examples.mts';
import { installN8n, installPackage, N8N_VERSION, startN8n } from './lib/n8n.mts';
import { N8nApi } from './lib/n8nApi.mts';
import { packPackage } from './lib/package.mts';
import { CACHE } from './lib/paths.mts';
import { stopServers, stopServersOnSignal } from './lib/processes.mts';

const PICTURES = path.join(EXAMPLES, 'images');
const OWNER = { email: 'pictures@example.com', password: 'Pictures-1' };

/** A node without its credential is marked. These are never used: nothing is executed. */
const CREDENTIALS: Array<[name: string, type: string, data: Record<string, unknown>]> = [
	[
		CREDENTIAL,
		'videoSubscriptionApi',
		{ baseUrl: 'https://api.example.com', apiKey: 'unused', headerPrefix: 'SVC' },
	],
	['Slack account', 'slackApi', { accessToken: 'unused' }],
	['SMTP account', 'smtp', { host: 'mail.example.com', port: 465 }],
	['OpenAI account', 'openAiApi', { apiKey: 'unused' }],
	[
		'Google Sheets account',
		'googleSheetsOAuth2Api',
		{ clientId: 'unused', clientSecret: 'unused' },
	],
];

/** The canvas alone: only nodes, notes and lines show. */
const CANVAS_ONLY = `
	body * { visibility: hidden }
	.vue-flow__transformationpane, .vue-flow__transformationpane * { visibility: visible }
	[data-test-id="canvas-handle-plus-wrapper"], [data-test-id="canvas-handle-plus-wrapper"] *,
	[data-test-id="canvas-node-toolbar"], [data-test-id="canvas-node-toolbar"] * { visibility: hidden !important }
`;

/** Wide enough for the widest example at full size, the editor's own parts included. */
const WINDOW = { width: 3400, height: 1500 };
const MARGIN = 24;

/** The part of the window that nodes and notes take, with a margin. */
async function canvasOf(page: Page) {
	const nodes = await page.locator('.vue-flow__node').all();
	const boxes = (await Promise.all(nodes.map(async (node) => await node.boundingBox()))).filter(
		(box) => box !== null,
	);
	const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN;
	const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
	return {
		x: left,
		y: top,
		width: Math.max(...boxes.map(({ x, width }) => x + width)) + MARGIN - left,
		height: Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN - top,
	};
}

async function takePicture(api: N8nApi, editor: Editor, name: string): Promise<void> {
	const { page } = editor;
	await editor.openWorkflow(await api.createWorkflow(readExample(name)));
	await page.waitForLoadState('networkidle');
	// The editor's own key for fitting the view.
	await page.keyboard.press('1');
	await page.addStyleTag({ content: CANVAS_ONLY });
	await page.waitForFunction(
		"document.getAnimations().every(({ playState }) => playState !== 'running')",
	);
	const file = path.join(PICTURES, `${name}.png`);
	await page.screenshot({ path: file, clip: await canvasOf(page) });
	console.log(
		`${path.relative(process.cwd(), file)}, ${Math.round(statSync(file).size / 1024)} KB`,
	);
}

async function main(): Promise<void> {
	const [packed, install] = [await packPackage(), await installN8n()];
	const userFolder = path.join(CACHE, `pictures-${N8N_VERSION}`);
	rmSync(userFolder, { recursive: true, force: true });
	installPackage(userFolder, packed);
	const api = new N8nApi((await startN8n({ install, userFolder, logName: 'pictures-n8n' })).url);
	await api.setUpOwner(OWNER);
	for (const credential of CREDENTIALS) await api.createCredential(...credential);
	const editor = await Editor.open(api);
	await editor.page.setViewportSize(WINDOW);
	mkdirSync(PICTURES, { recursive: true });
	for (const name of exampleNames) await takePicture(api, editor, name);
	await editor.close();
}

stopServersOnSignal(() => undefined);
try {
	await main();
} finally {
	await stopServers();
}
