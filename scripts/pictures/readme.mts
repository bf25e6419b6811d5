// Pictures of README.md: the search for nodes, and panels with their output.
import type { Editor } from '../lib/browser.mts';
import { chain, packageNode, triggered } from '../lib/workflows.mts';
import type { CredentialReference, WorkflowDefinition } from '../lib/n8nApi.mts';
import { PANELS, type Panel, type PanelName } from './panels.mts';

const WINDOW = { width: 1440, height: 900 };
/** What moves has come to rest by then. */
const REST_MS = 600;

/** How each panel comes to what it shows: its name on the canvas, the view of its output, and a text in it. */
const OUTPUTS: Record<PanelName, { title: string; view?: string; text: RegExp }> = {
	'grant-access': { title: 'Grant access to a product', view: 'table', text: /would/ },
	'error-wrong-key': { title: 'Get many customers', text: /did not accept/ },
	'trigger-test-event': { title: 'Customer created', view: 'json', text: /customerCreated/ },
};

async function save({ page }: Editor, file: string): Promise<void> {
	await page.waitForTimeout(REST_MS);
	await page.screenshot({ path: file, animations: 'disabled' });
}

export async function takeSearch(editor: Editor, file: string): Promise<void> {
	await editor.page.setViewportSize(WINDOW);
	await editor.newWorkflow();
	await editor.searchNodes('video subscription');
	await save(editor, file);
}

/** A workflow with the node of a panel in it. */
export function panelWorkflow(name: PanelName, key: CredentialReference): WorkflowDefinition {
	const { node, parameters }: Panel = PANELS[name];
	const { title } = OUTPUTS[name];
	const shown = packageNode(node, title, parameters, key);
	return 'event' in parameters ? triggered(title, shown) : chain(title, shown);
}

/** Runs the node of a panel and takes the panel with what came out. */
export async function takePanel(editor: Editor, workflow: string, name: PanelName, file: string) {
	const { title, view, text } = OUTPUTS[name];
	await editor.page.setViewportSize(WINDOW);
	await editor.openWorkflow(workflow);
	await editor.openNode(title);
	await editor.id('node-execute-button').first().click();
	const output = editor.id('output-panel');
	if (view) await output.getByTestId(`radio-button-${view}`).click();
	await output.getByText(text).first().waitFor();
	await save(editor, file);
}
