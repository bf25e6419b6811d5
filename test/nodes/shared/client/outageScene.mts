// A service that fails for a while, and runs that meet it, in virtual time: what they send, and when they end.
import type { IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';

import type * as ClientModule from '../../../../nodes/shared/client/client';
import type { RequestOptions } from '../../../../nodes/shared/client/request';
import type * as Concurrency from '../../../../nodes/shared/concurrency/mapConcurrent';
import { built } from '../../../kit/built.mts';
import { itemContext } from '../../../kit/itemContext.mts';
import { VirtualTime } from '../../../kit/time.mts';

const { Client } = built<typeof ClientModule>('shared/client/client');
const { mapConcurrent } = built<typeof Concurrency>('shared/concurrency/mapConcurrent');

export interface SentRequest {
	/** Seconds since the start. */
	at: number;
	method: string;
	path: string;
	execution: string;
}

/** A status, a response with headers, a refused connection, or no response at all. */
export type Trouble =
	| number
	| { status: number; headers: Record<string, string> }
	| 'refused'
	| 'silent';

/** Returns how the service fails a request; `undefined` where it answers. */
type TroubleOf = (request: SentRequest) => Trouble | undefined;

const LATENCY_MS = 100;

let scenes = 0;

interface Row {
	method?: IHttpRequestMethods;
	path: string;
}

/** The result of a row: `ok`, or the headline of its error. */
interface RowResult {
	result: string;
	/** Seconds from the start of the scene to the end of the row. */
	at: number;
}

export class OutageScene {
	readonly time = new VirtualTime();

	readonly sent: SentRequest[] = [];

	private readonly account = `scene ${++scenes}`;

	constructor(private readonly troubleOf: TroubleOf) {}

	private get seconds(): number {
		return this.time.now / 1000;
	}

	private async respond(execution: string, options: IHttpRequestOptions): Promise<unknown> {
		const { method = 'GET', url: path } = options;
		const sent = { at: this.seconds, method, path, execution };
		this.sent.push(sent);
		const trouble = this.troubleOf(sent);
		if (trouble === 'silent') return await new Promise(() => {});
		await this.time.sleep(LATENCY_MS);
		if (trouble === 'refused') {
			throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
		}
		const { status: statusCode, headers } =
			typeof trouble === 'object' ? trouble : { status: trouble ?? 200, headers: {} };
		const body = statusCode === 200 ? { id: 5 } : { message: 'No.' };
		return { statusCode, headers, body: JSON.stringify(body) };
	}

	/** Runs the rows of one execution, so many at once, and returns what became of each. */
	async run(
		execution: string,
		rows: Row[],
		{ atOnce = rows.length, options }: { atOnce?: number; options?: RequestOptions } = {},
	): Promise<RowResult[]> {
		const context = itemContext({
			account: this.account,
			execution,
			helpers: {
				httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) =>
					await this.respond(execution, request),
			},
		});
		const client = new Client(context, { baseURL: 'https://svc.test' });
		return await mapConcurrent(rows, atOnce, async ({ method = 'GET', path }) => {
			const sending = client.send({ method, path }, options);
			const result = await sending.then(
				() => 'ok',
				({ message }: Error) => message,
			);
			return { result, at: this.seconds };
		});
	}

	/** Runs `runs` times one after the other. */
	async runRepeatedly(execution: string, runs: number, row: Row): Promise<RowResult[]> {
		const outcomes: RowResult[] = [];
		for (let count = 0; count < runs; count++) {
			outcomes.push(...(await this.run(`${execution} ${count}`, [row])));
		}
		return outcomes;
	}

	async until<T>(work: Promise<T>): Promise<T> {
		return await this.time.until(work);
	}

	/** Counts the requests that were sent from one second to another. */
	count(from = 0, to = Infinity): number {
		return this.sent.filter(({ at }) => at >= from && at < to).length;
	}
}

export const rowsOf = (count: number, path: string, method: IHttpRequestMethods = 'GET'): Row[] =>
	Array.from({ length: count }, (_, index) => ({ method, path: `${path}/${index + 1}` }));

/** Counts the rows by their result. */
export function tally(outcomes: RowResult[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { result } of outcomes) counts[result] = (counts[result] ?? 0) + 1;
	return counts;
}
