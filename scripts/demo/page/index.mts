import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { streamSSE } from 'hono/streaming';
import type { Mail } from '../../lib/mailbox.mts';
import { freePort } from '../../lib/processes.mts';
import { renderMail, renderMessage, SANDBOX } from './entries.mts';
import type { Html } from './mrkdwn.mts';
import { slackApi, type SlackMessage } from './slack.mts';

/** Older ones are forgotten. */
const MAX_ENTRIES = 500;

const folder = import.meta.dirname;

/** The files of the page, by the name in their address. */
const FILES: Record<string, [file: string, type: string]> = {
	'page.css': [path.join(folder, 'page.css'), 'text/css'],
	'page.js': [path.join(folder, 'page.js'), 'text/javascript'],
};

const PAGE_POLICY =
	"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * A mail may contain anything: it runs no scripts, sends no forms and loads nothing from elsewhere. The page measures its
 * height, which needs the same origin.
 */
const MAIL_POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox ${SANDBOX}`;

/** Links of a mail open beside the page. */
const MAIL_HEAD =
	'<!doctype html><base target="_blank"><style>body { margin: 12px; font: 15px system-ui, sans-serif }</style>';

interface Entry {
	id: string;
	content: Html;
	mail?: Mail;
}

export interface DemoPage {
	/** Address without a final slash; also the access token with which n8n's Slack nodes post to the page. */
	url: string;
	addMail(mail: Mail): void;
	addMessage(message: SlackMessage): void;
	/** The received Slack messages, oldest first. */
	messages: SlackMessage[];
	stop(): Promise<void>;
}

const shell = () =>
	html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width" />
				<title>Sent by the demo</title>
				<link rel="stylesheet" href="/page.css" />
				<script src="/page.js" defer></script>
			</head>
			<body>
				<header>
					<h1>Sent by your workflows</h1>
					<p>Emails and Slack messages, newest first. Nothing leaves this machine.</p>
				</header>
				<main id="entries"></main>
				<p id="empty">Nothing yet. Run a workflow that sends something: it appears here at once.</p>
			</body>
		</html>`;

/** Serves the mails and their attachments. */
function mailsApp(entries: Entry[]): Hono {
	const app = new Hono();
	const mailOf = (id: string) => entries.find((entry) => entry.id === id)?.mail;
	app.get('/:id', (context) => {
		const mail = mailOf(context.req.param('id'));
		if (!mail) return context.notFound();
		context.header('Content-Security-Policy', MAIL_POLICY);
		return context.html(MAIL_HEAD + mail.html);
	});
	app.get('/:id/:index', (context) => {
		const { id, index } = context.req.param();
		const attachment = mailOf(id)?.attachments[Number(index)];
		if (!attachment) return context.notFound();
		const name = encodeURIComponent(attachment.name);
		context.header('Content-Type', 'application/octet-stream');
		context.header('Content-Disposition', `attachment; filename*=UTF-8''${name}`);
		return context.body(new Uint8Array(attachment.content));
	});
	return app;
}

/** Serves the page and what it shows. `listeners` are called with each new entry. */
function pageApp(entries: Entry[], listeners: Set<(entry: Entry) => void>): Hono {
	const app = new Hono();
	app.use(async (context, next) => {
		await next();
		context.header('X-Content-Type-Options', 'nosniff');
		context.header('Referrer-Policy', 'no-referrer');
	});
	app.get('/', (context) => {
		context.header('Content-Security-Policy', PAGE_POLICY);
		return context.html(shell());
	});
	app.route('/mails', mailsApp(entries));
	app.get('/entries', (context) =>
		streamSSE(context, async (stream) => {
			const send = async ({ id, content }: Entry) =>
				await stream.writeSSE({ id, data: String(await content) });
			for (const entry of entries) await send(entry);
			const listener = (entry: Entry) => void send(entry);
			listeners.add(listener);
			await new Promise<void>((closed) => stream.onAbort(closed));
			listeners.delete(listener);
		}),
	);
	app.get('/favicon.ico', (context) => context.body(null, 204));
	app.get('/:file', (context) => {
		const file = FILES[context.req.param('file')];
		if (!file) return context.notFound();
		context.header('Content-Type', file[1]);
		return context.body(readFileSync(file[0], 'utf8'));
	});
	return app;
}

/**
 * Starts the page of the demo that shows what workflows send, newest first. It receives Slack messages by itself.
 * @param port any free one by default
 */
export async function startPage(port?: number): Promise<DemoPage> {
	const entries: Entry[] = [];
	const listeners = new Set<(entry: Entry) => void>();
	const started = Date.now();
	let count = 0;
	const add = (render: (id: string) => Html, mail?: Mail) => {
		count++;
		// Another start of the demo has other IDs.
		const id = `${started}-${count}`;
		const entry = { id, content: render(id), ...(mail && { mail }) };
		entries.push(entry);
		if (entries.length > MAX_ENTRIES) entries.shift();
		for (const listener of listeners) listener(entry);
	};
	const messages: SlackMessage[] = [];
	const addMessage = (message: SlackMessage) => {
		messages.push(message);
		add((id) => renderMessage(id, message));
	};
	const app = new Hono();
	app.route('/api', slackApi(addMessage));
	app.route('/', pageApp(entries, listeners));
	const listening = port ?? (await freePort());
	const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: listening });
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${listening}`,
		addMail: (mail) => add((id) => renderMail(id, mail), mail),
		addMessage,
		messages,
		stop: async () => {
			if ('closeAllConnections' in server) server.closeAllConnections();
			await new Promise((stopped) => void server.close(stopped));
		},
	};
}
