import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Does something while a server on loopback answers each request with all these rows, as many a CRM does. */
export async function withListServer<T>(
	rows: unknown[],
	work: (url: string) => Promise<T>,
): Promise<T> {
	const body = JSON.stringify(rows);
	const server = createServer((_request, response) => {
		response.setHeader('content-type', 'application/json').end(body);
	});
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	try {
		const { port } = server.address() as AddressInfo;
		return await work(`http://127.0.0.1:${port}/members`);
	} finally {
		server.close();
	}
}
