import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'flatted';
import type { INode, IConnections } from 'n8n-workflow';
import { z } from 'zod';

const POLL_INTERVAL = 100;
const PUBLICATION_TIMEOUT = 180_000;

export interface Owner {
	email: string;
	password: string;
}

export interface WorkflowDefinition {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: Record<string, unknown>;
}

export interface CredentialReference {
	id: string;
	name: string;
	type: string;
}

const workflowSchema = z.looseObject({
	id: z.string(),
	name: z.string(),
	active: z.boolean(),
	versionId: z.string(),
});
const credentialSchema = z.object({ id: z.string(), name: z.string(), type: z.string() });
const summarySchema = z.looseObject({
	id: z.coerce.string(),
	status: z.string(),
	mode: z.string(),
});
const itemSchema = z.looseObject({ json: z.record(z.string(), z.unknown()) });
const errorSchema = z.looseObject({ message: z.string(), description: z.string().nullish() });
const runSchema = z.looseObject({
	// Sub-nodes of an agent have outputs of other types.
	data: z.looseObject({ main: z.array(z.array(itemSchema).nullable()).default([]) }).optional(),
	error: errorSchema.optional(),
});
const resultSchema = z.looseObject({
	resultData: z.looseObject({
		runData: z.record(z.string(), z.array(runSchema)),
		error: errorSchema.optional(),
	}),
});

export interface Execution {
	id: string;
	/** `success`, `error`, `running`, … */
	status: string;
	/** The message of a failure, with its description. */
	error?: string;
	/** The records of each node's first output, by the node's name. */
	output: Record<string, Array<Record<string, unknown>>>;
}

const publicationSchema = z.object({
	status: z.string(),
	triggers: z.array(z.looseObject({ errorMessage: z.string().nullish() })),
});

const idSchema = z.object({ id: z.string() });

const tablesSchema = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });

interface TableColumn {
	name: string;
	/** `string`, `number`, `boolean` or `date`. */
	type: string;
}

/** n8n may close an idle connection while this process is too busy to notice, so none is reused. */
export const OWN_CONNECTION = { connection: 'close' };

const FINISHED = new Set(['success', 'error', 'crashed', 'canceled']);

/** Reads the data of an execution as n8n stores it, or as `n8n execute` prints it. */
export function readRunData(data: unknown): Pick<Execution, 'output' | 'error'> {
	const { resultData } = resultSchema.parse(data);
	const output = Object.fromEntries(
		Object.entries(resultData.runData).map(([node, runs]) => [
			node,
			runs.flatMap(({ data: out }) => (out?.main[0] ?? []).map(({ json }) => json)),
		]),
	);
	const { error } = resultData;
	const text = [error?.message, error?.description].filter(Boolean).join('\n');
	return { output, ...(error && { error: text }) };
}

/** Client of n8n's internal REST interface, which the editor uses. */
export class N8nApi {
	/** The cookie of the session, `name=value`. */
	session = '';
	private readonly created = { workflows: [] as string[], credentials: [] as string[] };

	/** @param url address of the editor, without a final slash */
	constructor(readonly url: string) {}

	private async send(method: string, path: string, body?: unknown): Promise<Response> {
		return await fetch(`${this.url}/rest${path}`, {
			method,
			headers: {
				...OWN_CONNECTION,
				'content-type': 'application/json',
				...(this.session && { cookie: this.session }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
	}

	async request(method: string, path: string, body?: unknown): Promise<unknown> {
		const response = await this.send(method, path, body);
		const text = await response.text();
		if (!response.ok) throw new Error(`n8n: ${response.status} to ${method} /rest${path}: ${text}`);
		const cookie = response.headers.getSetCookie().find((line) => line.startsWith('n8n-auth='));
		if (cookie) this.session = cookie.split(';')[0] ?? '';
		return z.looseObject({ data: z.unknown() }).parse(JSON.parse(text)).data;
	}

	/** Creates the owner's account of a new n8n and signs in. */
	async setUpOwner({ email, password }: Owner): Promise<void> {
		const name = { firstName: 'Demo', lastName: 'Owner' };
		await this.request('POST', '/owner/setup', { email, password, ...name });
	}

	async signIn({ email, password }: Owner): Promise<void> {
		await this.request('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	async createCredential(
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<CredentialReference> {
		const created = await this.request('POST', '/credentials', { name, type, data });
		const credential = credentialSchema.parse(created);
		this.created.credentials.push(credential.id);
		return credential;
	}

	/** @returns the ID of the new workflow */
	async createWorkflow(workflow: WorkflowDefinition): Promise<string> {
		const defaults = { settings: { executionOrder: 'v1' }, active: false };
		const created = await this.request('POST', '/workflows', { ...defaults, ...workflow });
		const { id } = workflowSchema.parse(created);
		this.created.workflows.push(id);
		return id;
	}

	/** Deletes the workflows and credentials that this client created. */
	async deleteCreated(): Promise<void> {
		for (const id of this.created.workflows) {
			if ((await this.workflow(id)).active) await this.deactivate(id);
			// n8n deletes archived workflows only.
			await this.request('POST', `/workflows/${id}/archive`);
			await this.request('DELETE', `/workflows/${id}`);
		}
		for (const id of this.created.credentials) await this.request('DELETE', `/credentials/${id}`);
	}

	/**
	 * Creates a Data Table with these rows, in place of one with the same name.
	 * @param rows at most 1,000
	 * @returns the path of the table
	 */
	async replaceTable(name: string, columns: TableColumn[], rows: object[]): Promise<string> {
		const project = idSchema.parse(await this.request('GET', '/projects/personal'));
		const tables = `/projects/${project.id}/data-tables`;
		const filter = encodeURIComponent(JSON.stringify({ name }));
		const list = tablesSchema.parse(await this.request('GET', `${tables}?filter=${filter}`));
		for (const table of list.data)
			if (table.name === name) await this.request('DELETE', `${tables}/${table.id}`);
		const { id } = idSchema.parse(await this.request('POST', tables, { name, columns }));
		const table = `${tables}/${id}`;
		if (rows.length > 0) await this.insertRows(table, rows);
		return table;
	}

	/** Adds rows to a Data Table. @param table its path @param rows at most 1,000 */
	async insertRows(table: string, rows: object[]): Promise<void> {
		await this.request('POST', `${table}/insert`, { data: rows });
	}

	async workflow(id: string) {
		return workflowSchema.parse(await this.request('GET', `/workflows/${id}`));
	}

	private async setActive(id: string, active: boolean): Promise<void> {
		const { versionId } = await this.workflow(id);
		const action = active ? 'activate' : 'deactivate';
		await this.request('POST', `/workflows/${id}/${action}`, { versionId });
	}

	/** Waits until publishing has finished: recent versions do it in the background. */
	private async published(id: string): Promise<z.infer<typeof publicationSchema>> {
		const deadline = Date.now() + PUBLICATION_TIMEOUT;
		while (Date.now() < deadline) {
			const response = await this.send('GET', `/workflows/${id}/publication-status`);
			if (response.status === 404) return { status: 'unknown', triggers: [] };
			const { data } = z.object({ data: publicationSchema }).parse(await response.json());
			if (data.status !== 'in_progress') return data;
			await sleep(POLL_INTERVAL);
		}
		throw new Error(`Workflow ${id} is still being published.`);
	}

	/**
	 * Publishes a workflow and waits until its triggers have started.
	 * @throws Error with the message of a trigger that does not start
	 */
	async activate(id: string): Promise<void> {
		await this.setActive(id, true);
		const { triggers } = await this.published(id);
		const refusal = triggers.find(({ errorMessage }) => errorMessage);
		if (refusal) throw new Error(refusal.errorMessage ?? '');
	}

	async deactivate(id: string): Promise<void> {
		await this.setActive(id, false);
		await this.published(id);
	}

	/** Returns the executions of a workflow, oldest first. */
	async executions(workflowId: string): Promise<Array<z.infer<typeof summarySchema>>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const list = await this.request('GET', `/executions?filter=${filter}&limit=100`);
		return z
			.object({ results: z.array(summarySchema) })
			.parse(list)
			.results.reverse();
	}

	/** Returns an execution with its data, without output while it runs. */
	async execution(id: string): Promise<Execution> {
		const { status, data } = z
			.looseObject({ status: z.string(), data: z.string() })
			.parse(await this.request('GET', `/executions/${id}`));
		const runData: unknown = FINISHED.has(status) ? parse(data) : undefined;
		// Older versions store the status a moment before the data.
		if (runData === undefined) return { id, status: 'running', output: {} };
		return { id, status, ...readRunData(runData) };
	}

	/** Returns every record that a node has output in the finished executions of a workflow, oldest first. */
	async emitted(workflowId: string, node: string): Promise<Array<Record<string, unknown>>> {
		const all = await this.executions(workflowId);
		const finished = all.filter(({ status }) => FINISHED.has(status));
		const executions = await Promise.all(finished.map(async ({ id }) => await this.execution(id)));
		return executions.flatMap(({ output }) => output[node] ?? []);
	}

	/**
	 * Starts a workflow as the editor's button does.
	 * @param item the trigger's output, a chat message for example
	 * @returns the ID of the execution
	 */
	async startManually(
		id: string,
		trigger: string,
		item?: Record<string, unknown>,
	): Promise<string> {
		const workflowData = await this.workflow(id);
		const run = {
			startTime: Date.now(),
			executionTime: 0,
			executionIndex: 0,
			executionStatus: 'success',
			source: [null],
			data: { main: [[{ json: item }]] },
		};
		const started = await this.request('POST', `/workflows/${id}/run`, {
			workflowData,
			triggerToStartFrom: { name: trigger, ...(item && { data: run }) },
		});
		return z.object({ executionId: z.string() }).parse(started).executionId;
	}

	/** Runs a workflow as the editor's button does and waits for its end. */
	async runManually(id: string, trigger: string, seconds?: number): Promise<Execution> {
		return await this.finished(id, await this.startManually(id, trigger), seconds);
	}

	/** Waits for the end of an execution. It reads the list, because some versions cannot read a running execution. */
	async finished(workflowId: string, executionId: string, seconds = 120): Promise<Execution> {
		const deadline = Date.now() + seconds * 1000;
		while (Date.now() < deadline) {
			const summary = (await this.executions(workflowId)).find(({ id }) => id === executionId);
			if (summary && FINISHED.has(summary.status)) {
				const execution = await this.execution(executionId);
				if (FINISHED.has(execution.status)) return execution;
			}
			await sleep(POLL_INTERVAL);
		}
		throw new Error(`Execution ${executionId} has not ended within ${seconds} seconds.`);
	}
}
