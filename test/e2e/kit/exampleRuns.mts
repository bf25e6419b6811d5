import type { INode } from 'n8n-workflow';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import type {
	CredentialReference,
	Execution,
	WorkflowDefinition,
} from '../../../scripts/lib/n8nApi.mts';
import { FORM_LOGIN } from '../../../scripts/lib/demo.mts';
import {
	CREDENTIAL,
	outputting,
	readExample,
	withCredential,
	withNodes,
	withStandIns,
} from '../../../scripts/lib/examples.mts';
import type { Instance } from '../../../scripts/lib/instance.mts';
import { only } from '../../kit/defined.mts';
import { pin, reachable } from './api.mts';
import { useSharedInstance } from './sharedInstance.mts';

const TIMEOUT_SECONDS = 240;
/** The header with which forms and webhooks of the examples are opened. */
export const LOGIN = `Basic ${Buffer.from(`${FORM_LOGIN}:${FORM_LOGIN}`).toString('base64')}`;
/** Longer than the time between two polls and an execution. */
export const ARRIVAL = { timeout: 60_000, interval: 250 };

const customerSchema = z.object({ id: z.number(), name: z.string().nullable(), email: z.string() });
const listSchema = z.object({
	_links: z.object({ next: z.object({ href: z.string().nullable() }) }),
	_embedded: z.object({ customers: z.array(customerSchema) }),
});
const fileSchema = z.object({
	fileName: z.string(),
	data: z.object({ data: z.array(z.number()) }),
});

const mailSchema = z.object({ toEmail: z.string(), subject: z.string(), text: z.string() });
const messageSchema = z.object({ channelId: z.string(), text: z.string() });

export const messagesOf = (records: unknown) => z.array(messageSchema).parse(records ?? []);
/** Returns the texts of chat messages. */
export const textsOf = (records: unknown) => messagesOf(records).map(({ text }) => text);
export const mailsOf = (records: unknown) => z.array(mailSchema).parse(records ?? []);

/** The last page of a form, and the execution. */
interface Submission {
	page: string;
	execution: Execution;
}

export const csvFile = (text: string, name: string) => new File([text], name, { type: 'text/csv' });

/** A CSV file as a Windows with Excel sends it. */
export const windowsFile = (bytes: Buffer<ArrayBuffer>) =>
	new File([bytes], 'Kunden.csv', { type: 'application/vnd.ms-excel' });

/** Returns the file that the last page of a form downloads. */
export function fileOnPage(page: string): File {
	const [, files = ''] = /JSON\.parse\(decodeURIComponent\("([^"]+)"\)\)/.exec(page) ?? [];
	// Older versions have one file instead of a list.
	const saved: unknown = JSON.parse(decodeURIComponent(files));
	const { fileName, data } = fileSchema.parse(Array.isArray(saved) ? saved[0] : saved);
	return new File([new Uint8Array(data.data)], fileName);
}

/** Runs examples in a real n8n beside a simulated service. */
export class ExampleRuns {
	private readonly credentials: CredentialReference[] = [];

	private instance!: Instance;

	/**
	 * Registers hooks that sign in to n8n, reset requests and faults before each test, and check the contract after it.
	 * @param name prefix of the logs
	 */
	constructor(name: string) {
		beforeAll(async () => {
			this.instance = await useSharedInstance(name);
			const { videoSubscriptionApi } = this.service.credentials;
			await this.useCredential(CREDENTIAL, 'videoSubscriptionApi', videoSubscriptionApi);
			const people = { user: FORM_LOGIN, password: FORM_LOGIN };
			await this.useCredential('Forms', 'httpBasicAuth', people);
		});
		beforeEach(async () => {
			await this.service.control('DELETE', 'faults');
			await this.service.forgetRequests();
		});
		afterEach(async () => expect(await this.service.violations()).toEqual([]));
		afterAll(async () => await this.instance?.stop());
	}

	/** Creates a credential that the nodes of examples imported afterwards use for its type. */
	async useCredential(name: string, type: string, data: Record<string, unknown>): Promise<void> {
		this.credentials.push(await this.api.createCredential(name, type, data));
	}

	get service() {
		return this.instance.service;
	}

	get api() {
		return this.instance.api;
	}

	/** Imports an example, with stand-ins for outside services unless `change` does something else. */
	async import(
		name: string,
		change: (workflow: WorkflowDefinition) => WorkflowDefinition = withStandIns,
	): Promise<string> {
		const workflow = this.credentials.reduce(
			(result, credential) => withCredential(result, credential),
			change(readExample(name)),
		);
		return await this.api.createWorkflow(workflow);
	}

	/** Runs an example. @param items the trigger's output; by default what it finds */
	async run(id: string, trigger: string, ...items: object[]): Promise<Execution> {
		if (items.length > 0) await pin(this.api, id, trigger, items);
		return await this.api.runManually(id, trigger, TIMEOUT_SECONDS);
	}

	/** Runs an example that succeeds and returns the output of its nodes. */
	async output(id: string, trigger: string, ...items: object[]): Promise<Execution['output']> {
		const { status, output } = await this.run(id, trigger, ...items);
		expect(status).toBe('success');
		return output;
	}

	async finished(id: string, execution: string): Promise<Execution> {
		return await this.api.finished(id, execution, TIMEOUT_SECONDS);
	}

	/** Adds a record to a list of the service and returns its ID. */
	async add(list: string, values: object): Promise<number> {
		return await this.service.add(list, values);
	}

	/** Makes matching requests fail. */
	async fail(match: { method: string; path?: string }, status: number, more: object = {}) {
		await this.service.control('POST', 'faults', { match, status, ...more });
	}

	/** Returns all customers that match a query. */
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

	/** Returns the addresses of customers with a product, in lower case, that begin with a text. */
	async holders(product: number, begin: string): Promise<string[]> {
		const all = await this.customers(`product=${this.service.url}/products/${product}`);
		const emails = all.map(({ email }) => email.toLowerCase());
		return emails.filter((email) => email.startsWith(begin)).sort();
	}

	/** Returns the successful requests as `METHOD path`. */
	async fulfilled(method: string): Promise<string[]> {
		const requests = await this.service.requests();
		return requests
			.filter(
				(request) => request.method === method && request.status !== null && request.status < 300,
			)
			.map(({ path: address }) => `${method} ${address}`);
	}

	/** Returns the successful writes as `METHOD path`. */
	async writes(): Promise<string[]> {
		const all = await Promise.all(
			['POST', 'PUT', 'DELETE'].map((method) => this.fulfilled(method)),
		);
		return all.flat();
	}

	/** Publishes a workflow for the duration of `work`, so that its form's path is free afterwards. */
	async whilePublished<T>(id: string, work: () => Promise<T>): Promise<T> {
		await this.api.activate(id);
		try {
			return await work();
		} finally {
			await this.api.deactivate(id);
		}
	}

	/** Submits a form, which starts an execution. */
	async send(path: string, ...fields: Array<string | File>): Promise<unknown> {
		const form = new FormData();
		for (const [index, value] of fields.entries()) form.set(`field-${index}`, value);
		const answer = await fetch(`${this.api.url}/form/${path}`, {
			method: 'POST',
			body: form,
			headers: { authorization: LOGIN },
		});
		return await answer.json();
	}

	/** Submits a form as the browser does: waits for the last page, then confirms it. */
	async submit(id: string, path: string, ...fields: Array<string | File>): Promise<Submission> {
		const { api } = this;
		const before = (await api.executions(id)).length;
		const { formWaitingUrl } = z
			.object({ formWaitingUrl: z.string() })
			.parse(await this.send(path, ...fields));
		const started = async () => (await api.executions(id)).slice(before);
		await expect
			.poll(async () => (await started()).map(({ status }) => status), ARRIVAL)
			.toEqual(['waiting']);
		// Before it resumes: between waiting and running n8n does not list it.
		const { id: execution } = only(await started());
		const waiting = reachable(api, formWaitingUrl);
		const page = await (await fetch(waiting)).text();
		await fetch(waiting, { method: 'POST' });
		return { page, execution: await this.finished(id, execution) };
	}

	/** Publishes a workflow, submits its form, and confirms the last page if there is one. */
	async fill(id: string, path: string, ...fields: Array<string | File>): Promise<Execution> {
		const { api } = this;
		const before = (await api.executions(id)).length;
		await api.activate(id);
		const answer = z
			.object({ formWaitingUrl: z.string().optional() })
			.parse(await this.send(path, ...fields));
		const started = async () => (await api.executions(id)).slice(before);
		const statuses = async () => (await started()).map(({ status }) => status);
		await expect.poll(statuses, ARRIVAL).toEqual([expect.stringMatching(/waiting|success|error/)]);
		const { id: execution, status } = only(await started());
		// Without a last page, the execution waits for something else.
		if (status === 'waiting' && answer.formWaitingUrl) {
			const waiting = reachable(api, answer.formWaitingUrl);
			await fetch(waiting);
			await fetch(waiting, { method: 'POST' });
		}
		const finished = await this.finished(id, execution);
		await api.deactivate(id);
		return finished;
	}
}

type NodeChange = (node: INode) => INode;

/** Changes the node with this name. */
const renamed =
	(name: string, change: NodeChange): NodeChange =>
	(node) =>
		node.name === name ? change(node) : node;

/** Adds stand-ins to an example, then changes nodes by their names. */
export const changed =
	(changes: Record<string, NodeChange>) =>
	(workflow: WorkflowDefinition): WorkflowDefinition =>
		Object.entries(changes).reduce(
			(result, [name, change]) => withNodes(result, renamed(name, change)),
			withStandIns(workflow),
		);

/** Overwrites parameters of a node. */
export const given =
	(parameters: INode['parameters']): NodeChange =>
	(node) => ({ ...node, parameters: { ...node.parameters, ...parameters } });

/** Replaces a node with one that outputs these items. */
export const giving =
	(...items: object[]): NodeChange =>
	(node) =>
		outputting(node, items);
