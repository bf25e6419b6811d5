import sharp from 'sharp';
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
/** Names stand out to the right, and so do lines that lead back to the next row. */
const RIGHT_MARGIN = 56;
/** The name of a node stands below it, outside its box. */
const NAME_HEIGHT = 48;
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
	const width = Math.max(...boxes.map((box) => box.x + box.width)) + RIGHT_MARGIN - x;
	const height = Math.max(...boxes.map((box) => box.y + box.height)) + NAME_HEIGHT + MARGIN - y;
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

/** How long each frame of the moving picture is shown, in milliseconds: ten seconds in all. */
const SHOWN_MS = { before: 1500, dryRun: 3000, switched: 1500, granted: 4000 };

/** The moving picture is as wide as a README shows it, which keeps it below a megabyte. */
const MOVING_WIDTH = 1000;

/** Executes the node of a panel as a dry run, then for real, and saves what the panel shows as a moving picture. */
async function saveBothRuns(
	{ page }: Editor,
	execute: (awaited: RegExp) => Promise<void>,
	[dryText, realText]: [RegExp, RegExp],
	file: string,
) {
	const frames: Buffer[] = [];
	const keep = async () => {
		await page.waitForTimeout(REST_MS);
		const shown = await page.screenshot({ animations: 'disabled' });
		frames.push(await sharp(shown).resize(MOVING_WIDTH).png().toBuffer());
	};
	await keep();
	await execute(dryText);
	await keep();
	// The only one that is on.
	await page.locator('.el-switch.is-checked').first().click();
	await keep();
	await execute(realText);
	await keep();
	await sharp(frames, { join: { animated: true } })
		.gif({ delay: Object.values(SHOWN_MS), colours: 64, dither: 0 })
		.toFile(file);
}

/** Executes the node of a panel and saves the panel with its output. */
export async function takePanel({ api, editor, credential }: PanelRun, name: string, file: string) {
	const { node, parameters, title, view, text, realText } = defined(PANELS[name], name);
	const shown = packageNode(node, title, parameters, credential);
	const workflow = 'events' in parameters ? triggered(title, shown) : chain(title, shown);
	await editor.page.setViewportSize(WINDOW);
	await editor.openWorkflow(await api.createWorkflow(workflow));
	await editor.openNode(title);
	const execute = async (awaited: RegExp) => {
		await editor.id('node-execute-button').first().click();
		const output = editor.id('output-panel');
		if (view) await output.getByTestId(`radio-button-${view}`).click();
		await output.getByText(awaited).first().waitFor();
	};
	if (realText) return await saveBothRuns(editor, execute, [text, realText], file);
	await execute(text);
	await save(editor, file);
}
