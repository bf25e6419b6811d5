import { z } from 'zod';

const recordSchema = z.looseObject({
	id: z.unknown().optional(),
	_links: z.record(z.string(), z.unknown()).nullish().catch(null),
	_embedded: z.record(z.string(), z.unknown()).nullish().catch(null),
});
export type AccountRecord = z.infer<typeof recordSchema>;
const listSchema = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]);
const nextSchema = z.looseObject({ href: z.string() });

interface Response {
	/** 0 without a response. */
	status: number;
	date: string;
	text: string;
	/** The record in the body, or the page without its records. */
	body: AccountRecord;
}

export interface AccountPage extends Response {
	records: AccountRecord[];
	/** The records as the service represents them. */
	list: unknown;
	/** Address of the next page, or the empty text. */
	next: string;
}

function parseBody(text: string): AccountRecord {
	try {
		return recordSchema.safeParse(JSON.parse(text)).data ?? { id: undefined };
	} catch {
		return { id: undefined };
	}
}

/** Reads an account of the service with an API key. Failures are responses, too. */
export class AccountReader {
	constructor(
		readonly baseUrl: string,
		private readonly apiKey: string,
	) {}

	href(path: string): string {
		return `${this.baseUrl}/${path}`;
	}

	async send(path: string, init: RequestInit = {}, apiKey = this.apiKey): Promise<Response> {
		const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
		const headers = { authorization, 'content-type': 'application/json' };
		const options: RequestInit = { redirect: 'manual', signal: AbortSignal.timeout(20_000) };
		try {
			const response = await fetch(this.href(path), { ...options, ...init, headers });
			const text = await response.text();
			const date = response.headers.get('date') ?? '';
			return { status: response.status, date, text, body: parseBody(text) };
		} catch {
			return { status: 0, date: '', text: '', body: { id: undefined } };
		}
	}

	async list(path: string, query: Record<string, string> = {}): Promise<AccountPage> {
		const response = await this.send(`${path}?${String(new URLSearchParams(query))}`);
		const { _embedded, _links } = response.body;
		const list = Object.values(_embedded ?? {})[0];
		const isAlone = recordSchema.safeParse(list).data?.id !== undefined;
		const all: unknown[] = isAlone ? [list] : Object.values(listSchema.safeParse(list).data ?? []);
		const parsed = all.map((value) => recordSchema.safeParse(value).data);
		const records = parsed.filter((record) => record !== undefined);
		const next = nextSchema.safeParse(_links?.next).data?.href ?? '';
		return { ...response, list, records, next };
	}
}
