import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const messageSchema = z.looseObject({ role: z.string(), content: z.unknown() });
const toolSchema = z.object({
	type: z.string(),
	function: z.looseObject({
		name: z.string(),
		description: z.string().optional(),
		parameters: z.unknown(),
	}),
});
const requestSchema = z.looseObject({
	messages: z.array(messageSchema),
	tools: z.array(toolSchema).default([]),
});

export type ModelRequest = z.infer<typeof requestSchema>;

/** What a scripted model says: words, or the call of a tool. */
export type Reply = string | { tool: string; args: Record<string, unknown> };

export interface ScriptedModel {
	/** The base address that n8n's OpenAI credential takes. */
	url: string;
	/** What it was asked, oldest first. */
	requests: ModelRequest[];
	stop(): Promise<void>;
}

const messageOf = (reply: Reply, number: number) =>
	typeof reply === 'string'
		? { role: 'assistant', content: reply }
		: {
				role: 'assistant',
				content: null,
				tool_calls: [
					{
						id: `call_${number}`,
						type: 'function',
						function: { name: reply.tool, arguments: JSON.stringify(reply.args) },
					},
				],
			};

const answerOf = (reply: Reply, number: number) => ({
	id: `answer-${number}`,
	object: 'chat.completion',
	created: 0,
	model: 'scripted',
	choices: [
		{
			index: 0,
			finish_reason: typeof reply === 'string' ? 'stop' : 'tool_calls',
			message: messageOf(reply, number),
		},
	],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

/**
 * A language model on loopback that says what it is told to, in the place of OpenAI's.
 * @param script what it answers to a request; a status above 399 in its place is a failure
 */
export async function startModel(
	script: (request: ModelRequest) => Reply | number,
): Promise<ScriptedModel> {
	const requests: ModelRequest[] = [];
	const server = createServer((incoming, outgoing) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => {
			const request = requestSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
			requests.push(request);
			const reply = script(request);
			const isFailure = typeof reply === 'number';
			outgoing.writeHead(isFailure ? reply : 200, { 'content-type': 'application/json' });
			const body = isFailure
				? { error: { message: 'The model is out of order' } }
				: answerOf(reply, requests.length);
			outgoing.end(JSON.stringify(body));
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		requests,
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
