import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { freePort } from './processes.mts';

export interface Mail {
	from: string;
	to: string;
	subject: string;
	/** The text of a mail without HTML is escaped. */
	html: string;
	attachments: Array<{ name: string; content: Buffer }>;
}

interface Mailbox {
	port: number;
	/** The received mails, oldest first. */
	mails: Mail[];
	stop(): Promise<void>;
}

/**
 * Starts a mail server on loopback that keeps what it receives.
 * @param onMail runs for each mail
 */
export async function startMailbox(onMail?: (mail: Mail) => void): Promise<Mailbox> {
	const mails: Mail[] = [];
	const keep = async (stream: Readable) => {
		const {
			from,
			to = [],
			subject = '',
			html,
			textAsHtml,
			attachments,
		} = await simpleParser(stream);
		const addresses = [to].flat().map(({ text }) => text);
		const mail = {
			from: from?.text ?? '',
			to: addresses.join(', '),
			subject,
			html: html || textAsHtml || '',
			attachments: attachments.map(({ filename = 'file', content }) => ({
				name: filename,
				content,
			})),
		};
		mails.push(mail);
		onMail?.(mail);
	};
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData: (stream, _session, done) => void keep(stream).then(() => done(), done),
	});
	const port = await freePort();
	server.listen(port, '127.0.0.1');
	await once(server.server, 'listening');
	const stop = async () => await new Promise<void>((stopped) => void server.close(stopped));
	return { port, mails, stop };
}
