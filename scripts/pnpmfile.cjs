/**
 * The dependencies of n8n's own nodes that the examples run: data, dates, files and forms. The tests replace every node
 * that connects to another service, so the clients of databases, queues and clouds are not installed.
 */
const OF_NODES = [
	'@e965/xlsx',
	'@n8n/config',
	'@n8n/di',
	'@n8n/errors',
	'@n8n/utils',
	'@thednp/dommatrix',
	'basic-auth',
	'cheerio',
	'cron',
	'csv-parse',
	'fflate',
	'html-to-text',
	'iconv-lite',
	'ics',
	'isbot',
	'jsonwebtoken',
	'lodash',
	'luxon',
	'mime-types',
	'moment-timezone',
	'n8n-workflow',
	'pdfjs-dist',
	'sanitize-html',
	'tmp-promise',
	'ts-ics',
	'uuid',
	'zod',
];

/** Leaves n8n's nodes the dependencies in the list. */
function readPackage(manifest) {
	if (manifest.name !== 'n8n-nodes-base') return manifest;
	const kept = Object.entries(manifest.dependencies).filter(([name]) => OF_NODES.includes(name));
	return { ...manifest, dependencies: Object.fromEntries(kept) };
}

module.exports = { hooks: { readPackage } };
