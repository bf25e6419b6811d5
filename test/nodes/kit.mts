import { randomUUID } from 'node:crypto';

import { inspect } from 'node:util';

import type { IDataObject, INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { defined } from '../kit/defined.mts';
import {
	apiKeyCredential,
	oAuth2Credential,
	runNode,
	type Credential,
	type RunOptions,
	type RunResult,
} from '../kit/engine.mts';
import { ANSWER, BASE_URL, listen, type Recorded } from '../kit/wire.mts';

export { BASE_URL } from '../kit/wire.mts';

/** Returns the only page of a list (docs/developers/service.md, Lists). */
export function page(key: string, records: IDataObject[]): IDataObject {
	const { length } = records;
	return {
		_links: { next: { href: null } },
		count: length,
		total: length,
		_embedded: { [key]: records },
	};
}

/** Each run has its own credential, because created customers are remembered by credential. */
function credentialOf(node: string): Credential {
	const isOAuth2 = ['accessToken', 'pairingCode'].includes(node);
	const credentialFor = isOAuth2 ? oAuth2Credential : apiKeyCredential;
	return { ...credentialFor(`${BASE_URL}/`), id: `run ${randomUUID()}` };
}

async function run(
	node: string,
	parameters: INodeParameters,
	answer: unknown,
	input?: IDataObject[],
	onError?: RunOptions['onError'],
): Promise<RunResult & { sent: Recorded[] }> {
	const sent = listen(() => answer);
	const credential = credentialOf(node);
	const result = await runNode({ node, parameters, ...(input && { input }), credential, onError });
	return { ...result, sent };
}

export interface Case {
	parameters: INodeParameters;
	input?: IDataObject[];
	/** Parts of the requests; missing parts are empty. */
	sends: Array<Partial<Recorded>>;
	/** The body of every response; a 204 when left out. */
	answer?: IDataObject | IDataObject[];
	/** The items, each with the index of its input item unless that is the first one. */
	gives: Array<IDataObject | [IDataObject, number]>;
}

/** Runs an operation in n8n's engine and checks its requests, its output items and their pairing. */
export function itSends(node: string, operation: string, cases: Record<string, Case>): void {
	describe(`${node} ${operation} sends`, () => {
		it.each(Object.entries(cases))('%s', async (_, { parameters, input, sends, answer, gives }) => {
			const result = await run(node, { operation, ...parameters }, answer, input);
			expect(result.error).toBeUndefined();
			const empty = { query: {}, body: {}, headers: {} };
			expect(result.sent).toEqual(sends.map((request) => ({ ...empty, ...request })));
			expect(result.items).toEqual(
				gives.map((value) => {
					const [json, item] = Array.isArray(value) ? value : [value, 0];
					return { json, pairedItem: { item } };
				}),
			);
		});
	});
}

/** The expression of the tried value in the parameters of {@link itRefuses}. */
export const TRIED = '={{ $json.tried }}';

interface Refused {
	parameters: INodeParameters;
	/** A valid value. */
	good: unknown;
	/** Invalid values. */
	bad: unknown[];
	/** The parameter's display name, which the error quotes. */
	names: string;
	/** Distinguishes two cases with the same name in the titles. */
	where?: string;
}

/** Returns a value for a title; for a very long text only its length. */
export function shown(value: unknown): string {
	if (typeof value === 'string' && value.length > 100)
		return `a text of ${value.length} characters`;
	return inspect(value, { breakLength: Infinity, depth: Infinity });
}

/**
 * Expects that each bad value, in a second item, is rejected before a request is sent for the item.
 *
 * @param answer the body of the response for the first item, which has the good value
 */
export function itRefuses(
	node: string,
	operation: string,
	cases: Refused[],
	answer: unknown = ANSWER,
): void {
	const tries = cases.flatMap(({ bad, where = '', ...rest }) =>
		bad.map((value) => ({ ...rest, value, title: `"${rest.names}"${where}: ${shown(value)}` })),
	);
	describe(`${node} ${operation} refuses`, () => {
		it.each(tries.map((attempt) => [attempt.title, attempt] as const))(
			'%s',
			async (_, { parameters, good, value, names }) => {
				const input = [{ tried: good }, { tried: value }] as IDataObject[];
				const all = { operation, ...parameters };
				const result = await run(node, all, answer, input, 'continueRegularOutput');
				const failed = result.items.filter(({ json }) => json.error !== undefined);
				expect(failed).toMatchObject([{ pairedItem: { item: 1 } }]);
				const { error, message: remedy } = defined(failed[0]).json;
				expect(error).toContain(`"${names}"`);
				// The error is a whole sentence, and so is the remedy.
				expect(error).toMatch(/" (?:is|has|contains|are|differs|needs|must|cannot|takes) \S.{3}/);
				expect(remedy).toMatch(/\w.*\./);
				expect(result.sent).toHaveLength(1);
			},
		);
	});
}

/** Returns a locator as the editor stores it. */
export const chosen = (
	value: INodeParameterResourceLocator['value'],
	mode = 'id',
): INodeParameterResourceLocator => ({ __rl: true, mode, value });

/** The options of every operation, and the headers that they are sent as. */
export const FOR_CUSTOMER = { onBehalfOfCustomer: chosen('7'), clientIp: '203.0.113.7' };
export const CUSTOMER_HEADERS = {
	'svc-customer': `${BASE_URL}/customers/7`,
	'svc-client-ip': '203.0.113.7',
};
