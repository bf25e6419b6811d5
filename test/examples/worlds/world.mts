// The world that every example runs in: an account of the simulated service, what happens in it, and the other services.
import nock from 'nock';
import type {
	IBinaryData,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRun,
} from 'n8n-workflow';
import { vi } from 'vitest';
import { z } from 'zod';

import { readExample } from '../../../scripts/lib/examples.mts';
import type { WorkflowDefinition } from '../../../scripts/lib/n8nApi.mts';
import { PACKAGE_NAME } from '../../../scripts/lib/paths.mts';
import { customerStatuses } from '../../../service/contract/index.mts';
import type { Fault } from '../../../service/index.mts';
import { OpenAccount } from '../../nodes/account.mts';
import { isAsking, isReading } from '../facts.mts';
import { defined } from '../../kit/defined.mts';
import { parsed } from '../../kit/json.mts';
import { DataTables } from './dataTables.mts';
import { RunningExample, type Sent } from './engine.mts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A Monday morning. */
const NOW = Date.parse('2026-03-02T09:30:00Z');
/** Polls in a row without an event, after which no more are to come. */
const QUIET_POLLS = 2;
/** Executions of a trigger that starts one for each item, such as a webhook. */
const MOST_CALLS = 10;

const PRODUCT = 101;
/** The one that a copy of an example is for. */
export const SECOND_PRODUCT = 102;
const PLAYLIST = 310;
const ENABLED = 'enabled';
const ENDED = customerStatuses.filter((status) => status !== ENABLED);

/** What strangers write: how their names begin, a ping, HTML, Markdown, a live link, Slack's bold type, a new line and a reversal. */
export const STRANGER = {
	name: 'Winner',
	ping: '<!channel>',
	html: '<img src=x>',
	link: 'http://evil.example/login',
	bold: '*URGENT*',
	line: 'Second line',
	reversed: '\u202Egnihsihp',
};
const STRANGE_TEXT = `spam ${STRANGER.ping} ${STRANGER.html} ${STRANGER.bold} ${STRANGER.link} ${STRANGER.reversed}\n${STRANGER.line}`;
/** Longer than a message may be. */
const LONG_TEXT = `${STRANGE_TEXT} ${'and & on '.repeat(5000)}`;

/** A customer of the account before anything happens. */
const CUSTOMER = 'joined.a.week.ago.1@example.com';

const formFieldSchema = z.object({
	fieldLabel: z.string(),
	fieldType: z.string().optional(),
	fieldOptions: z.object({ values: z.array(z.object({ option: z.string() })) }).optional(),
});
type FormField = z.infer<typeof formFieldSchema>;
const formSchema = z.object({ formFields: z.object({ values: z.array(formFieldSchema) }) });

const logSchema = z.object({
	tableName: z.string(),
	columns: z.object({
		column: z.array(
			z.object({ name: z.string(), type: z.enum(['string', 'number', 'date']).default('string') }),
		),
	}),
});

export interface WorldOptions {
	/** The number of things of each kind that happen; none when 0. */
	size: number;
	/** Whether names, titles and comments are those of strangers. */
	isStrange?: boolean;
	/** What other services refuse. */
	isDown?: (node: INode, parameters: INodeParameters) => boolean;
	/** Why they refuse it. */
	refusal?: string;
	/** Whether somebody tries the example with *Execute workflow*. */
	isTry?: boolean;
	/** Whether the credential is in test mode. */
	isTestMode?: boolean;
	/** Whether somebody opens the page that a form ends with; the tab is closed otherwise. */
	isPageOpened?: boolean;
	/** What the service does with every request that matches: it answers all of them by default. */
	fault?: Fault | Fault[];
	/** What the nodes with these names output that read another service, in place of the world's rows. */
	rows?: Record<string, IDataObject[]>;
	/** What another service answers, where it is not what it answers in every world. */
	answer?: (
		node: INode,
		parameters: INodeParameters,
		input: IDataObject,
	) => IDataObject[] | undefined;
	/** The output to which a box of another system sends an item; each in turn by default. */
	outputs?: Record<string, number>;
	/** Changes an item that comes in from a person or from another system. */
	incoming?: (json: IDataObject, from: INode) => IDataObject;
	/** What the account has by itself; nothing in a world where nothing happens. */
	seed?: 'empty' | 'believable';
	/** Prepares the account further. */
	settle?: (state: ServiceState) => void;
	/** What happens at the service while a node waits for a time or for somebody's answer. */
	meanwhile?: (state: ServiceState) => void;
	/** The workflows that run beside each other in one n8n; the example alone by default. */
	workflows?: WorkflowDefinition[];
	/** Whether the people are customers of two products. */
	hasTwoProducts?: boolean;
}

type ServiceState = OpenAccount['service']['state'];

/** What executions start with, by the name of the trigger: a list of items for each. */
export type Starts = ReadonlyMap<string, INodeExecutionData[][]>;

/** One execution of an example. */
export class ExampleExecution {
	constructor(
		readonly run: IRun,
		/** The number of its requests to the service. */
		readonly asked = 0,
	) {}

	/** Why n8n shows it as failed. */
	get error(): string | undefined {
		const { status, data } = this.run;
		const { error } = data.resultData;
		return ['success', 'waiting'].includes(status) && !error
			? undefined
			: (error?.message ?? status);
	}

	/** What a node output, in all its runs and on all its outputs. */
	output(node: string): IDataObject[] {
		const runs = this.run.data.resultData.runData[node] ?? [];
		const items = runs.flatMap(({ data }) => data?.main ?? []).flatMap((list) => list ?? []);
		return items.map(({ json }) => json);
	}
}

/** Whether a node lets time pass until something happens. */
const isWaiting = (node: INode) => node.type.endsWith('.wait') || isAsking(node);

/** Whether another system is asked for a record that it doesn't have. */
const isUnknown = ({ type }: INode, { id, url }: INodeParameters) =>
	(type.endsWith('.zendesk') && !/^\d+$/.test(String(id))) ||
	/payment_intents\/(?!pi_\d+$)./.test(String(url));

const isTriggerOf = (node: INode, suffix: string) => node.type.endsWith(`.${suffix}`);
const isOurTrigger = ({ type }: INode) => type === `${PACKAGE_NAME}.videoSubscriptionTrigger`;

/** The number in the address of somebody in the world. */
const indexOf = (email: string): number => Number(/\.(\d+)@/.exec(email)?.[1]);

/** The address of somebody who orders in the shop. */
const orderedBy = (index: number): string => `order.${index}@example.com`;

const range = (length: number) => Array.from({ length }, (_, index) => index + 1);

const csvOf = (rows: IDataObject[]): string => {
	const names = Object.keys(rows[0] ?? { email: '', name: '', product: '', key: '', title: '' });
	const cell = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`;
	return [names, ...rows.map((row) => names.map((name) => row[name]))]
		.map((cells) => cells.map(cell).join(','))
		.join('\r\n');
};

/** Returns an example as it is published: with its dry runs turned off, as the last step of the setup says. */
export const published = (name: string): WorkflowDefinition =>
	parsed(JSON.stringify(readExample(name)).replaceAll('"dryRun":true', '"dryRun":false'));

/** One example in its world. */
export class ExampleWorld {
	/** Each workflow, in one n8n. */
	readonly examples: RunningExample[];

	/** How often the same calls came before, each time in another shape. */
	private calls = 0;

	/** The tables of that n8n. */
	readonly tables = new DataTables();

	private constructor(
		name: string,
		private readonly account: OpenAccount,
		private readonly options: WorldOptions,
	) {
		const { isDown = () => false, workflows = [published(name)] } = options;
		const services = {
			isDown: (node: INode, parameters: INodeParameters) =>
				isDown(node, parameters) || isUnknown(node, parameters),
			refusal: options.refusal ?? 'The key has expired',
			answer: (node: INode, parameters: INodeParameters, input: IDataObject, index: number) => {
				if (isWaiting(node)) options.meanwhile?.(this.state);
				const items =
					options.answer?.(node, parameters, input) ?? this.answer(node, parameters, input, index);
				return isReading(node) || isAsking(node) ? this.incoming(items, node) : items;
			},
			outputFor: (node: INode) => options.outputs?.[node.name],
			rowsFor: (node: INode) =>
				options.rows?.[node.name] ??
				(/made.up/i.test(String(node.parameters.jsCode).slice(0, 600)) ? this.rows : undefined),
		};
		const { data, ...rest } = account.credential(false);
		const { isTry = false, isTestMode = false } = options;
		const credential = { ...rest, data: { ...data, testMode: isTestMode } };
		const n8n = { tables: this.tables, mode: isTry ? 'manual' : 'trigger' } as const;
		this.examples = workflows.map(
			(workflow) => new RunningExample(workflow, credential, services, n8n),
		);
	}

	/** The only workflow, or the first one. */
	get example(): RunningExample {
		return defined(this.examples[0], 'an example');
	}

	/** Opens a world, lets `use` do something in it, and closes it. */
	static async with<T>(
		name: string,
		options: WorldOptions,
		use: (world: ExampleWorld) => Promise<T>,
	): Promise<T> {
		nock.restore();
		const account = await OpenAccount.open({
			seed: options.seed ?? (options.size === 0 ? 'empty' : 'believable'),
			customers: 0,
			customerCreationsPerSecond: null,
		});
		vi.useFakeTimers({ toFake: ['Date'] });
		try {
			const world = new ExampleWorld(name, account, options);
			world.passTime(0);
			options.settle?.(world.state);
			return await use(world);
		} finally {
			vi.useRealTimers();
			await account.close();
			if (!nock.isActive()) nock.activate();
		}
	}

	private get state(): ServiceState {
		return this.account.service.state;
	}

	get service(): OpenAccount['service'] {
		return this.account.service;
	}

	/** Everything that was sent so far. */
	get sent(): Sent[] {
		return this.examples.flatMap(({ sent }) => sent);
	}

	/** The requests so far that changed something in the service. */
	get writes(): string[] {
		return this.service.requests
			.filter(({ method, status }) => method !== 'GET' && (status ?? 0) < 300)
			.map(({ method, path }) => `${method} ${path}`)
			.filter((request) => !request.includes('/oauth'));
	}

	/** The number of requests so far. */
	get asked(): number {
		return this.account.service.requests.length;
	}

	/** All addresses that occur in the account, in rows and in calls, in lower case. */
	get addresses(): Set<string> {
		const known = [...this.state.customers.all({ status: 'all' }, 'oldest')].map(
			({ email }) => email,
		);
		const rows = this.rows.map(({ email }) => String(email));
		const orders = range(Math.min(this.options.size, MOST_CALLS)).map(orderedBy);
		return new Set([...known, ...rows, ...orders].map((address) => address.toLowerCase()));
	}

	/** The nodes that start an example. A manual start counts only where there is no other. */
	private triggersOf({ definition: { nodes, connections } }: RunningExample): INode[] {
		const starts = nodes.filter(
			({ name, type }) =>
				/trigger$/i.test(type) || (type.endsWith('.webhook') && name in connections),
		);
		const real = starts.filter((node) => !isTriggerOf(node, 'manualTrigger'));
		return real.length > 0 ? real : starts;
	}

	private text(plain: string, index: number): string {
		if (!this.options.isStrange) return plain;
		return index === 1 ? LONG_TEXT : `${STRANGE_TEXT} ${index}`;
	}

	/** A name; the service limits how long it may be. */
	private name(index: number): string {
		return this.options.isStrange ? `${STRANGER.name} ${STRANGE_TEXT}` : `Ada Example ${index}`;
	}

	/** People whom the account doesn't have yet. */
	private get rows(): IDataObject[] {
		return range(this.options.size).map((index) => this.row(index));
	}

	/** What a list that decides has: whoever has access or is in the playlist already, and the rows. */
	private get list(): IDataObject[] {
		const { nodes } = this.example.definition;
		const decides = (by: string) => nodes.some(({ parameters }) => parameters.operation === by);
		const known = [
			...(decides('syncAccess') ? this.members : []),
			...(decides('syncItems') ? this.listedVideos : []),
		];
		const { size } = this.options;
		const listed = known.map((fields, index) => ({ ...this.row(size + index + 1), ...fields }));
		return [...listed, ...this.rows];
	}

	private get members(): IDataObject[] {
		return [...this.state.customers.all({ status: ENABLED }, 'oldest')]
			.filter(({ grants }) => grants.some(({ productId }) => productId === PRODUCT))
			.map(({ email, name }) => ({ email, name }));
	}

	private get listedVideos(): IDataObject[] {
		const items = this.state.collections.get(PLAYLIST)?.items ?? [];
		return items.filter(({ kind }) => kind === 'videos').map(({ id }) => ({ video: id }));
	}

	/** A row of a spreadsheet, a CRM or a help desk, with all columns that examples read. */
	private row(index: number): IDataObject {
		return {
			row: index,
			row_number: index + 1,
			ticket: index,
			stage: 'won',
			tier: 'Basic',
			member: 'yes',
			until: '2026-12-31',
			email: `row.${index}@example.com`,
			// Nobody in the account has it: two people of one name are one to ask about.
			name: this.options.isStrange ? this.name(index) : `Bo Example ${index}`,
			product: String(PRODUCT),
			video: 20_000 + ((index - 1) % 30) + 1,
			key: `key-${index}`,
			title: this.text(`Film ${index}`, index),
			description: this.text('A film.', index),
			source_url: `https://files.example.com/${index}.mp4`,
			plans: 'standard',
			collection: '',
			director: 'M. Lindqvist',
			year: '2024',
			Key: `masters/film-${index}.mp4`,
			changed_at: new Date(NOW).toISOString(),
		};
	}

	/** What another service returns for an item. */
	private answer(
		node: INode,
		parameters: IDataObject,
		input: IDataObject,
		index: number,
	): IDataObject[] {
		const { operation, url, attributes } = parameters;
		const rows = this.options.rows?.[node.name];
		if (rows) return index === 0 ? rows : [];
		if (isAsking(node)) return [{ data: { approved: true } }];
		if (operation === 'read' || operation === 'getAll' || operation === 'search')
			return index === 0 ? this.list : [];
		// Without an ID, the service returns a list.
		if (typeof url === 'string' && url.endsWith('payment_intents/')) return [{ data: [] }];
		if (typeof url === 'string' && url.includes('payment_intents')) return [this.order(url)];
		if (typeof url === 'string' && url.includes('sessions')) return [{ data: [], has_more: false }];
		if (typeof url === 'string' && url.endsWith('.vtt'))
			return [{ data: `WEBVTT\n\n00:00.000 --> 00:09.000\n${this.text('The tide is low.', 2)}` }];
		if (attributes !== undefined) {
			const made = this.text('A film about the sea.', 2);
			return [{ output: { description: made, tags: made } }];
		}
		if (isTriggerOf(node, 'crypto')) {
			return [{ ...input, [String(parameters.dataPropertyName)]: 'ab'.repeat(32) }];
		}
		const passesOn = ['googleSheets', 'wait', 'form', 'respondToWebhook'];
		if (passesOn.some((name) => isTriggerOf(node, name))) return [input];
		return isTriggerOf(node, 'textClassifier') ? [input] : [{ ok: true, id: 'sent', ts: '1.2' }];
	}

	/** Whether the shop tells the example of refunds. */
	private get isRefunded(): boolean {
		return JSON.stringify(this.example.definition.nodes).includes('charge.refunded');
	}

	/** An order of the shop, as the payment service returns it. */
	private order(url: string): IDataObject {
		const index = Number(/(\d+)$/.exec(url)?.[1]);
		const billing_details = { email: orderedBy(index), name: this.name(index) };
		return {
			id: `pi_${index}`,
			status: 'succeeded',
			metadata: { product: String(PRODUCT) },
			receipt_email: null,
			latest_charge: {
				billing_details,
				refunded: this.isRefunded,
				amount: 900,
				amount_refunded: 0,
				currency: 'eur',
			},
		};
	}

	/** Advances all clocks. */
	passTime(milliseconds: number): void {
		const { clock } = this.account;
		clock.now = Math.max(clock.now, NOW) + milliseconds;
		vi.setSystemTime(clock.now);
	}

	/** The people of each kind: one for each status, and together as many as there are things of a kind, or more. */
	private get people(): number[] {
		const { size } = this.options;
		return range(Math.max(Math.min(size, ENDED.length), Math.ceil(size / 3)));
	}

	/** The product of a person. */
	private productOf(index: number): number {
		return this.options.hasTwoProducts && index % 2 === 0 ? SECOND_PRODUCT : PRODUCT;
	}

	/** What is in the account before anything happens. */
	private settle(): void {
		const yearAgo = NOW - 365 * DAY_MS;
		const weekAgo = NOW - 7 * DAY_MS - 60 * MINUTE_MS;
		for (const index of this.people) {
			const name = this.name(index);
			const status = ENDED[(index - 1) % ENDED.length] ?? ENABLED;
			const add = (email: string, createdAt: number, products = [this.productOf(index)]) =>
				this.state.addCustomer({
					email: `${email}.${index}@example.com`,
					name,
					createdAt,
					products,
				});
			add(`becomes.${status}`, yearAgo);
			add('joined.a.week.ago', weekAgo);
			add('joined.a.year.ago', yearAgo);
			add('gets.product', yearAgo + 40 * DAY_MS, []);
			add('back', yearAgo + 40 * DAY_MS);
		}
		if (this.isRefunded)
			for (const index of range(this.options.size))
				this.state.addCustomer({ email: orderedBy(index), products: [PRODUCT] });
		for (const index of range(this.options.size)) {
			this.state.addVideo({
				id: 30_000 + index,
				title: this.text(`Film ${index}`, index),
				subtitles: ['en'],
				status: 'processing',
				finishesAt: NOW + 365 * DAY_MS,
				createdAt: NOW - DAY_MS,
			});
			this.state.addVideo({
				id: 50_000 + index,
				title: this.text(`Old film ${index}`, index),
				createdAt: yearAgo,
				timeUnavailable: new Date(NOW + 9 * DAY_MS).toISOString(),
			});
		}
		for (const { id, email } of this.state.customers.all({ status: 'all' }, 'oldest'))
			if (email.startsWith('back.'))
				this.state.editCustomer(id, (customer) => {
					customer.status = 'paused';
				});
	}

	private grant(id: number, productId: number): void {
		this.state.editCustomer(id, (customer) => {
			customer.grants = [{ productId, plan: 'standard', isRental: false, expiresIn: null }];
		});
	}

	/** Lets customers who came leave, and those who left go on to another status. */
	leave(): void {
		this.calls += 1;
		for (const { id, email, status } of this.state.customers.all({ status: 'all' }, 'oldest')) {
			this.state.editCustomer(id, (customer) => {
				if (email.startsWith('becomes.'))
					customer.status = status === 'cancelled' ? 'expired' : 'cancelled';
				if (email.startsWith('back.')) customer.status = 'paused';
				if (/^(new|gets\.product)\./.test(email)) customer.grants = [];
			});
		}
	}

	/** Lets those who left come back. */
	comeBack(): void {
		for (const { id, email } of this.state.customers.all({ status: 'all' }, 'oldest')) {
			if (email.startsWith('back.'))
				this.state.editCustomer(id, (customer) => {
					customer.status = ENABLED;
				});
			if (/^(new|gets\.product)\./.test(email)) this.grant(id, this.productOf(indexOf(email)));
		}
	}

	/** Lets everything happen that an example may react to. */
	private happen(): void {
		const { size } = this.options;
		for (const { id, email } of this.state.customers.all({ status: 'all' }, 'oldest')) {
			const to = customerStatuses.find((status) => email.startsWith(`becomes.${status ?? ''}.`));
			if (to !== undefined || email.startsWith('back.'))
				this.state.editCustomer(id, (customer) => {
					customer.status = to ?? ENABLED;
				});
			if (email.startsWith('gets.product.')) this.grant(id, this.productOf(indexOf(email)));
		}
		for (const index of this.people)
			this.state.addCustomer({
				email: `new.${index}@example.com`,
				name: this.name(index),
				products: [this.productOf(index)],
			});
		const customerId = [...this.state.customers.all({ status: 'all' }, 'oldest')].at(-1)?.id ?? 0;
		for (const index of range(size)) {
			this.state.finishUpload(30_000 + index);
			this.state.addComment({
				videoId: 20_000 + ((index - 1) % 30) + 1,
				customerId,
				content: this.text('spam, casino', index),
			});
			const scheduledAt = NOW + 3 * 60 * MINUTE_MS;
			const videoId = 50_000 + index;
			const title = this.text(`Live ${index}`, index);
			const { id } = this.state.addLiveEvent({ title, scheduledAt, videoId });
			const video = this.state.videos.get(videoId);
			if (video) video.liveEventId = id;
		}
	}

	private incoming(items: IDataObject[], from: INode): IDataObject[] {
		const { incoming } = this.options;
		return incoming ? items.map((json) => incoming(json, from)) : items;
	}

	/** Returns what a trigger starts executions with: one list of items for each. */
	private async startsOf(example: RunningExample, trigger: INode): Promise<INodeExecutionData[][]> {
		if (isOurTrigger(trigger)) return await this.polled(example, trigger);
		return this.callsOf(trigger).map((items) =>
			items.map((item) => {
				const [json = {}] = this.incoming([item.json], trigger);
				return { ...item, json };
			}),
		);
	}

	/** Returns what somebody else starts executions with. */
	private callsOf(trigger: INode): INodeExecutionData[][] {
		const { size } = this.options;
		if (isTriggerOf(trigger, 'formTrigger')) return this.submissions(trigger);
		const calls = range(Math.min(size, MOST_CALLS));
		if (isTriggerOf(trigger, 'webhook')) return calls.map((index) => [{ json: this.call(index) }]);
		if (isTriggerOf(trigger, 'zendeskTrigger'))
			return calls.map((index) => [{ json: this.ticket(index) }]);
		if (isTriggerOf(trigger, 'stripeTrigger'))
			return calls.map((index) => [
				{ json: { data: { object: { payment_intent: `pi_${index}` } } } },
			]);
		if (isTriggerOf(trigger, 'errorTrigger'))
			return calls.map((index) => [{ json: this.failure(index) }]);
		if (isTriggerOf(trigger, 'chatTrigger'))
			return calls.map((index) => [
				{ json: { chatInput: this.text('Hello?', index), sessionId: '1' } },
			]);
		return [[{ json: { timestamp: new Date(NOW).toISOString() } }]];
	}

	/** Polls until no more events come. Each poll that finds some starts an execution. */
	private async polled(example: RunningExample, trigger: INode): Promise<INodeExecutionData[][]> {
		if (this.options.isTry) {
			const items = await example.poll(trigger.name, 'manual');
			return items.length > 0 ? [items] : [];
		}
		const found: INodeExecutionData[][] = [];
		for (let quiet = 0; quiet < QUIET_POLLS; ) {
			this.passTime(MINUTE_MS);
			const items = await example.poll(trigger.name, 'activate');
			quiet = items.length > 0 ? 0 : quiet + 1;
			if (items.length > 0) found.push(items);
		}
		return found;
	}

	/** A value of a field of a form: its last choice where it has some. */
	private entered({ fieldLabel, fieldType, fieldOptions }: FormField, email: string): string {
		if (fieldOptions) return fieldOptions.values.at(-1)?.option ?? '';
		if (fieldType === 'email') return email;
		if (fieldType === 'textarea') return this.rows.map((row) => String(row.email)).join('\n');
		if (fieldType === 'date') return new Date(NOW + 9 * DAY_MS).toISOString().slice(0, 10);
		return /name/i.test(fieldLabel) ? this.name(1) : '1';
	}

	/** A file with the columns for which a form asks. */
	private file(form: INode): IBinaryData {
		const wanted = new Set(String(form.parameters.formDescription).match(/\w+/g));
		const rows = this.rows.map((row) =>
			Object.fromEntries(Object.entries(row).filter(([column]) => wanted.has(column))),
		);
		const data = Buffer.from(csvOf(this.incoming(rows, form))).toString('base64');
		return { data, mimeType: 'text/csv', fileName: 'rows.csv', fileExtension: 'csv' };
	}

	/** A form that somebody has filled in. @param email for the fields that ask for one */
	private submission(fields: FormField[], email: string, from: INode): INodeExecutionData {
		const item: INodeExecutionData = {
			json: { submittedAt: new Date(NOW).toISOString(), formMode: 'production' },
		};
		for (const field of fields)
			if (field.fieldType === 'file')
				item.binary = { [field.fieldLabel.replaceAll(/\W/g, '_')]: this.file(from) };
			else item.json[field.fieldLabel] = this.entered(field, email);
		return item;
	}

	/** A form is sent once, and one that is about a person for a customer and for a new person. */
	private submissions(from: INode): INodeExecutionData[][] {
		const fields = formSchema.parse(from.parameters).formFields.values;
		const isAboutPerson = fields.some(({ fieldType }) => fieldType === 'email');
		if (!isAboutPerson) return [[this.submission(fields, '', from)]];
		if (this.options.size === 0) return [];
		return [CUSTOMER, 'row.1@example.com'].map((email) => [this.submission(fields, email, from)]);
	}

	/** A call of the service or of a partner. */
	private call(index: number): IDataObject {
		const customer = this.state.customers.all({ status: 'all' }, 'oldest')[index - 1];
		const [id, email] = [customer?.id ?? index, customer?.email ?? `row.${index}@example.com`];
		const person = { id, email, name: this.name(index) };
		const first = {
			email,
			topic: 'customer.product.charge_failed',
			_embedded: { customer: person },
		};
		const again = { type: 'customer.charge.failed', data: { customer: person } };
		const body = this.calls === 0 ? first : again;
		return { headers: {}, params: {}, query: {}, body };
	}

	/** A ticket of a help desk, with the fields that an example asks for: of a customer, or of somebody unknown. */
	private ticket(index: number): IDataObject {
		const { email } = index % 2 === 0 ? this.row(index) : { email: CUSTOMER };
		return { 'ticket.id': String(index), 'ticket.requester.email': email };
	}

	/** What n8n tells an error workflow. */
	private failure(index: number): IDataObject {
		const error = {
			message: this.text(`The request failed ${index}`, index),
			description: 'Try again',
		};
		return {
			execution: {
				id: String(index),
				url: `http://127.0.0.1/${index}`,
				error,
				lastNodeExecuted: 'Sync Access',
				mode: 'trigger',
			},
			workflow: { id: '1', name: this.text('Nightly', index) },
		};
	}

	/** Runs an example with what its triggers found. */
	async run(starts: Starts, example = this.example): Promise<ExampleExecution[]> {
		const { fault } = this.options;
		for (const one of [fault ?? []].flat())
			this.account.service.faults.add({ ...one, times: Infinity });
		const executions: ExampleExecution[] = [];
		for (const [trigger, lists] of starts)
			for (const items of lists) {
				this.passTime(MINUTE_MS);
				executions.push(await this.executed(example, trigger, items));
			}
		return executions;
	}

	private async executed(
		example: RunningExample,
		trigger: string,
		items: INodeExecutionData[],
	): Promise<ExampleExecution> {
		const { asked } = this;
		let run = await example.execute(trigger, structuredClone(items));
		while (this.options.isPageOpened && run.status === 'waiting')
			run = await example.openPage(structuredClone(run));
		return new ExampleExecution(run, this.asked - asked);
	}

	/** Executes the example from one trigger. */
	async execute(
		trigger: string,
		item: INodeExecutionData = { json: {} },
	): Promise<ExampleExecution> {
		return await this.executed(this.example, trigger, [item]);
	}

	/** Continues a failed execution where it failed, as *Retry* in n8n's list of executions does. */
	async retry({ run }: ExampleExecution, example = this.example): Promise<ExampleExecution> {
		return new ExampleExecution(await example.retry(structuredClone(run)));
	}

	/** Returns what the triggers of an example find. */
	async look(example = this.example): Promise<Starts> {
		const found = new Map<string, INodeExecutionData[][]>();
		for (const trigger of this.triggersOf(example))
			found.set(trigger.name, await this.startsOf(example, trigger));
		return found;
	}

	/** Keeps a run in the log that an example reads: one person got access in it, and the others lost it. */
	private async keepRun({ definition: { nodes } }: RunningExample): Promise<void> {
		const isTable = (operation: string) => (node: INode) =>
			isTriggerOf(node, 'dataTable') && node.parameters.operation === operation;
		if (!nodes.some(isTable('get'))) return;
		const { parameters } = defined(nodes.find(isTable('create')), 'a box that creates the log');
		const { tableName, columns } = logSchema.parse(parameters);
		const tables = await this.tables.provider.getDataTableAggregateProxy();
		const { id } = await tables.createDataTable({ name: tableName, columns: columns.column });
		const table = await this.tables.provider.getDataTableProxy(undefined, undefined, id);
		const rows = range(this.options.size).map((index) => {
			const outcome = index === 1 ? 'granted' : 'revoked';
			const products = outcome === 'granted' ? [PRODUCT] : [];
			const email = `${outcome}.${index}@example.com`;
			const customer = this.state.addCustomer({ email, name: this.name(index), products });
			const of = { product: String(PRODUCT), email, customer_id: customer.id, plan: 'standard' };
			return { run: '1', at: new Date(NOW), outcome, reason: null, ...of };
		});
		await table.insertRows(rows, 'count');
	}

	/** Fills the account, and lets everything happen. */
	async begin(): Promise<void> {
		this.settle();
		for (const example of this.examples) await this.keepRun(example);
		for (const example of this.examples)
			for (const trigger of this.triggersOf(example).filter(isOurTrigger))
				await example.poll(trigger.name, 'init');
		this.passTime(MINUTE_MS);
		this.happen();
	}
}

/** Lets `use` run one example with rows, answers and files of a test's own, in an account where nothing else happens. */
export const withExample = async <T,>(
	name: string,
	options: Omit<WorldOptions, 'size'>,
	use: (world: ExampleWorld) => Promise<T>,
): Promise<T> => await ExampleWorld.with(name, { size: 0, seed: 'believable', ...options }, use);

/** An item with a file, as a form outputs it. */
export const uploaded = (
	bytes: Uint8Array,
	mimeType = 'application/vnd.ms-excel',
): INodeExecutionData => ({
	json: {},
	binary: {
		Spreadsheet: {
			data: Buffer.from(bytes).toString('base64'),
			mimeType,
			fileName: 'rows.csv',
			fileExtension: 'csv',
		},
	},
});
