import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, selectors } from 'playwright-core';
import type { Browser, Locator, Page } from 'playwright-core';
import type { N8nApi } from './n8nApi.mts';
import { CACHE } from './paths.mts';

const SCREENSHOTS = path.join(CACHE, 'screenshots');
/** Debian's Chromium by default. */
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const TIMEOUT = 60_000;

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

const FLAGS =
	'--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** n8n's editor in a real browser. */
export class Editor {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Opens a browser that is signed in with the session of the API client. */
	static async open(api: N8nApi): Promise<Editor> {
		mkdirSync(SCREENSHOTS, { recursive: true });
		selectors.setTestIdAttribute('data-test-id');
		const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS.split(' ') });
		const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
		const [name = '', value = ''] = api.session.split('=');
		await context.addCookies([{ name, value, url: api.url }]);
		const page = await context.newPage();
		page.setDefaultTimeout(TIMEOUT);
		return new Editor(browser, page, api.url);
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	id(testId: string): Locator {
		return this.page.getByTestId(testId);
	}

	/** Saves a screenshot after animations have ended. */
	async picture(name: string): Promise<void> {
		await this.page.waitForTimeout(600);
		const file = path.join(SCREENSHOTS, `${name}.png`);
		await this.page.screenshot({ path: file, animations: 'disabled' });
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.id('canvas-plus-button').waitFor();
	}

	/** Searches for nodes. `opener` is the test ID of the button that opens the search. */
	async searchNodes(text: string, opener = 'canvas-plus-button'): Promise<void> {
		// The handle of a new connection disappears with a delay.
		await this.id(opener).nth(1).waitFor({ state: 'detached' });
		await this.id(opener).click();
		await this.id('node-creator-search-bar').fill(text);
		await this.id('node-creator-item-name').first().waitFor();
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

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.id('canvas-node').first().waitFor();
	}

	async openNode(node: string): Promise<void> {
		await this.id('canvas-node').filter({ hasText: node }).dblclick();
		await this.id('node-parameters').waitFor();
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
		return seen.sort((one, other) => one.x - other.x).map(({ text }) => text);
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
