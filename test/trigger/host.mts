import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	IPollFunctions,
} from 'n8n-workflow';

import { clock } from '../../nodes/shared/concurrency/concurrency.ts';
import { VideoSubscriptionTrigger } from '../../nodes/VideoSubscriptionTrigger/VideoSubscriptionTrigger.node.ts';
import { type TriggerAccount, type Answer, ACCOUNT_URL, type Request } from './account.mts';
import { parsed } from '../kit/json.mts';

/** Nobody waits in a test: waiting moves the clock on. */
let waited = 0;
clock.monotonic = () => waited;
clock.sleep = async (milliseconds) => {
	waited += milliseconds;
	await Promise.resolve();
};
/** What a killed process still waited for is forgotten with it. */
clock.deadline = () => new AbortController().signal;

type ActivationMode = 'init' | 'activate' | 'update' | 'leadershipChange';

/** What becomes of what a poll emitted, when the process ends around it. */
export type Ending =
	/** The execution and the state are both stored. */
	| 'stored'
	/** Killed when the execution was stored and the state was not. */
	| 'stateLost'
	/** Killed before either was stored. */
	| 'allLost';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** The id of an event without the account, which is another one for each host. */
export function eventIdOf({ json }: INodeExecutionData): string {
	return String((json.event as IDataObject).id).replace(/:[0-9a-f]{8}$/, '');
}

export const eventIds = (items: INodeExecutionData[]): string[] => items.map(eventIdOf);

const KILLED = Symbol('killed');

export interface HostOptions {
	engine?: 'classic' | 'durable';
	parameters: IDataObject;
	/** The parameters with their expressions, where that makes a difference. */
	written?: INode['parameters'];
	/** Of scheduled polls; in the classic engine also of activations. */
	budgetMs?: number;
	credentialId?: string;
	credential?: IDataObject;
	/** The node under test; a mutant of it in the test of the tests. */
	node?: INodeType;
}

const triggerNode: INodeType = new VideoSubscriptionTrigger();

let hosts = 0;

interface Registration {
	mode: ActivationMode;
	context: IPollFunctions;
	data: IDataObject;
}

/**
 * As much of n8n as a polling trigger meets: contexts that live as long as a registration, state
 * that is kept in memory and stored when n8n stores it, executions, and the end of the process.
 */
export class Host {
	/** The stored executions, oldest first: what really reached the workflow. */
	readonly executions: INodeExecutionData[][] = [];

	/** Executions that were stored without the state that belongs to them. */
	readonly orphans: INodeExecutionData[][] = [];

	readonly errors: Error[] = [];

	/** Whether the latest poll ran to its end, and what it gave and learnt is stored. */
	isWhole = false;

	readonly warnings: string[] = [];

	parameters: IDataObject;

	/** Of scheduled polls of the durable engine, in milliseconds. */
	budgetMs: number | undefined;

	/** Requests of the last poll. */
	requests = 0;

	/** Called before each request, with its number within the poll. */
	beforeRequest: (request: number) => void = () => {};

	/** What the database holds. */
	stored = '{}';

	private registration: Registration | undefined;

	/** The parameters that the durable engine's job was made for. */
	private published: string | undefined;

	private endPolls: Array<() => void> = [];

	/** Of its own, so that what a killed process still held open holds up nobody, and hosts share no memory. */
	private readonly credentialId: string;

	private readonly workflowId = `workflow ${++hosts}`;

	constructor(
		private readonly service: { answer(request: Request): Answer },
		private readonly options: HostOptions,
	) {
		this.parameters = options.parameters;
		this.budgetMs = options.budgetMs;
		this.credentialId = options.credentialId ?? `credential ${hosts}`;
	}

	get isDurable(): boolean {
		return this.options.engine === 'durable';
	}

	get state(): IDataObject {
		return parsed(this.stored);
	}

	/** What n8n holds in memory, and stores when something is emitted. */
	get memory(): IDataObject | undefined {
		return this.registration?.data;
	}

	private node(): INode {
		return {
			id: 'node',
			name: 'Trigger',
			type: 'n8n-nodes-video-subscription.videoSubscriptionTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: this.options.written ?? {},
			credentials: { videoSubscriptionApi: { id: this.credentialId, name: 'Test' } },
		};
	}

	private async answer({ url, qs }: IDataObject) {
		this.requests++;
		this.beforeRequest(this.requests);
		// A process that is gone gets no answer.
		if (!this.isAlive) return await new Promise<never>(() => {});
		return this.service.answer({ path: String(url), query: (qs ?? {}) as IDataObject });
	}

	private contextOf(
		mode: ActivationMode,
		data: IDataObject,
		isManual: boolean,
		budgetMs: number | undefined,
	): IPollFunctions {
		const context = {
			getMode: () => (isManual ? 'manual' : 'trigger'),
			getActivationMode: () => (isManual ? 'manual' : mode),
			getNode: () => this.node(),
			getWorkflow: () => ({ id: this.workflowId, name: 'Test', active: !isManual }),
			getTimezone: () => 'UTC',
			getWorkflowStaticData: () => data,
			getNodeParameter: (name: string, fallback: unknown) =>
				name
					.split('.')
					.reduce<unknown>((value, key) => (value as IDataObject)?.[key], this.parameters) ??
				fallback,
			getCredentials: async () => ({
				baseUrl: ACCOUNT_URL,
				apiKey: 'key',
				...this.options.credential,
			}),
			logger: { warn: (text: string) => this.warnings.push(text) },
			helpers: {
				httpRequestWithAuthentication: async (_: string, options: IDataObject) =>
					await this.answer(options),
			},
			...(budgetMs === undefined ? {} : { getPollBudgetMs: () => budgetMs }),
		};
		return context as unknown as IPollFunctions;
	}

	private isAlive = true;

	private async run(context: IPollFunctions) {
		this.requests = 0;
		this.isAlive = true;
		const killed = new Promise<typeof KILLED>((resolve) => {
			this.endPolls.push(() => resolve(KILLED));
		});
		const { node = triggerNode } = this.options;
		return await Promise.race([node.poll?.call(context) ?? null, killed]);
	}

	/** Publishes the workflow, or starts n8n again; throws what n8n would show or count. */
	async activate(mode: ActivationMode = 'activate', ending: Ending = 'stored'): Promise<void> {
		const data = parsed<IDataObject>(this.stored);
		const budgetMs = this.isDurable ? undefined : this.options.budgetMs;
		const context = this.contextOf(mode, data, false, budgetMs ?? 300_000);
		this.registration = { mode, context, data };
		const published = JSON.stringify(this.parameters);
		// The durable engine keeps the job of a node that did not change: it polls when one is new, and then on schedule only.
		if (this.isDurable && (mode === 'init' || this.published === published)) return;
		const items = await this.run(context).catch((error: Error) => {
			this.registration = undefined;
			throw error;
		});
		if (items === KILLED) return;
		this.published = published;
		if (items) this.keep(items, data, ending);
		// Once after activation; of the durable engine's state, what was emitted with only.
		else if (!this.isDurable) this.stored = JSON.stringify(data);
	}

	private keep([items = []]: INodeExecutionData[][], data: IDataObject, ending: Ending): void {
		const isStored = ending === 'stored' || (this.isDurable && ending === 'stateLost');
		if (ending !== 'allLost') this.executions.push(items);
		if (isStored) this.stored = JSON.stringify(data);
		else if (ending === 'stateLost') this.orphans.push(items);
		if (ending !== 'stored') this.kill();
	}

	/** Ends the process: memory is gone. */
	kill(): void {
		this.registration = undefined;
		this.isAlive = false;
		for (const end of this.endPolls.splice(0)) end();
	}

	get isRunning(): boolean {
		return this.registration !== undefined;
	}

	/** A scheduled poll; its failure is an error execution, and polling continues. */
	async poll(ending: Ending = 'stored'): Promise<INodeExecutionData[]> {
		this.isWhole = false;
		if (!this.registration) await this.activate('init');
		const registration = this.registration;
		if (!registration) return [];
		const { context, data } = this.isDurable ? this.staged() : registration;
		try {
			const items = await this.run(context);
			if (items === KILLED || registration !== this.registration) return [];
			if (items) this.keep(items, data, ending);
			else if (this.isDurable) this.stored = JSON.stringify(data);
			this.isWhole = !items || ending === 'stored';
			return items?.[0] ?? [];
		} catch (error) {
			this.errors.push(error as Error);
			return [];
		}
	}

	/** The durable engine makes a new context for each poll, around a copy of the cursor. */
	private staged() {
		const data = parsed<IDataObject>(this.stored);
		return {
			data,
			context: this.contextOf('update', data, false, this.budgetMs ?? 36_000),
		};
	}

	/** "Fetch Test Event": nothing is stored. */
	async manual(): Promise<INodeExecutionData[]> {
		const data = parsed<IDataObject>(this.stored);
		const items = await this.run(this.contextOf('activate', data, true, undefined));
		if (JSON.stringify(data) !== this.stored) throw new Error('A manual run wrote state');
		return items === KILLED ? [] : (items?.[0] ?? []);
	}

	/** Ids of the events that reached the workflow, in order. */
	get delivered(): string[] {
		return this.executions.flat().map(eventIdOf);
	}
}

/** A trigger that was published. */
export async function activatedOn(
	account: TriggerAccount,
	parameters: IDataObject,
	options: Partial<HostOptions> = {},
): Promise<Host> {
	const host = new Host(account, { parameters, ...options });
	await host.activate();
	return host;
}
