import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';
import { freePort } from './processes.mts';

const functionSchema = z.looseObject({
	name: z.string(),
	description: z.string().optional(),
	parameters: z.unknown(),
});
const requestSchema = z.looseObject({
	messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
	tools: z.array(z.object({ type: z.string(), function: functionSchema })).default([]),
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

/** Formats a reply as OpenAI's chat completion. */
function toCompletion(reply: Reply, number: number) {
	const message = { role: 'assistant', ...toMessage(reply, `call_${number}`) };
	const finish_reason = typeof reply === 'string' ? 'stop' : 'tool_calls';
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	const fixed = { object: 'chat.completion', created: 0, model: 'scripted', usage };
	return { id: `completion-${number}`, ...fixed, choices: [{ index: 0, finish_reason, message }] };
}

/**
 * Starts a scripted language model on loopback with OpenAI's interface.
 * @param script returns the reply to a request, or the HTTP status of a failure
 * @returns `url` for n8n's OpenAI credential, and the `requests`, oldest first
 */
export async function startModel(script: (request: ModelRequest) => Reply | 400) {
	const requests: ModelRequest[] = [];
	const app = new Hono();
	app.post('/v1/chat/completions', async ({ req, json }) => {
		const request = requestSchema.parse(await req.json());
		requests.push(request);
		const reply = script(request);
		return typeof reply === 'number'
			? json({ error: { message: 'The model is out of order' } }, reply)
			: json(toCompletion(reply, requests.length));
	});
	const port = await freePort();
	const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port });
	await once(server, 'listening');
	const stop = async () => await new Promise((stopped) => void server.close(stopped));
	return { url: `http://127.0.0.1:${port}/v1`, requests, stop };
}
