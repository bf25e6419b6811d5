import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exampleNames, readExample, UNREACHABLE, withNodes, withStandIns } from './examples.mts';
import { parsed } from './json.mts';
import { runN8n, type N8nOptions } from './n8n.mts';
import { ROOT } from './paths.mts';
import type { ServiceProcess } from './service.mts';

const WORKFLOW_FILE = path.join(ROOT, 'scripts', 'demo', 'workflow.json');

/** Length of an n8n ID. */
const ID_LENGTH = 16;

/** Servers that replace those of a mail provider and of OpenAI. */
interface Replacements {
	/** Base address of the scripted model. */
	modelUrl: string;
	/** Port of a mail server on loopback. */
	mailPort: number;
}

/** Addresses where nothing listens, for callers that send no mail and use no model. */
const NOTHING: Replacements = { modelUrl: 'http://127.0.0.1:9/v1', mailPort: 9 };

/** ID of the first workflow, as in its file. */
export const WORKFLOW_ID = 'videoSubsDemo001';

/** Both credentials of the package, and those of mail and model, in the format of `n8n import:credentials`. */
function credentials(service: ServiceProcess, { modelUrl, mailPort }: Replacements) {
	const { videoSubscriptionApi, videoSubscriptionOAuth2Api } = service.credentials;
	const smtp = { host: '127.0.0.1', port: mailPort, secure: false, disableStartTls: true };
	const model = { apiKey: 'unused', url: modelUrl };
	const mail = { ...smtp, user: '', password: '' };
	const rows: Array<[id: string, name: string, type: string, data: object]> = [
		['ApiDemo', 'Simulated service (API key)', 'videoSubscriptionApi', videoSubscriptionApi],
		[
			'OAuDemo',
			'Simulated service (OAuth2)',
			'videoSubscriptionOAuth2Api',
			videoSubscriptionOAuth2Api,
		],
		['ModDemo', 'Scripted model', 'openAiApi', model],
		['MaiDemo', 'Mails in the terminal', 'smtp', mail],
	];
	return rows.map(([id, name, type, data]) => ({ id: `videoSubs${id}`, name, type, data }));
}

/** Prefix of the IDs of the examples. */
const ID_PREFIX = 'videoSubsEx';

/** Returns the examples with the demo's credentials in every node that needs one. */
export function demoExamples(known: ReturnType<typeof credentials>) {
	const byType = Object.fromEntries(known.map(({ id, name, type }) => [type, { id, name }]));
	const credentialsFor = (types: string[]) =>
		Object.fromEntries(types.map((type) => [type, byType[type] ?? { id: null, name: type }]));
	return exampleNames.map((example, index) => ({
		id: `${ID_PREFIX}${String(index + 1).padStart(ID_LENGTH - ID_PREFIX.length, '0')}`,
		active: false,
		...withNodes(withStandIns(readExample(example), true, UNREACHABLE), (node) => ({
			...node,
			...(node.credentials && { credentials: credentialsFor(Object.keys(node.credentials)) }),
		})),
	}));
}

/** Imports a file unless the same content was imported into this user folder before. */
async function importOnce(
	kind: 'credentials' | 'workflow',
	content: string,
	options: N8nOptions,
): Promise<void> {
	const folder = path.join(options.userFolder, 'imported');
	const marker = path.join(folder, `${kind}.sha256`);
	const hash = createHash('sha256').update(content).digest('hex');
	if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return;
	mkdirSync(folder, { recursive: true });
	const file = path.join(folder, `${kind}.json`);
	writeFileSync(file, content);
	await runN8n([`import:${kind}`, `--input=${file}`], options);
	writeFileSync(marker, hash);
}

/** Imports the credentials, the first workflow and all examples into an n8n that is not running. */
export async function importDemo(
	service: ServiceProcess,
	options: N8nOptions,
	replacements = NOTHING,
): Promise<void> {
	const known = credentials(service, replacements);
	await importOnce('credentials', JSON.stringify(known), options);
	const first = parsed<unknown[]>(readFileSync(WORKFLOW_FILE, 'utf8'));
	await importOnce('workflow', JSON.stringify([...first, ...demoExamples(known)]), options);
}
