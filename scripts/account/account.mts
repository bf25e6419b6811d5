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
	/** The record in the body, or the page without its records. */
	body: AccountRecord;
}

export interface AccountPage extends Response {
	records: AccountRecord[];
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

	async send(path: string, init: RequestInit = {}): Promise<Response> {
		const authorization = `Basic ${Buffer.from(`${this.apiKey}:`).toString('base64')}`;
		const headers = { authorization, 'content-type': 'application/json' };
		const options: RequestInit = { redirect: 'manual', signal: AbortSignal.timeout(20_000) };
		try {
			const response = await fetch(this.href(path), { ...options, ...init, headers });
			return { status: response.status, body: parseBody(await response.text()) };
		} catch {
			return { status: 0, body: { id: undefined } };
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
		return { ...response, records, next };
	}
}

const REMEDIES: Record<number, string> = {
	0: 'The service did not respond. Check the Base URL and the connection.',
	401: 'The service refused the API key. Copy it again from the administration of the service.',
	403: 'The API key must not read products. Use a key of the account owner.',
	404: 'There is no service at this Base URL. Check its path.',
};

/** Returns why an account cannot be read, or undefined for one that answers. */
export async function findRefusal(account: AccountReader): Promise<string | undefined> {
	const { status } = await account.send('products?per_page=1');
	if (status === 200) return undefined;
	const remedy = REMEDIES[status] ?? 'The service could not answer. Run the command again later.';
	return `GET /products was answered with status ${status}. ${remedy}`;
}
