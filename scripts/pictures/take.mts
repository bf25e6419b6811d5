import type { Editor } from '../lib/browser.mts';
import { readExample } from '../lib/examples.mts';
import type { CredentialReference, N8nApi } from '../lib/n8nApi.mts';
import { chain, packageNode, triggered } from '../lib/workflows.mts';
import { PANELS } from './panels.mts';
import { defined } from '../lib/defined.mts';

const WINDOW = { width: 1440, height: 900 };
/** Shows all but the largest example at full size, which keeps its picture small. */
const CANVAS_WINDOW = { width: 2000, height: 1200 };
const MARGIN = 24;
/** Animations have ended after this time. */
const REST_MS = 600;

/** Hides everything but nodes, notes and connections. */
const CANVAS_ONLY = `
	body * { visibility: hidden }
	.vue-flow__transformationpane, .vue-flow__transformationpane * { visibility: visible }
	[data-test-id="canvas-handle-plus-wrapper"], [data-test-id="canvas-handle-plus-wrapper"] *,
	[data-test-id="canvas-node-toolbar"], [data-test-id="canvas-node-toolbar"] * { visibility: hidden !important }
`;

/** Returns the part of the window that nodes and notes cover, with a margin. */
async function canvasArea({ page }: Editor) {
	const nodes = await page.locator('.vue-flow__node').all();
	const found = await Promise.all(nodes.map(async (node) => await node.boundingBox()));
	const boxes = found.filter((box) => box !== null);
	const x = Math.min(...boxes.map((box) => box.x)) - MARGIN;
	const y = Math.min(...boxes.map((box) => box.y)) - MARGIN;
	const width = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN - x;
	const height = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN - y;
	return { x, y, width, height };
}

/** Saves the canvas of an example. */
export async function takeCanvas(api: N8nApi, editor: Editor, name: string, file: string) {
	const { page } = editor;
	await page.setViewportSize(CANVAS_WINDOW);
	await editor.openWorkflow(await api.createWorkflow(readExample(name)));
	await page.waitForLoadState('networkidle');
	// The editor's shortcut for Fit to View.
	await page.keyboard.press('1');
	await page.addStyleTag({ content: CANVAS_ONLY });
	await page.waitForFunction(
		"document.getAnimations().every(({ playState }) => playState !== 'running')",
	);
	await page.screenshot({ path: file, clip: await canvasArea(editor) });
}

async function save({ page }: Editor, file: string): Promise<void> {
	await page.waitForTimeout(REST_MS);
	await page.screenshot({ path: file, animations: 'disabled' });
}

/** Saves the search for the package's nodes. */
export async function takeSearch(editor: Editor, file: string): Promise<void> {
	await editor.page.setViewportSize(WINDOW);
	await editor.newWorkflow();
	await editor.searchNodes('video subscription');
	await save(editor, file);
}

interface PanelRun {
	api: N8nApi;
	editor: Editor;
	credential: CredentialReference;
}

/** Executes the node of a panel and saves the panel with its output. */
export async function takePanel({ api, editor, credential }: PanelRun, name: string, file: string) {
	const { node, parameters, title, view, text } = defined(PANELS[name], name);
	const shown = packageNode(node, title, parameters, credential);
	const workflow = 'event' in parameters ? triggered(title, shown) : chain(title, shown);
	await editor.page.setViewportSize(WINDOW);
	await editor.openWorkflow(await api.createWorkflow(workflow));
	await editor.openNode(title);
	await editor.id('node-execute-button').first().click();
	const output = editor.id('output-panel');
	if (view) await output.getByTestId(`radio-button-${view}`).click();
	await output.getByText(text).first().waitFor();
	await save(editor, file);
}
