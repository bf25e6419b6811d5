import { Hono } from 'hono';
import { z } from 'zod';

const MAX_MESSAGE = 40_000;

const textSchema = (max: number) =>
	z.object({ type: z.enum(['mrkdwn', 'plain_text']), text: z.string().min(1).max(max) });

const buttonSchema = z.object({
	type: z.literal('button'),
	text: textSchema(75),
	url: z
		.url({ protocol: /^https?$/ })
		.max(3000)
		.optional(),
	style: z.enum(['primary', 'danger']).optional(),
});

const DRAWN = [
	z.object({
		type: z.literal('section'),
		text: textSchema(3000).optional(),
		fields: z.array(textSchema(2000)).max(10).default([]),
	}),
	z.object({ type: z.literal('header'), text: textSchema(150) }),
	z.object({ type: z.literal('divider') }),
	z.object({ type: z.literal('context'), elements: z.array(textSchema(3000)).min(1).max(10) }),
	z.object({ type: z.literal('actions'), elements: z.array(buttonSchema).min(1).max(25) }),
] as const;

const drawnTypes: string[] = DRAWN.map((schema) => schema.shape.type.value);

const drawnSchema = z.discriminatedUnion('type', DRAWN);

/** A block of a type that the page does not draw. */
const otherSchema = z
	.object({ type: z.string().refine((type) => !drawnTypes.includes(type)) })
	.transform(({ type }) => ({ type: 'other' as const, name: type }));

const blockSchema = z.union([drawnSchema, otherSchema]);

export type Block = z.infer<typeof blockSchema>;

const messageSchema = z.object({
	channel: z.string(),
	text: z.string().max(MAX_MESSAGE).default(''),
	blocks: z.array(blockSchema).max(50).default([]),
	username: z.string().optional(),
});

export type SlackMessage = z.infer<typeof messageSchema>;

/** Returns the error with which Slack refuses a message. */
const refusalOf = ({ text, blocks }: SlackMessage): string | undefined =>
	text === '' && blocks.length === 0 ? 'no_text' : undefined;

/**
 * Returns the part of Slack's interface that n8n's Slack node uses to post, with Slack's limits.
 * @param onMessage runs for each posted message
 */
export function slackApi(onMessage: (message: SlackMessage) => void): Hono {
	const app = new Hono();
	let posted = 0;
	app.on('POST', ['/chat.postMessage', '/chat.postEphemeral'], async ({ req, json }) => {
		const { data, error } = messageSchema.safeParse(await req.json());
		const isTooLong = error?.issues.some(({ path: [field] }) => field === 'text');
		const invalid = isTooLong ? 'msg_too_long' : 'invalid_blocks';
		const refusal = data ? refusalOf(data) : invalid;
		if (!data || refusal) return json({ ok: false, error: refusal });
		onMessage(data);
		posted++;
		const ts = `${Math.floor(Date.now() / 1000)}.${String(posted).padStart(6, '0')}`;
		return json({ ok: true, channel: data.channel, ts, message: { text: data.text, ts } });
	});
	// Tests of the credential, and the lists from which channels and people are chosen.
	app.all('*', ({ json }) => json({ ok: true, channels: [], members: [] }));
	return app;
}
