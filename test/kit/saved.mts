import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';

import { parameterAt } from '../../scripts/lib/workflows.mts';
import type { SimulatedService } from '../../service/index.mts';
import {
	apiKeyCredential,
	oAuth2Credential,
	runNode,
	type Credential,
	type RunOptions,
	type RunResult,
} from './engine.mts';
import { parsed } from './json.mts';
import { PACKAGE_NAME } from '../../scripts/lib/paths.mts';

const directory = new URL('../workflows/', import.meta.url);

/** The seeded customer whose tokens and pairing code the saved workflows use. */
const CUSTOMER = 1000003;

/** A node of a saved workflow. */
export interface SavedNode {
	/** The node's name in the workflow. */
	title: string;
	/** The short name of its type. */
	node: string;
	operation: string;
	parameters: INodeParameters;
	usesOAuth2: boolean;
}

function savedNode({ name, type, parameters, credentials = {} }: INode): SavedNode {
	return {
		title: name,
		node: type.slice(PACKAGE_NAME.length + 1),
		operation: String(parameters.operation),
		parameters,
		usesOAuth2: 'videoSubscriptionOAuth2Api' in credentials,
	};
}

/** Reads all nodes of this package from the workflows in a directory, in order. */
export const savedNodesIn = (workflows: URL): SavedNode[] =>
	readdirSync(workflows)
		.map((file) => parsed<{ nodes: INode[] }>(readFileSync(new URL(file, workflows), 'utf8')))
		.flatMap(({ nodes }) =>
			nodes.filter(({ type }) => type.startsWith(`${PACKAGE_NAME}.`)).map(savedNode),
		)
		.filter(({ parameters }) => 'operation' in parameters);

/** All nodes of this package in the saved workflows, in order. */
export const savedNodes = savedNodesIn(directory);

/** Returns a copy with another value at the path; in a repeating group, in every row. */
export function withValue(parameters: unknown, path: string[], value: unknown): unknown {
	const [name, ...rest] = path;
	if (name === undefined) return value;
	if (Array.isArray(parameters)) return parameters.map((row) => withValue(row, path, value));
	const values = parameters as IDataObject;
	// The rows of a group are nested below a name that is not a parameter.
	const [group] = name in values ? [] : Object.keys(values);
	return group === undefined
		? { ...values, [name]: withValue(values[name], rest, value) }
		: { [group]: withValue(values[group], path, value) };
}

/** Finds a saved node of an operation that has a value at the path. */
export const savedUsing = (name: string, path: string[] = []): SavedNode | undefined =>
	savedNodes.find(
		({ node, operation, parameters }) =>
			`${node}.${operation}` === name && parameterAt(parameters, path) !== undefined,
	);

/** Creates a pairing code and pairs it with the customer. */
export function pairedCode(service: SimulatedService, customer: number): string {
	const { publicUrl, clientId: client_id, clientSecret: client_secret } = service.settings;
	const { body } = service.handle({
		method: 'POST',
		path: new URL(`${publicUrl}/oauth/codes`).pathname,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ client_id, client_secret }),
	});
	const { code } = parsed<{ code: string }>(body);
	service.pair(code, customer);
	return code;
}

/** Returns the parameters of a saved node, with tokens and codes of the service in place of the placeholders. */
export function filledIn({ parameters }: SavedNode, service: SimulatedService): INodeParameters {
	const { access_token, refresh_token } = service.customerTokens(CUSTOMER);
	const text = JSON.stringify(parameters)
		.replaceAll('CUSTOMER_ACCESS_TOKEN', access_token)
		.replaceAll('CUSTOMER_REFRESH_TOKEN', refresh_token)
		.replaceAll('PAIRED_CODE', pairedCode(service, CUSTOMER));
	return parsed(text);
}

/** Returns the credential of a saved node for the simulated service. */
export function credentialFor({ usesOAuth2 }: SavedNode, service: SimulatedService): Credential {
	const { publicUrl, apiKey, clientId, clientSecret } = service.settings;
	return usesOAuth2
		? oAuth2Credential(publicUrl, { clientId, clientSecret })
		: apiKeyCredential(publicUrl, { apiKey });
}

/** Returns a new credential of a saved node, because rate limits and recent creations are kept by credential. */
export const newCredentialFor = (saved: SavedNode, service: SimulatedService): Credential => ({
	...credentialFor(saved, service),
	id: `saved ${randomUUID()}`,
});

/** Runs a saved node, by default with a new credential. */
export async function runSaved(
	saved: SavedNode,
	service: SimulatedService,
	changes: Partial<RunOptions> = {},
): Promise<RunResult> {
	return await runNode({
		node: saved.node,
		parameters: filledIn(saved, service),
		credential: newCredentialFor(saved, service),
		...changes,
	});
}

/** Expects that a saved node has run. @param remedy what to do where it has not */
export function expectSuccess(
	{ title, node }: SavedNode,
	{ error }: Pick<RunResult, 'error'>,
	remedy = '',
): void {
	const hint = `"${title}" in test/workflows/${node}.json fails. ${remedy}`.trim();
	expect(error && `${error.message} ${error.description}`, hint).toBeUndefined();
}
