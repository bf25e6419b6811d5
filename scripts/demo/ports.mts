import { freePort } from '../lib/processes.mts';

interface Port {
	/** The server as a message names it. */
	server: string;
	/** The variable that names another port. */
	variable: string;
	usual: number;
}

/** The ports of `npm start`. */
export const PORTS = {
	n8n: { server: 'n8n', variable: 'N8N_PORT', usual: 5678 },
	service: { server: 'The simulated service', variable: 'SERVICE_PORT', usual: 4010 },
	page: { server: 'The page of messages', variable: 'PAGE_PORT', usual: 4020 },
} satisfies Record<string, Port>;

/** Returns the port of a server: the usual one, or the one that its variable names. A busy one is replaced by a free one. */
export async function choosePort({ server, variable, usual }: Port): Promise<number> {
	const given = process.env[variable] ?? '';
	const wanted = given === '' ? usual : Number(given);
	if (!Number.isInteger(wanted) || wanted < 1 || wanted > 65_535)
		throw new Error(
			`${variable} is "${given}", which is not a port. Set it to a number up to 65535.`,
		);
	const port = await freePort(wanted);
	if (port !== wanted)
		console.log(
			`Another program uses port ${wanted}. ${server} gets ${port}; ${variable} sets it.`,
		);
	return port;
}
