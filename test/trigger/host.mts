import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IPollFunctions,
	ObservableObject,
} from 'n8n-workflow';

import { clock } from '../../nodes/shared/concurrency/clock.ts';
import { VideoSubscriptionTrigger } from '../../nodes/VideoSubscriptionTrigger/VideoSubscriptionTrigger.node.ts';
import {
	type TriggerAccount,
	type TriggerResponse,
	ACCOUNT_URL,
	type Request,
} from './account.mts';
import { parsed } from '../kit/json.mts';

/** Milliseconds that the code has waited: in these tests a wait only advances this clock. */
let waited = 0;
clock.monotonic = () => clock.now() + waited;
clock.sleep = async (milliseconds) => {
	waited += milliseconds;
	await Promise.resolve();
};
/** Deadlines never pass, because a killed process never returns from its requests. */
clock.deadline = () => new AbortController().signal;

type ActivationMode = 'init' | 'activate' | 'update' | 'leadershipChange';

/** What n8n stores of a poll. */
export type Ending =
	/** The execution and the state are both stored. */
	| 'stored'
	/** The process is killed after the execution is stored and before the state is. */
	| 'stateLost'
	/** The process is killed before either is stored. */
	| 'allLost'
	/**
	 * n8n discards items and state, and the process lives: with durable cursors when they cannot be written together,
	 * otherwise when the workflow is unpublished during the poll, and then published again.
	 */
	| 'discarded';

/** When two poll times are due together: both polls at once, or the second one when the first has ended. */
export type Together = 'atOnce' | 'inTurn';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** Returns the ID of an event without its account part, which differs between hosts. */
export function eventIdOf({ json }: INodeExecutionData): string {
	return String((json.event as IDataObject).id).replace(/:[0-9a-f]{8}$/, '');
}

export const eventIds = (items: INodeExecutionData[]): string[] => items.map(eventIdOf);

const KILLED = Symbol('killed');

export const ENGINES = ['classic', 'durable', 'durablePolls'] as const;

export type Engine = (typeof ENGINES)[number];

export interface HostOptions {
	/** The scheduler of n8n; `durablePolls` has durable polls without durable cursors. */
	engine?: Engine;
	parameters: IDataObject;
	/** The time budget of scheduled polls, and in the classic engine also of activations. */
	budgetMs?: number;
	/** The option Events per Execution, unless the parameters have it. */
	maxEvents?: number | undefined;
	credentialId?: string;
	credential?: IDataObject;
	/** The node under test, when it is not the trigger itself. */
	node?: INodeType;
}

const triggerNode: INodeType = new VideoSubscriptionTrigger();

let hosts = 0;

/** What a poll gets: a context, and the static data of the node in it. */
interface Staged {
	context: IPollFunctions;
	data: IDataObject;
}

/** The time budget of polls that the durable scheduler does not run, and of those that it runs, in milliseconds. */
const UNBOUNDED_MS = 300_000;
const DURABLE_MS = 36_000;

/** The durable scheduler gives a poll four fifths of the time after which it discards its result. */
const BUDGET_SHARE = 0.8;

/**
 * The part of n8n that a polling trigger depends on: contexts that live as long as a registration, state
 * that is kept in memory and stored when n8n stores it, executions, and the end of the process.
 */
export class Host {
	/** The stored executions, oldest first: the items that reached the workflow. */
	readonly executions: INodeExecutionData[][] = [];

	/** Executions whose state was lost, so that their events are delivered again. */
	readonly orphans: INodeExecutionData[][] = [];

	readonly errors: Error[] = [];

	/** Whether the latest poll ran to its end, and its items and its state are stored. */
	isWhole = false;

	readonly warnings: string[] = [];

	parameters: IDataObject;

	/** The time budget of scheduled polls in the durable engine, in milliseconds. */
	budgetMs: number | undefined;

	/** How many requests the last poll has sent. */
	requests = 0;

	/** The time-out of the last request, in milliseconds. */
	timeoutMs: unknown;

	/** Called before each request, with its number within the poll. */
	beforeRequest: (request: number) => void = () => {};

	/** The static data in the database, as JSON. */
	stored = '{}';

	/** How many executions had been stored when the stored state was left. */
	private storedAfter = 0;

	/** The numbers of the executions among the orphans. */
	private readonly orphaned = new Set<number>();

	/** What another trigger of the workflow has loaded, and writes back when it emits. */
	private otherLoaded: { stored: string; storedAfter: number } | undefined;

	/** What n8n runs the polls with, usually one. n8n can register a workflow twice (its issue 35251). */
	private registrations: Staged[] = [];

	/** The parameters with which the durable engine created its job, as JSON. */
	private published: string | undefined;

	private endPolls: Array<() => void> = [];

	/** Unique for each host, so that hosts share no memory and no rate limit, and a killed poll blocks no other host. */
	readonly credentialId: string;

	private processes = 1;

	private nodeName = 'Trigger';

	private readonly workflowId = `workflow ${++hosts}`;

	constructor(
		private readonly service: { respond(request: Request): TriggerResponse },
		private readonly options: HostOptions,
	) {
		this.parameters = options.parameters;
		this.budgetMs = options.budgetMs;
		this.credentialId = options.credentialId ?? `credential ${hosts}`;
	}

	/** Whether each poll has a context and a copy of the saved state of its own. */
	get isDurable(): boolean {
		return this.options.engine !== undefined && this.options.engine !== 'classic';
	}

	/** Whether the state is saved with each scheduled poll, and together with an execution. */
	private get hasCursors(): boolean {
		return this.options.engine === 'durable';
	}

	get state(): IDataObject {
		return parsed(this.stored);
	}

	/** The static data in n8n's memory, which n8n stores when the trigger emits items. */
	get memory(): IDataObject | undefined {
		return this.registrations.at(-1)?.data;
	}

	private get givenParameters(): IDataObject {
		const { maxEvents } = this.options;
		if (maxEvents === undefined) return this.parameters;
		const options = { eventsPerExecution: maxEvents, ...(this.parameters.options as IDataObject) };
		return { ...this.parameters, options };
	}

	private node(): INode {
		return {
			// A new process has learnt nothing of the node.
			id: `node of process ${this.processes}`,
			name: this.nodeName,
			type: 'n8n-nodes-video-subscription.videoSubscriptionTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			credentials: { videoSubscriptionApi: { id: this.credentialId, name: 'Test' } },
		};
	}

	private async respond({ url, qs, timeout }: IDataObject) {
		this.requests++;
		this.timeoutMs = timeout;
		this.beforeRequest(this.requests);
		// A killed process never receives a response.
		if (!this.isAlive) return await new Promise<never>(() => {});
		return this.service.respond({ path: String(url), query: (qs ?? {}) as IDataObject });
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
			// Not UTC, in which a forgotten time zone would not be noticed.
			getTimezone: () => 'America/New_York',
			getWorkflowStaticData: () => data,
			getNodeParameter: (name: string, fallback: unknown) =>
				name
					.split('.')
					.reduce<unknown>((value, key) => (value as IDataObject)?.[key], this.givenParameters) ??
				fallback,
			getCredentials: async () => ({
				baseUrl: ACCOUNT_URL,
				apiKey: 'key',
				...this.options.credential,
			}),
			logger: { warn: (text: string) => this.warnings.push(text) },
			helpers: {
				httpRequestWithAuthentication: async (_: string, options: IDataObject) =>
					await this.respond(options),
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

	/** Loads the stored state: a copy of the node's cursor, or the static data of a workflow, which n8n watches. */
	private load(): IDataObject {
		const data = parsed<IDataObject>(this.stored);
		if (this.hasCursors) return data;
		return ObservableObject.create(data, undefined, { ignoreEmptyOnFirstChild: true });
	}

	private store(data: IDataObject): void {
		this.stored = JSON.stringify(data);
		this.storedAfter = this.executions.length;
	}

	private register(mode: ActivationMode): Staged {
		const data = this.load();
		const budgetMs = this.isDurable ? undefined : this.options.budgetMs;
		const context = this.contextOf(mode, data, false, budgetMs ?? UNBOUNDED_MS);
		return { context, data };
	}

	/** Publishes the workflow or restarts n8n. Throws the error that n8n would show or count. */
	async activate(mode: ActivationMode = 'activate', ending: Ending = 'stored'): Promise<void> {
		const registration = this.register(mode);
		this.registrations = [registration];
		const published = JSON.stringify(this.parameters);
		// The durable engine polls at once for a new job only. It keeps the job of an unchanged node.
		if (this.isDurable && (mode === 'init' || this.published === published)) return;
		const { context, data } = registration;
		const items = await this.run(context).catch((error: Error) => {
			this.registrations = [];
			throw error;
		});
		if (items === KILLED) return;
		this.latestHadItems = items !== null;
		this.published = published;
		if (items) this.keep(items, data, ending);
		// With durable cursors, n8n stores the state of an activation with emitted items only.
		else if (!this.hasCursors) this.store(data);
	}

	/**
	 * Unpublishes the workflow and publishes it again, without ending the process. In memory, publishing another version of
	 * a published workflow does the same, with another mode. The durable engine then keeps the job of an unchanged node.
	 */
	async republish(): Promise<void> {
		this.doubt();
		this.published = undefined;
		await this.activate(this.isDurable ? 'activate' : 'update');
	}

	/** Publishes the workflow with another name of the node, under which its static data has nothing. */
	async rename(): Promise<void> {
		this.nodeName = 'Renamed';
		if (!this.hasCursors) this.stored = '{}';
		await this.republish();
	}

	/** Registers the workflow once more, beside its registration. */
	async registerAgain(): Promise<void> {
		this.doubt();
		const again = this.register('update');
		this.registrations.push(again);
		const items = await this.run(again.context);
		this.latestHadItems = items !== null && items !== KILLED;
		if (items !== KILLED && items) this.keep(items, again.data, 'stored');
	}

	/** Another trigger of the workflow begins to poll: n8n loads the static data of the whole workflow. */
	otherLoads(): void {
		const { stored, storedAfter } = this;
		this.otherLoaded = { stored, storedAfter };
	}

	/** The other trigger emits: n8n saves the static data of the whole workflow as it was loaded. */
	otherSaves(): void {
		if (!this.hasCursors && this.otherLoaded) Object.assign(this, this.otherLoaded);
	}

	private latestHadItems = false;

	/**
	 * Lets the latest items be repeated unless their state is stored: n8n may have discarded them while the workflow was
	 * unpublished, and nothing tells.
	 */
	private doubt(): void {
		if (this.latestHadItems) this.orphan(this.executions.length - 1);
	}

	/** Lets the executions from `first` on be repeated, once each, whose state is not stored. */
	private orphan(first: number): void {
		this.executions.forEach((items, number) => {
			if (number < Math.max(first, this.storedAfter) || this.orphaned.has(number)) return;
			this.orphaned.add(number);
			this.orphans.push(items);
		});
	}

	private keep([items = []]: INodeExecutionData[][], data: IDataObject, ending: Ending): void {
		if (ending === 'discarded') return;
		if (ending !== 'allLost') this.executions.push(items);
		if (ending === 'stored' || (this.hasCursors && ending === 'stateLost')) this.store(data);
		if (ending !== 'stored') this.kill();
	}

	/** Ends the process, and with it n8n's memory. */
	kill(): void {
		this.orphan(0);
		this.processes++;
		this.registrations = [];
		this.otherLoaded = undefined;
		this.latestHadItems = false;
		this.isAlive = false;
		for (const end of this.endPolls.splice(0)) end();
	}

	get isRunning(): boolean {
		return this.registrations.length > 0;
	}

	/** Prepares the polls of one poll time: in the durable engine a new context around a copy of the state. */
	private async stage(): Promise<Staged[]> {
		if (!this.isRunning) await this.activate('init');
		if (!this.isRunning || !this.isDurable) return this.registrations;
		const data = this.load();
		return [{ data, context: this.contextOf('update', data, false, this.durableMs) }];
	}

	/** Runs a scheduled poll. Its failure is an error execution, and polling continues. */
	async poll(ending: Ending = 'stored'): Promise<INodeExecutionData[]> {
		this.isWhole = false;
		return await this.runInTurn(await this.stage(), ending);
	}

	/** Runs the polls of two poll times that are due together. Both begin with the same state. */
	async pollTogether(together: Together): Promise<void> {
		this.isWhole = false;
		const staged = [...(await this.stage()), ...(await this.stage())];
		if (together === 'atOnce') {
			await Promise.all(staged.map(async (one) => await this.runStaged(one, 'stored')));
			return;
		}
		await this.runInTurn(staged, 'stored');
	}

	/** Runs polls one after another, until the process ends. */
	private async runInTurn(staged: Staged[], ending: Ending): Promise<INodeExecutionData[]> {
		const { processes } = this;
		const items: INodeExecutionData[] = [];
		for (const one of staged) {
			if (processes === this.processes) items.push(...(await this.runStaged(one, ending)));
		}
		return items;
	}

	private get durableMs(): number {
		return this.budgetMs ?? DURABLE_MS;
	}

	private async runStaged({ context, data }: Staged, ending: Ending) {
		const { processes } = this;
		const startedAt = clock.monotonic();
		const before = JSON.stringify(data);
		try {
			const items = await this.run(context);
			if (items === KILLED || processes !== this.processes) return [];
			const isAbandoned = clock.monotonic() - startedAt > this.durableMs / BUDGET_SHARE;
			if (this.isDurable && isAbandoned) return [];
			this.latestHadItems = items !== null && ending !== 'discarded';
			if (items) this.keep(items, data, ending);
			// n8n leaves the cursor alone when the poll has not changed it.
			else if (this.hasCursors && JSON.stringify(data) !== before) this.store(data);
			this.isWhole = this.requests > 0 && (!items || ending === 'stored');
			if (items && ending === 'discarded' && !this.hasCursors) await this.republish();
			return (ending !== 'discarded' && items?.[0]) || [];
		} catch (error) {
			this.errors.push(error as Error);
			return [];
		}
	}

	/** Runs "Fetch Test Event", which stores nothing. */
	async manual(): Promise<INodeExecutionData[]> {
		const data = parsed<IDataObject>(this.stored);
		const items = await this.run(this.contextOf('activate', data, true, undefined));
		if (JSON.stringify(data) !== this.stored) throw new Error('A manual run wrote state');
		return items === KILLED ? [] : (items?.[0] ?? []);
	}

	/** The IDs of the events that reached the workflow, in order. */
	get delivered(): string[] {
		return this.executions.flat().map(eventIdOf);
	}
}

/** Publishes a trigger. */
export async function activatedOn(
	account: TriggerAccount,
	parameters: IDataObject,
	options: Partial<HostOptions> = {},
): Promise<Host> {
	const host = new Host(account, { parameters, ...options });
	await host.activate();
	return host;
}
