import type { IDataObject } from 'n8n-workflow';

import { freeze, thaw } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/frozen.ts';
import { toPage } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/records.ts';
import type {
	Config,
	EventSource,
	Reader,
} from '../../../nodes/VideoSubscriptionTrigger/events/event.ts';
import { type EventType, events } from '../../../nodes/VideoSubscriptionTrigger/events/index.ts';
import { BASE_URL, LightAccount, PRODUCTS, type Quirks, USUAL_QUIRKS } from '../account.mts';

/** The moment of the tests, in seconds. */
export const NOON = Date.UTC(2026, 0, 1, 12) / 1000;

/** Ids that hardly compress: each some thousands behind the one before, as a simple generator has it. */
export function scattered(count: number): number[] {
	let [id, state] = [10_000, 1];
	return Array.from({ length: count }, () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		id += 5000 + ((state >>> 8) % 8000);
		return id;
	});
}

/** An event on an account, without n8n and without requests: as much of a poll as an event sees. */
export class Bench {
	/** Seconds. */
	now = NOON;

	readonly account: LightAccount;

	/** Of the last poll, `path?sort&page` of lists and the paths of records. */
	requests: string[] = [];

	/** Of the last poll, what lists were asked for. */
	queries: IDataObject[] = [];

	readonly warnings: string[] = [];

	/** How many requests fit into a poll. */
	affordable = Infinity;

	/** Paths that are answered as if this account might not see them. */
	readonly withheld = new Set<string>();

	readonly config: Config;

	checkpoint: unknown;

	/** Of the last poll, what the events tell beside their types and moments. */
	details: Array<IDataObject | undefined> = [];

	/** Called with each path that is asked for, before it is answered. */
	beforeAnswer: (path: string, query: IDataObject) => void = () => {};

	private readonly source: EventSource;

	constructor(
		readonly event: EventType,
		config: Partial<Config> = {},
		quirks: Partial<Quirks> = {},
	) {
		this.source = events[event];
		this.account = new LightAccount({
			now: () => this.now * 1000,
			pageSize: 10,
			...USUAL_QUIRKS,
			...quirks,
		});
		this.config = {
			product: PRODUCTS[0],
			status: 'all',
			videos: [],
			query: '',
			plan: [],
			statuses: ['cancelled', 'enabled'],
			batch: 1000,
			requestsPerPoll: 50,
			...config,
		};
	}

	private ask(path: string, query: IDataObject) {
		const { sort = '', page, status = '' } = query;
		const asked = [sort, status, page].filter((part) => part !== '' && part !== undefined);
		if (!/^(\/[a-z_]+(\/\d+)?)+$/.test(path)) throw new Error(`There is no ${path}`);
		// As the real reader does: a request may still begin with the last moment, and none behind it.
		if (this.affordable < this.requests.length) throw new Error('The time of the poll is used up');
		this.requests.push(`${path} ${asked.join(' ')}`.trim());
		if (page !== undefined) this.queries.push(query);
		this.beforeAnswer(path, query);
		if (this.withheld.has(path)) return { isGone: false };
		const { statusCode, body } = this.account.answer({ path, query });
		return { body: statusCode === 200 ? body : undefined, isGone: statusCode === 404 };
	}

	private get reader(): Reader {
		const listIfThere: Reader['listIfThere'] = async (path, key, query) => {
			const { body, isGone } = this.ask(path, query);
			return body === undefined ? { isGone } : { page: toPage(body, key, query.page), isGone };
		};
		return {
			listIfThere,
			list: async (path, key, query) => {
				const { page } = await listIfThere(path, key, query);
				if (!page) throw new Error(`There is no ${path}`);
				return page;
			},
			record: async (path, query = {}) => {
				const { body, isGone } = this.ask(path, query);
				return { row: body as IDataObject | undefined, isGone };
			},
			hrefOf: (kind, id) => `${BASE_URL}/${kind}s/${id}`,
			now: () => this.now,
			// How long an answer takes is known with the first one only.
			affordable: () =>
				this.requests.length === 0 ? Infinity : this.affordable - this.requests.length,
			warn: (sentence) => this.warnings.push(sentence),
		};
	}

	async start(from?: number): Promise<void> {
		[this.requests, this.queries] = [[], []];
		this.checkpoint = await this.source.start(this.reader, this.config, from);
	}

	/** One poll; what it gives, as `key@seconds since noon`. */
	async poll(): Promise<string[]> {
		[this.requests, this.queries] = [[], []];
		const before = await thaw(await freeze(this.checkpoint));
		const outcome = await this.source.poll(this.reader, this.config, before);
		this.checkpoint = outcome.checkpoint;
		this.details = outcome.occurrences.map(({ details }) => details);
		return outcome.occurrences.map(({ key, at }) => `${key}@${at - NOON}`);
	}

	/** So many polls, a minute apart. */
	async polls(count: number): Promise<string[]> {
		const all: string[] = [];
		for (let poll = 0; poll < count; poll++) {
			this.now += 60;
			all.push(...(await this.poll()));
		}
		return all;
	}

	async sample(count: number): Promise<string[]> {
		[this.requests, this.queries] = [[], []];
		const occurrences = await this.source.sample(this.reader, this.config, count);
		return occurrences.map(({ key, at }) => `${key}@${at - NOON}`);
	}
}
