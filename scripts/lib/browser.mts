import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, selectors } from 'playwright-core';
import type { Browser, Locator, Page } from 'playwright-core';
import type { N8nApi } from './n8nApi.mts';
import { CACHE } from './paths.mts';

const SCREENSHOTS = path.join(CACHE, 'screenshots');
/** Debian's package; another one with the environment variable. */
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const PATIENCE = 60_000;

/** How far below its label a field begins, in pixels. */
const BELOW_LABEL = 40;

/**
 * Fields and texts of a node's panel, from top to bottom, each with what stands in it; without the choice of
 * Fixed or Expression, which older versions of n8n show all the time.
 */
const PANEL = `(() => {
	const panel = document.querySelector('[data-test-id="node-parameters"]');
	const yOf = (element) => element.getBoundingClientRect().top;
	const fields = [...panel.querySelectorAll('[data-test-id^="parameter-input-"]')];
	const valuesBelow = (label) => {
		const field = fields.find(
			(one) => yOf(one) > yOf(label) && yOf(one) < yOf(label) + ${BELOW_LABEL},
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

const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** n8n's editor in a real browser, used as a person uses it. */
export class Editor {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Opens a browser that is signed in. */
	static async open(api: N8nApi): Promise<Editor> {
		mkdirSync(SCREENSHOTS, { recursive: true });
		selectors.setTestIdAttribute('data-test-id');
		const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
		const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
		const [name = '', value = ''] = api.session.split('=');
		await context.addCookies([{ name, value, url: api.url }]);
		const page = await context.newPage();
		page.setDefaultTimeout(PATIENCE);
		return new Editor(browser, page, api.url);
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	id(testId: string): Locator {
		return this.page.getByTestId(testId);
	}

	/** Keeps a picture, once what moves has come to rest. */
	async picture(name: string): Promise<void> {
		await this.page.waitForTimeout(600);
		await this.page.screenshot({
			path: path.join(SCREENSHOTS, `${name}.png`),
			animations: 'disabled',
		});
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.id('canvas-plus-button').waitFor();
	}

	/** Types into the search for nodes; `opener` is what opens it. */
	async searchNodes(text: string, opener = 'canvas-plus-button'): Promise<void> {
		// A handle that was connected just now vanishes a moment later.
		await this.id(opener).nth(1).waitFor({ state: 'detached' });
		await this.id(opener).click();
		await this.id('node-creator-search-bar').fill(text);
		await this.id('node-creator-item-name').first().waitFor();
	}

	/** The names that the search for nodes shows. */
	async foundNodes(): Promise<string[]> {
		return (await this.id('node-creator-item-name').allInnerTexts()).map((name) => name.trim());
	}

	/** Adds a node from the search by its name there and one of its actions. */
	async addNode(name: string, action: string | RegExp, opener?: string): Promise<void> {
		await this.searchNodes('video subscription', opener);
		await this.id('node-creator-item-name').getByText(name, { exact: true }).first().click();
		await this.id('node-creator-item-name').filter({ hasText: action }).first().click();
		await this.id('node-parameters').waitFor();
	}

	/** The natural widths, in pixels, of the images inside all elements with a test id. */
	async imageWidths(testId: string): Promise<number[]> {
		const images = `document.querySelectorAll('[data-test-id="${testId}"] img')`;
		return await this.page.evaluate(`[...${images}].map(({ naturalWidth }) => naturalWidth)`);
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.id('canvas-node').first().waitFor();
	}

	/** Opens a node of the workflow by a double click. */
	async openNode(node: string): Promise<void> {
		await this.id('canvas-node').filter({ hasText: node }).dblclick();
		await this.id('node-parameters').waitFor();
	}

	/** What the panel of the open node shows, from top to bottom. */
	async panel(): Promise<string[]> {
		return await this.page.evaluate(PANEL);
	}

	/** What stands on the canvas: each node's name with what is below it, from left to right. */
	async canvas(): Promise<string[]> {
		const nodes = await this.id('canvas-node').all();
		const seen = await Promise.all(
			nodes.map(async (node) => ({
				x: (await node.boundingBox())?.x ?? 0,
				// Buttons that show now and then stand behind both.
				text: (await node.innerText()).split('\n').filter(Boolean).slice(0, 2).join(' | '),
			})),
		);
		return seen.sort((one, other) => one.x - other.x).map(({ text }) => text);
	}

	async closeNode(): Promise<void> {
		await this.id('ndv-close-button').click();
		await this.id('node-parameters').waitFor({ state: 'hidden' });
	}

	/** Opens the window of a new credential: by a button, or by a list where there are credentials already. */
	async newCredential(): Promise<void> {
		const button = this.page.getByText(/^(Connect to Video Subscription|Set up credential)/);
		const list = this.id('node-credentials-select').locator('input');
		await button.or(list).first().click();
		if (await list.isVisible()) await this.id('node-credentials-select-item-new').click();
	}

	/** Fills a text field of a node or of a credential. */
	async fill(parameter: string, value: string): Promise<void> {
		await this.id(`parameter-input-${parameter}`).locator('input').fill(value);
	}
}
