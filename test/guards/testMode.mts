import type { IDataObject } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { operationSources } from '../../scripts/schemas/operationFiles.mts';
import type { RunningService } from '../../service/index.mts';
import { openService } from '../kit/service.mts';
import { runAgent } from '../kit/agent.mts';
import {
	expectSuccess,
	filledIn,
	newCredentialFor,
	runSaved,
	type SavedNode,
} from '../kit/saved.mts';
import { NO_TOOLS } from './tool.mts';

/** POSTs that change nothing, and are sent. */
const CHANGES_NOTHING = [
	'accessToken.create',
	'accessToken.refresh',
	'customer.findByBilling',
	'pairingCode.create',
];

/** The operations that change something at the service. */
const changing = operationSources
	.filter(({ option }) => option.routing?.request?.method !== 'GET')
	.map(({ name }) => name)
	.filter((name) => !CHANGES_NOTHING.includes(name));

const isChanging = ({ node, operation }: SavedNode) => changing.includes(`${node}.${operation}`);

/** Whether the saved workflow is a dry run, which goes on in a published workflow. */
const isDryRun = ({ parameters }: SavedNode) =>
	JSON.stringify(parameters).includes('"dryRun":true');

/** Whether an item says that it is no real result. */
const isTold = ({ testMode, outcome }: IDataObject) =>
	testMode === true || /^(would|unchanged|unclear)/.test(String(outcome));

/**
 * Expects that no operation changes anything with a credential in test mode: neither in the editor, where each write is
 * checked and answered, nor as the tool of an agent, nor in a published workflow, where it fails. A new operation is tried
 * without being listed here.
 */
export function itChangesNothingInTestMode(all: SavedNode[]): void {
	const saved = all.filter(isChanging);
	if (saved.length === 0) return;
	let running: RunningService;
	beforeAll(async () => {
		running = await openService();
	});
	afterAll(async () => await running.close());

	const credentialOf = (node: SavedNode) => {
		const credential = newCredentialFor(node, running.service);
		return { ...credential, data: { ...credential.data, testMode: true } };
	};

	/** Runs a saved workflow in test mode, and returns its result and the writes that it has sent. */
	async function tryIn(mode: 'manual' | 'trigger', node: SavedNode) {
		const { service } = running;
		const parameters = filledIn(node, service);
		service.clearLogs();
		const credential = credentialOf(node);
		const result = await runSaved(node, service, { parameters, credential, mode });
		return { ...result, writes: writes() };
	}

	/** The tokens and codes of saved workflows are issued by the same service. */
	const writes = () =>
		running.service.requests
			.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/oauth/'))
			.map(({ method, path }) => `${method} ${path}`);

	describe('in test mode, nothing is written', () => {
		it.each(saved.map((node) => [`${node.node}: ${node.title}`, node] as const))(
			'%s',
			async (_, node) => {
				const { writes: sent, json, error } = await tryIn('manual', node);
				expect(sent).toEqual([]);
				expectSuccess(node, { error });
				const isRaw = node.parameters.output === 'raw';
				expect(json.filter((item) => !isRaw && !isTold(item))).toEqual([]);
				const published = await tryIn('trigger', node);
				expect(published.writes).toEqual([]);
				const refusal = isDryRun(node) ? undefined : 'The credential is in test mode';
				expect(published.error?.message).toBe(refusal);
			},
		);
	});

	describe('in test mode, the tool of an agent writes nothing', () => {
		const tools = saved.filter(({ node }) => !NO_TOOLS.includes(node));
		it.each(tools.map((node) => [`${node.node}: ${node.title}`, node] as const))(
			'%s',
			async (_, node) => {
				const parameters = filledIn(node, running.service);
				const work = async (tool: { invoke: (args: IDataObject) => Promise<string> }) =>
					await tool.invoke({}).catch(String);
				const credential = credentialOf(node);
				running.service.clearLogs();
				await runAgent({ node: node.node, parameters, credential, work });
				expect(writes()).toEqual([]);
			},
		);
	});
}
