import { parseArgs } from 'node:util';

import { startService } from './server.mts';

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '4010' },
		/** Milliseconds added to each response. */
		latency: { type: 'string', default: '0' },
		customers: { type: 'string', default: '60' },
		/** Base address of links, where the service is reached through a proxy or a tunnel. */
		'public-url': { type: 'string' },
		/** The prefix in place of `SVC` in the headers of requests on behalf of a customer. */
		'header-prefix': { type: 'string', default: 'SVC' },
	},
});

const wholeNumber = (name: 'port' | 'latency' | 'customers'): number => {
	const text = values[name];
	if (!/^\d+$/.test(text)) fail(`--${name} takes a whole number, not "${text}".`);
	return Number(text);
};

const fail = (sentence: string): never => {
	process.stderr.write(`${sentence}\n`);
	process.exit(1);
};

const isTaken = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

const options = {
	port: wholeNumber('port'),
	latencyMs: wholeNumber('latency'),
	customers: wholeNumber('customers'),
	headerPrefix: values['header-prefix'],
	...(values['public-url'] && { publicUrl: values['public-url'] }),
	control: true,
};
const { url, service, close } = await startService(options).catch((error: unknown) =>
	isTaken(error)
		? fail(`Port ${options.port} is taken. Choose another one with --port.`)
		: Promise.reject(error),
);
const { apiKey, clientId, clientSecret, headerPrefix } = service.settings;

process.stdout.write(
	[
		'The simulated video subscription service is running.',
		'',
		`  Base URL             ${url}`,
		`  API key              ${apiKey}`,
		`  Client ID            ${clientId}`,
		`  Client secret        ${clientSecret}`,
		`  Header prefix        ${headerPrefix}`,
		'',
		`  Requests so far      ${url}/__control/requests`,
		`  Contract violations  ${url}/__control/violations`,
		'',
		'Press Ctrl+C to stop it.',
		'',
	].join('\n'),
);

const stop = () => void close().then(() => process.exit(0));
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
