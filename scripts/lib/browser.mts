import { chromium, selectors } from 'playwright-core';
import type { Browser, Locator, Page } from 'playwright-core';
import type { N8nApi } from './n8nApi.mts';

/** Debian's Chromium by default. */
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const TIMEOUT = 60_000;

const FLAGS =
	'--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** n8n's editor in a real browser. */
export class Editor {
	constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Opens a browser that is signed in with the session of the API client. */
	static async open<E extends Editor>(
		this: new (...parts: [Browser, Page, string]) => E,
		api: N8nApi,
	): Promise<E> {
		selectors.setTestIdAttribute('data-test-id');
		const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS.split(' ') });
		const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
		const [name = '', value = ''] = api.session.split('=');
		await context.addCookies([{ name, value, url: api.url }]);
		const page = await context.newPage();
		page.setDefaultTimeout(TIMEOUT);
		return new this(browser, page, api.url);
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	id(testId: string): Locator {
		return this.page.getByTestId(testId);
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

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.id('canvas-node').first().waitFor();
	}

	async openNode(node: string): Promise<void> {
		// By name: another node may have an operation of that name.
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`).dblclick();
		await this.id('node-parameters').waitFor();
	}
}
