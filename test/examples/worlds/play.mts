import type { INode } from 'n8n-workflow';

import { exampleNames, readExample } from '../../../scripts/lib/examples.mts';
import type { WorkflowDefinition } from '../../../scripts/lib/n8nApi.mts';
import { only } from '../../kit/defined.mts';
import { parsed } from '../../kit/json.mts';
import { boxesOf, isOfType } from '../facts.mts';
import { sendersIn, type Sent } from './engine.mts';
import { ExampleWorld, type ExampleExecution, type Starts, type WorldOptions } from './world.mts';

/** What one run of an example did. */
export interface Played {
	sent: Sent[];
	/** The requests of this run that changed something in the service. */
	writes: string[];
	/** The number of requests to the service in this run. */
	asked: number;
	/** Whether n8n shows one of its executions as failed. */
	hasFailed: boolean;
	/** Why each of them failed. */
	errors: string[];
	executions: ExampleExecution[];
	/** The addresses of customers, and of people in rows and calls. */
	addresses: Set<string>;
}

/**
 * Runs an example several times with what its triggers found.
 * @param before called before each run with its number, from 0
 */
export async function playTimes(
	name: string,
	options: WorldOptions,
	times: number,
	before: (world: ExampleWorld, run: number) => void = () => {},
): Promise<Played[]> {
	return await ExampleWorld.with(name, options, async (world) => {
		await world.begin();
		const starts = await world.look();
		const outcomes: Played[] = [];
		for (let run = 0; run < times; run += 1) {
			before(world, run);
			outcomes.push(await playedIn(world, starts));
		}
		return outcomes;
	});
}

/** Runs an example with what its triggers found. */
export async function playedIn(
	world: ExampleWorld,
	starts: Starts,
	example = world.example,
): Promise<Played> {
	const [sent, writes, asked] = [example.sent.length, world.writes.length, world.asked];
	const executions = await world.run(starts, example);
	const errors = executions.flatMap(({ error }) => error ?? []);
	return {
		sent: example.sent.slice(sent),
		writes: world.writes.slice(writes),
		asked: world.asked - asked,
		hasFailed: errors.length > 0,
		errors,
		executions,
		addresses: world.addresses,
	};
}

/** Runs an example once. */
export const play = async (name: string, options: WorldOptions): Promise<Played> =>
	only(await playTimes(name, options, 1));

/** Calls a function once, and returns its result every time. */
export function once<T>(call: () => T): () => T {
	let made: { result: T } | undefined;
	return () => (made ??= { result: call() }).result;
}

/** Forms, responses and waits are n8n's own. */
export const isOfN8n = isOfType('form', 'respondToWebhook', 'wait');

/** Whether a box is another service, and no chat or mail. */
export const isOther = (node: INode): boolean => !isOfN8n(node) && !isOfType('slack')(node);

/** Returns the examples in which some box sends something, and is of the wanted kind. */
export const examplesThatSend = (isWanted: (node: INode) => boolean): string[] =>
	exampleNames.filter((name) => sendersIn(readExample(name)).some(isWanted));

export const examplesWith = (isWanted: (node: INode) => boolean): string[] =>
	exampleNames.filter((name) => boxesOf(name).some(isWanted));

/** Whether a box writes an email to an address that comes from an item. */
const isLetter = (node: INode): boolean =>
	isOfType('emailSend')(node) && /\bjson\.email\b/.test(String(node.parameters.toEmail));

/** The examples that write to customers. */
export const WITH_LETTERS = examplesWith(isLetter);

const isEvent = isOfType('videoSubscriptionTrigger', 'stripeTrigger', 'webhook');

/** Whether the same start again is the same event, and not another look at what there is. */
export const startsWithEvents = (example: string): boolean => boxesOf(example).some(isEvent);

/** The parameters of an operation that limit what it changes. */
export const LIMIT = /\bstopIfMore(Granted|Revoked)Than\b/;

/** Returns a workflow whose limits let nothing pass, but those that an answer sets. */
export function withoutRoom(workflow: WorkflowDefinition): WorkflowDefinition {
	const text = JSON.stringify(workflow, (name, value: unknown) =>
		LIMIT.test(name) && !String(value).startsWith('=') ? '0' : value,
	);
	return parsed(text);
}
