// Pictures of examples/README.md: each example's canvas.
import type { Page } from 'playwright-core';
import type { Editor } from '../lib/browser.mts';
import { readExample } from '../lib/examples.mts';
import type { N8nApi } from '../lib/n8nApi.mts';

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

/** @param file the picture's path */
export async function takeCanvas(api: N8nApi, editor: Editor, name: string, file: string) {
	const { page } = editor;
	await page.setViewportSize(WINDOW);
	await editor.openWorkflow(await api.createWorkflow(readExample(name)));
	await page.waitForLoadState('networkidle');
	// The editor's own key for fitting the view.
	await page.keyboard.press('1');
	await page.addStyleTag({ content: CANVAS_ONLY });
	await page.waitForFunction(
		"document.getAnimations().every(({ playState }) => playState !== 'running')",
	);
	await page.screenshot({ path: file, clip: await canvasOf(page) });
}
