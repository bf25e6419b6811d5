import type { INode } from 'n8n-workflow';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import type {
	CredentialReference,
	Execution,
	WorkflowDefinition,
} from '../../../scripts/lib/n8nApi.mts';
import {
	CREDENTIAL,
	readExample,
	withCredential,
	withNodes,
	withStandIns,
} from '../../../scripts/lib/examples.mts';
import { startInstance } from '../../../scripts/lib/instance.mts';
import type { Instance } from '../../../scripts/lib/instance.mts';
import { only } from '../../kit/defined.mts';

const PATIENCE_SECONDS = 240;
/** Longer than any poll is away, with time for the execution. */
export const ARRIVAL = { timeout: 60_000, interval: 1000 };
/** Shorter reasons would not say what to do. */
export const REASON_LENGTH = 20;

const idsSchema = z.object({ ids: z.tuple([z.number()]).rest(z.number()) });
const customerSchema = z.object({ id: z.number(), name: z.string().nullable(), email: z.string() });
const listSchema = z.object({
	_links: z.object({ next: z.object({ href: z.string().nullable() }) }),
	_embedded: z.object({ customers: z.array(customerSchema) }),
});
const fileSchema = z.object({
	fileName: z.string(),
	data: z.object({ data: z.array(z.number()) }),
});

export const mailSchema = z.object({ toEmail: z.string(), subject: z.string(), text: z.string() });
export const messageSchema = z.object({ channelId: z.string(), text: z.string() });

/** The texts that a node for the chat told. */
export const textsOf = (records: unknown): string[] =>
	z
		.array(messageSchema)
		.parse(records ?? [])
		.map(({ text }) => text);

/** The page that a form ends with, and what n8n keeps of its execution. */
export interface Submission {
	page: string;
	execution: Execution;
}

/** A table as programs save it. */
export const csvFile = (text: string, name: string) => new File([text], name, { type: 'text/csv' });

/** The file that the last page of a form has the browser save. */
export function fileOnPage(page: string): File {
	const [, files = ''] = /JSON\.parse\(decodeURIComponent\("([^"]+)"\)\)/.exec(page) ?? [];
	// An earlier n8n knows of one file only.
	const saved: unknown = JSON.parse(decodeURIComponent(files));
	const { fileName, data } = fileSchema.parse(Array.isArray(saved) ? saved[0] : saved);
	return new File([new Uint8Array(data.data)], fileName);
}

/** Examples in a real n8n beside a simulated service. */
export class ExampleRuns {
	private readonly credentials: CredentialReference[] = [];

	private instance!: Instance;

	/**
	 * For the tests of a file: what an earlier one asked, or let fail, is forgotten, and none breaks the contract.
	 *
	 * @param name begins the names of the logs
	 */
	constructor(name: string) {
		beforeAll(async () => {
			this.instance = await startInstance(name);
			const { videoSubscriptionApi } = this.service.credentials;
			await this.useCredential(CREDENTIAL, 'videoSubscriptionApi', videoSubscriptionApi);
		});
		beforeEach(async () => {
			await this.service.control('DELETE', 'faults');
			await this.service.forgetRequests();
		});
		afterEach(async () => expect(await this.service.violations()).toEqual([]));
		afterAll(async () => await this.instance?.stop());
	}

	/** Makes a credential, which the examples imported from now on use for what is of its type. */
	async useCredential(name: string, type: string, data: Record<string, unknown>): Promise<void> {
		this.credentials.push(await this.api.createCredential(name, type, data));
	}

	get service() {
		return this.instance.service;
	}

	get api() {
		return this.instance.api;
	}

	/** Imports an example as the editor does, with stand-ins for what cannot be reached. */
	async import(
		name: string,
		change: (workflow: WorkflowDefinition) => WorkflowDefinition = withStandIns,
	): Promise<string> {
		// The latest of a type wins.
		const workflow = this.credentials.reduce(
			(result, credential) => withCredential(result, credential),
			change(readExample(name)),
		);
		return await this.api.createWorkflow(workflow);
	}

	/** @param items what the trigger is to emit; without any, what it finds */
	async run(
		id: string,
		trigger: string,
		...items: Array<Record<string, unknown>>
	): Promise<Execution> {
		if (items.length > 0) await this.api.pin(id, trigger, items);
		return await this.api.runManually(id, trigger, PATIENCE_SECONDS);
	}

	/** Runs an example that goes well, and gives what its nodes gave. */
	async output(
		id: string,
		trigger: string,
		...items: Array<Record<string, unknown>>
	): Promise<Execution['output']> {
		const { status, output } = await this.run(id, trigger, ...items);
		expect(status).toBe('success');
		return output;
	}

	async finished(id: string, execution: string): Promise<Execution> {
		return await this.api.finished(id, execution, PATIENCE_SECONDS);
	}

	/** Adds a customer, a video or a comment to the service and returns its id. */
	async add(what: string, given: Record<string, unknown>): Promise<number> {
		return idsSchema.parse(await this.service.control('POST', what, given)).ids[0];
	}

	/** Lets requests fail, from now on. */
	async fail(match: { method: string; path?: string }, status: number, more: object = {}) {
		await this.service.control('POST', 'faults', { match, status, ...more });
	}

	/** All customers of a list of the service. */
	async customers(query: string) {
		const found: Array<z.infer<typeof customerSchema>> = [];
		for (let page = 1, hasMore = true; hasMore; page += 1) {
			const list = listSchema.parse(
				await this.service.read(`/customers?${query}&per_page=100&page=${page}`),
			);
			found.push(...list._embedded.customers);
			hasMore = list._links.next.href !== null;
		}
		return found;
	}

	/** The addresses of those who have access to a product, in lower case. */
	async holders(product: number, begin: string): Promise<string[]> {
		const all = await this.customers(`product=${this.service.url}/products/${product}`);
		const emails = all.map(({ email }) => email.toLowerCase());
		return emails.filter((email) => email.startsWith(begin)).sort();
	}

	/** The requests that the service answered with success, as `METHOD path`. */
	async fulfilled(method: string): Promise<string[]> {
		const requests = await this.service.requests();
		return requests
			.filter(
				(request) => request.method === method && request.status !== null && request.status < 300,
			)
			.map(({ path: address }) => `${method} ${address}`);
	}

	/** Writes that the service answered with success. */
	async writes(): Promise<string[]> {
		const all = await Promise.all(['POST', 'PUT', 'DELETE'].map((one) => this.fulfilled(one)));
		return all.flat();
	}

	/** Does something while a workflow is published; no other one may have its form's address. */
	async whilePublished(id: string, work: () => Promise<void>): Promise<void> {
		await this.api.activate(id);
		try {
			await work();
		} finally {
			await this.api.deactivate(id);
		}
	}

	/** Hands in a form, which begins an execution that runs by itself. */
	async send(path: string, ...fields: Array<string | File>): Promise<unknown> {
		const form = new FormData();
		for (const [index, value] of fields.entries()) form.set(`field-${index}`, value);
		const answer = await fetch(`${this.api.url}/form/${path}`, { method: 'POST', body: form });
		return await answer.json();
	}

	/** Does what the form does in the browser: hands it in, waits, shows the last page, says that it is shown. */
	async submit(id: string, path: string, field: string | File): Promise<Submission> {
		const { api } = this;
		const before = (await api.executions(id)).length;
		const { formWaitingUrl } = z
			.object({ formWaitingUrl: z.string() })
			.parse(await this.send(path, field));
		const started = async () => (await api.executions(id)).slice(before);
		await expect
			.poll(async () => (await started()).map(({ status }) => status), ARRIVAL)
			.toEqual(['waiting']);
		// Before it goes on: between waiting and running n8n lists it nowhere.
		const { id: execution } = only(await started());
		const page = await (await fetch(formWaitingUrl)).text();
		await fetch(formWaitingUrl, { method: 'POST' });
		return { page, execution: await this.finished(id, execution) };
	}
}

export type Change = (node: INode) => INode;

/** A node changed where it has this name. */
export const renamed =
	(name: string, change: Change): Change =>
	(node) =>
		node.name === name ? change(node) : node;

/** An example with stand-ins, and some nodes changed by their names. */
export const changed =
	(changes: Record<string, Change>, isApproved = true) =>
	(workflow: WorkflowDefinition): WorkflowDefinition =>
		Object.entries(changes).reduce(
			(result, [name, change]) => withNodes(result, renamed(name, change)),
			withStandIns(workflow, isApproved),
		);

/** Other parameters for a node. */
export const given =
	(parameters: INode['parameters']): Change =>
	(node) => ({ ...node, parameters: { ...node.parameters, ...parameters } });

/** JavaScript in the place of a node, run for each item: an outside service, as far as an example can tell. */
export const scripted =
	(jsCode: string): Change =>
	({ id, name, position, onError }) => ({
		...{ id, name, position, ...(onError && { onError }) },
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { mode: 'runOnceForEachItem', jsCode },
	});

/** Items in the place of what a node would give. */
export const giving =
	(...items: object[]): Change =>
	({ id, name, position, alwaysOutputData }) => ({
		...{ id, name, position, ...(alwaysOutputData && { alwaysOutputData }) },
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode: `return ${JSON.stringify(items)}.map((json) => ({ json }));` },
	});

/** What refuses the items for which this JavaScript is true, and takes the others. */
export const refusing = (when: string, reason: string): Change =>
	scripted(`if (${when}) throw new Error('${reason}');\nreturn { json: $json };`);
