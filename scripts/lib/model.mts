import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const requestSchema = z.looseObject({
	messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
	tools: z
		.array(
			z.object({
				type: z.string(),
				function: z.looseObject({
					name: z.string(),
					description: z.string().optional(),
					parameters: z.unknown(),
				}),
			}),
		)
		.default([]),
});

export type ModelRequest = z.infer<typeof requestSchema>;

/** The reply of a scripted model: text, or the call of a tool. */
export type Reply = string | { tool: string; args: Record<string, unknown> };

const toMessage = (reply: Reply, id: string) =>
	typeof reply === 'string'
		? { content: reply }
		: {
				content: null,
				tool_calls: [
					{
						id,
						type: 'function',
						function: { name: reply.tool, arguments: JSON.stringify(reply.args) },
					},
				],
			};

/** A reply in the format of OpenAI's chat completions. */
const toCompletion = (reply: Reply, number: number) => ({
	id: `completion-${number}`,
	object: 'chat.completion',
	created: 0,
	model: 'scripted',
	choices: [
		{
			index: 0,
			finish_reason: typeof reply === 'string' ? 'stop' : 'tool_calls',
			message: { role: 'assistant', ...toMessage(reply, `call_${number}`) },
		},
	],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

const FAILURE = { error: { message: 'The model is out of order' } };

/**
 * Starts a scripted language model on loopback with OpenAI's interface.
 * @param script returns the reply to a request, or the HTTP status of a failure
 * @returns `url` for n8n's OpenAI credential, and the `requests`, oldest first
 */
export async function startModel(script: (request: ModelRequest) => Reply | number) {
	const requests: ModelRequest[] = [];
	const server = createServer((incoming, outgoing) => {
		void json(incoming).then((body) => {
			const request = requestSchema.parse(body);
			requests.push(request);
			const reply = script(request);
			const [status, answer] =
				typeof reply === 'number' ? [reply, FAILURE] : [200, toCompletion(reply, requests.length)];
			outgoing.writeHead(status, { 'content-type': 'application/json' });
			outgoing.end(JSON.stringify(answer));
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const stop = async () => {
		server.closeAllConnections();
		server.close();
		await once(server, 'close');
	};
	return { url: `http://127.0.0.1:${port}/v1`, requests, stop };
}
