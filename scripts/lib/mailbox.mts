import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface Mailbox {
	port: number;
	/** The mails that arrived, headers included, with their lines joined and soft breaks undone. */
	mails: string[];
	stop(): Promise<void>;
}

/** The addresses behind the buttons of a mail that asks for a decision. */
export const decisionLinks = (mail: string): string[] =>
	[...mail.matchAll(/href="([^"]+)"/g)]
		.map(([, link = '']) => link.replaceAll('&amp;', '&'))
		.filter((link) => link.includes('approved='));

const END = '\r\n.\r\n';

/** Undoes the encoding that mail servers use for long lines and signs (quoted-printable). */
const decoded = (mail: string): string =>
	mail
		.replaceAll('=\r\n', '')
		.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** One talk with a client, as RFC 5321 has it, with everything accepted. */
function receive(socket: Socket, keep: (mail: string) => void): void {
	let given = '';
	let isMail = false;
	const say = (line: string) => socket.write(`${line}\r\n`);
	const takeMail = () => {
		const end = given.indexOf(END);
		if (end < 0) return false;
		keep(decoded(given.slice(0, end)));
		given = given.slice(end + END.length);
		isMail = false;
		say('250 kept');
		return true;
	};
	const takeCommand = () => {
		const end = given.indexOf('\r\n');
		if (end < 0) return false;
		const command = given.slice(0, 4).toUpperCase();
		given = given.slice(end + 2);
		isMail = command === 'DATA';
		say(isMail ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 ok');
		return true;
	};
	socket.setEncoding('utf8');
	socket.on('error', () => socket.destroy());
	socket.on('data', (chunk: string) => {
		given += chunk;
		while (isMail ? takeMail() : takeCommand());
	});
	say('220 a mailbox for tests');
}

/**
 * A mail server on loopback that keeps what it is sent.
 * @param arrived is told of each mail
 */
export async function startMailbox(arrived?: (mail: string) => void): Promise<Mailbox> {
	const mails: string[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		receive(socket, (mail) => {
			mails.push(mail);
			arrived?.(mail);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		port,
		mails,
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}
