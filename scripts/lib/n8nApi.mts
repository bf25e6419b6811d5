import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'flatted';
import type { INode, IConnections } from 'n8n-workflow';
import { z } from 'zod';

const WAIT_BETWEEN_LOOKS = 300;
const PUBLICATION_PATIENCE = 60_000;

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
const testResultSchema = z.object({ status: z.enum(['OK', 'Error']), message: z.string() });
const summarySchema = z.looseObject({
	id: z.coerce.string(),
	status: z.string(),
	mode: z.string(),
});
const itemSchema = z.looseObject({ json: z.record(z.string(), z.unknown()) });
const errorSchema = z.looseObject({ message: z.string(), description: z.string().nullish() });
const runSchema = z.looseObject({
	// What a model or a tool gives its agent is no output of this kind.
	data: z.looseObject({ main: z.array(z.array(itemSchema).nullable()).default([]) }).optional(),
	error: errorSchema.optional(),
});
const resultSchema = z.looseObject({
	resultData: z.looseObject({
		runData: z.record(z.string(), z.array(runSchema)),
		error: errorSchema.optional(),
	}),
});

export type ExecutionSummary = z.infer<typeof summarySchema>;
export type TestResult = z.infer<typeof testResultSchema>;

export interface Execution {
	id: string;
	/** `success`, `error`, `running`, … */
	status: string;
	/** The message of the failure, with its description, when it failed. */
	error?: string;
	/** The records that each node gave on its first output, by the node's name. */
	output: Record<string, Array<Record<string, unknown>>>;
}

const publicationSchema = z.object({
	status: z.string(),
	triggers: z.array(z.looseObject({ errorMessage: z.string().nullish() })),
});

/** n8n closes idle connections while this side is too busy to notice: none is used twice. */
export const OWN_CONNECTION = { connection: 'close' };

const FINISHED = new Set(['success', 'error', 'crashed', 'canceled']);

const sentence = (error: z.infer<typeof errorSchema>) =>
	[error.message, error.description].filter(Boolean).join('\n');

/** Reads what n8n keeps of an execution's data, or prints with `n8n execute`. */
export function readRunData(data: unknown): Pick<Execution, 'output' | 'error'> {
	const { resultData } = resultSchema.parse(data);
	const output = Object.fromEntries(
		Object.entries(resultData.runData).map(([node, runs]) => [
			node,
			runs.flatMap(({ data: out }) => (out?.main[0] ?? []).map(({ json }) => json)),
		]),
	);
	return { output, ...(resultData.error && { error: sentence(resultData.error) }) };
}

/** What the editor asks of n8n, asked without the editor: n8n's own REST interface, signed in as a person. */
export class N8nApi {
	private cookie = '';

	/** @param url the editor's address, without a final slash */
	constructor(readonly url: string) {}

	/** The cookie of the session, `name=value`. */
	get session(): string {
		return this.cookie;
	}

	private async send(method: string, path: string, body?: unknown): Promise<Response> {
		return await fetch(`${this.url}/rest${path}`, {
			method,
			headers: {
				...OWN_CONNECTION,
				'content-type': 'application/json',
				...(this.cookie && { cookie: this.cookie }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
	}

	private async request(method: string, path: string, body?: unknown): Promise<unknown> {
		const answer = await this.send(method, path, body);
		const text = await answer.text();
		if (!answer.ok)
			throw new Error(`n8n answered ${answer.status} to ${method} /rest${path}: ${text}`);
		const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('n8n-auth='));
		if (cookie) this.cookie = cookie.split(';')[0] ?? '';
		const content: unknown = JSON.parse(text);
		return z.looseObject({ data: z.unknown() }).parse(content).data;
	}

	/** Makes the first account of a new n8n, and signs in with it. */
	async setUpOwner({ email, password }: Owner): Promise<void> {
		await this.request('POST', '/owner/setup', {
			email,
			password,
			firstName: 'Demo',
			lastName: 'Owner',
		});
	}

	async signIn({ email, password }: Owner): Promise<void> {
		// The name of the field has changed over time; each n8n ignores the one that it does not know.
		await this.request('POST', '/login', { email, emailOrLdapLoginId: email, password });
	}

	async createCredential(
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<CredentialReference> {
		return credentialSchema.parse(await this.request('POST', '/credentials', { name, type, data }));
	}

	/** What the editor shows after a credential is saved: the green line, or the reason. */
	async testCredential(
		credential: CredentialReference,
		data: Record<string, unknown>,
	): Promise<TestResult> {
		return testResultSchema.parse(
			await this.request('POST', '/credentials/test', { credentials: { ...credential, data } }),
		);
	}

	/** The names of all node types that this n8n knows. */
	async nodeTypes(): Promise<string[]> {
		const answer = await fetch(`${this.url}/types/nodes.json`, {
			headers: { cookie: this.cookie },
		});
		return z
			.array(z.looseObject({ name: z.string() }))
			.parse(await answer.json())
			.map(({ name }) => name);
	}

	/** @returns the new workflow's id */
	async createWorkflow(workflow: WorkflowDefinition): Promise<string> {
		const created = await this.request('POST', '/workflows', {
			settings: { executionOrder: 'v1' },
			active: false,
			...workflow,
		});
		return workflowSchema.parse(created).id;
	}

	private async workflow(id: string) {
		return workflowSchema.parse(await this.request('GET', `/workflows/${id}`));
	}

	private async setActive(id: string, active: boolean): Promise<void> {
		const { versionId } = await this.workflow(id);
		const answer = await this.send(
			'POST',
			`/workflows/${id}/${active ? 'activate' : 'deactivate'}`,
			{ versionId },
		);
		// n8n 1 has no such address: there, it is a field of the workflow.
		if (answer.status === 404)
			await this.request('PATCH', `/workflows/${id}`, { active, versionId });
		else if (!answer.ok) throw new Error(`n8n answered ${answer.status}: ${await answer.text()}`);
	}

	/** Waits until a change of activity has happened: a recent n8n only notes it down at first. */
	private async settled(id: string): Promise<z.infer<typeof publicationSchema>> {
		const deadline = Date.now() + PUBLICATION_PATIENCE;
		while (Date.now() < deadline) {
			const answer = await this.send('GET', `/workflows/${id}/publication-status`);
			if (answer.status === 404) return { status: 'unknown', triggers: [] };
			const { data } = z.object({ data: publicationSchema }).parse(await answer.json());
			if (data.status !== 'in_progress') return data;
			await sleep(WAIT_BETWEEN_LOOKS);
		}
		throw new Error(`Workflow ${id} is still being published.`);
	}

	/**
	 * Publishes a workflow and waits until its trigger has started.
	 * @throws Error with the trigger's message when it refuses to start
	 */
	async activate(id: string): Promise<void> {
		await this.setActive(id, true);
		const { triggers } = await this.settled(id);
		const refusal = triggers.find(({ errorMessage }) => errorMessage);
		if (refusal) throw new Error(refusal.errorMessage ?? 'The trigger has not started.');
	}

	async deactivate(id: string): Promise<void> {
		await this.setActive(id, false);
		await this.settled(id);
	}

	/** The executions of a workflow, oldest first. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const list = await this.request('GET', `/executions?filter=${filter}&limit=100`);
		return z
			.object({ results: z.array(summarySchema) })
			.parse(list)
			.results.reverse();
	}

	/** One execution with its data; without output while it runs. */
	async execution(id: string): Promise<Execution> {
		const { status, data } = z
			.looseObject({ status: z.string(), data: z.string() })
			.parse(await this.request('GET', `/executions/${id}`));
		const runData: unknown = FINISHED.has(status) ? parse(data) : undefined;
		// An older n8n notes down the end a moment before the data.
		if (runData === undefined) return { id, status: 'running', output: {} };
		return { id, status, ...readRunData(runData) };
	}

	/** Every record that a node has given in all finished executions of a workflow, oldest execution first. */
	async emitted(workflowId: string, node: string): Promise<Array<Record<string, unknown>>> {
		const finished = (await this.executions(workflowId)).filter(({ status }) =>
			FINISHED.has(status),
		);
		const executions = await Promise.all(finished.map(async ({ id }) => await this.execution(id)));
		return executions.flatMap(({ output }) => output[node] ?? []);
	}

	/** Pins what a node gives when the workflow is started in the editor. */
	async pin(id: string, node: string, items: Array<Record<string, unknown>>): Promise<void> {
		const { versionId } = await this.workflow(id);
		const pinData = { [node]: items.map((json) => ({ json })) };
		await this.request('PATCH', `/workflows/${id}`, { pinData, versionId });
	}

	/**
	 * Starts a workflow as the editor's button does.
	 * @param item what its trigger is to emit, a message of the chat for example
	 * @returns the execution's id
	 */
	async startManually(
		id: string,
		trigger: string,
		item?: Record<string, unknown>,
	): Promise<string> {
		const workflowData = await this.workflow(id);
		const data = item && {
			startTime: Date.now(),
			executionTime: 0,
			executionIndex: 0,
			executionStatus: 'success',
			source: [null],
			data: { main: [[{ json: item }]] },
		};
		const started = await this.request('POST', `/workflows/${id}/run`, {
			workflowData,
			triggerToStartFrom: { name: trigger, ...(data && { data }) },
		});
		return z.object({ executionId: z.string() }).parse(started).executionId;
	}

	/** Runs a workflow as the editor's button does and waits for its end. */
	async runManually(id: string, trigger: string, seconds = 120): Promise<Execution> {
		return await this.finished(id, await this.startManually(id, trigger), seconds);
	}

	/** Waits for the end of an execution; the list tells it, for some versions cannot read one that runs. */
	async finished(workflowId: string, executionId: string, seconds = 120): Promise<Execution> {
		const deadline = Date.now() + seconds * 1000;
		while (Date.now() < deadline) {
			const summary = (await this.executions(workflowId)).find(({ id }) => id === executionId);
			if (summary && FINISHED.has(summary.status)) {
				const execution = await this.execution(executionId);
				if (FINISHED.has(execution.status)) return execution;
			}
			await sleep(WAIT_BETWEEN_LOOKS);
		}
		throw new Error(`Execution ${executionId} has not ended within ${seconds} seconds.`);
	}
}
