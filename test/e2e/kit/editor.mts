import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Editor } from '../../../scripts/lib/browser.mts';
import { CACHE } from '../../../scripts/lib/paths.mts';

const SCREENSHOTS = path.join(CACHE, 'screenshots');

/** Maximum distance in pixels from a label to its field. */
const LABEL_DISTANCE = 40;

/** Collects the labels of a node's panel, top to bottom, with their values. Skips the switch Fixed/Expression. */
const PANEL = `(() => {
	const panel = document.querySelector('[data-test-id="node-parameters"]');
	const yOf = (element) => element.getBoundingClientRect().top;
	const fields = [...panel.querySelectorAll('[data-test-id^="parameter-input-"]')];
	const valuesBelow = (label) => {
		const field = fields.find(
			(one) => yOf(one) > yOf(label) && yOf(one) < yOf(label) + ${LABEL_DISTANCE},
		);
		return [...(field?.querySelectorAll('input') ?? [])]
			.map(({ type, checked, value, placeholder }) =>
				type === 'checkbox' ? String(checked) : value || placeholder,
			)
			.filter(Boolean);
	};
	return [...panel.querySelectorAll('label:not([role="radio"]), .notice-content')]
		.filter((element) => element.getBoundingClientRect().height > 0)
		.sort((one, other) => yOf(one) - yOf(other))
		.map((element) => {
			const [text] = element.innerText.trim().split('\\n');
			const values = element.matches('label') ? valuesBelow(element) : [];
			return values.length > 0 ? text + ': ' + values.join(' | ') : text;
		});
})()`;

/** Reads and operates the panels and dialogs of the editor. */
export class TestedEditor extends Editor {
	/** Saves a screenshot after animations have ended. */
	async picture(name: string): Promise<void> {
		await this.page.waitForTimeout(600);
		mkdirSync(SCREENSHOTS, { recursive: true });
		const file = path.join(SCREENSHOTS, `${name}.png`);
		await this.page.screenshot({ path: file, animations: 'disabled' });
	}

	/** Returns the names of the found nodes. */
	async foundNodes(): Promise<string[]> {
		return (await this.id('node-creator-item-name').allInnerTexts()).map((name) => name.trim());
	}

	/** Adds a node by its name in the search and one of its actions. */
	async addNode(name: string, action: string | RegExp, opener?: string): Promise<void> {
		await this.searchNodes('video subscription', opener);
		await this.id('node-creator-item-name').getByText(name, { exact: true }).first().click();
		await this.id('node-creator-item-name').filter({ hasText: action }).first().click();
		await this.id('node-parameters').waitFor();
	}

	/** Returns the natural widths of the images inside all elements with a test ID, in pixels. */
	async imageWidths(testId: string): Promise<number[]> {
		const images = `document.querySelectorAll('[data-test-id="${testId}"] img')`;
		return await this.page.evaluate(`[...${images}].map(({ naturalWidth }) => naturalWidth)`);
	}

	/** Returns the labels and values of the open panel, top to bottom. */
	async panel(): Promise<string[]> {
		return await this.page.evaluate(PANEL);
	}

	/** Returns each node's name and subtitle on the canvas, left to right. */
	async canvas(): Promise<string[]> {
		const nodes = await this.id('canvas-node').all();
		const seen = await Promise.all(
			nodes.map(async (node) => ({
				x: (await node.boundingBox())?.x ?? 0,
				// Buttons come after both.
				text: (await node.innerText()).split('\n').filter(Boolean).slice(0, 2).join(' | '),
			})),
		);
		return seen.sort((a, b) => a.x - b.x).map(({ text }) => text);
	}

	async closeNode(): Promise<void> {
		await this.id('ndv-close-button').click();
		await this.id('node-parameters').waitFor({ state: 'hidden' });
	}

	/** Opens the dialog of a new credential by its button, or by the list if there are credentials. */
	async newCredential(): Promise<void> {
		const button = this.page.getByText(/^(Connect to Video Subscription|Set up credential)/);
		const list = this.id('node-credentials-select').locator('input');
		await button.or(list).first().click();
		if (await list.isVisible()) await this.id('node-credentials-select-item-new').click();
	}

	/** Fills a text field of a node or credential. */
	async fill(parameter: string, value: string): Promise<void> {
		await this.id(`parameter-input-${parameter}`).locator('input').fill(value);
	}
}
