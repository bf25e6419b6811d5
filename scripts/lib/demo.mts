import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parsed } from './json.mts';
import { ROOT } from './paths.mts';
import { runN8n } from './n8n.mts';
import type { N8nOptions } from './n8n.mts';
import type { CredentialReference, WorkflowDefinition } from './n8nApi.mts';
import type { SimulatedService } from './service.mts';
import { exampleNames, readExample, UNREACHABLE, withNodes, withStandIns } from './examples.mts';

const WORKFLOW_FILE = path.join(ROOT, 'scripts', 'demo', 'workflow.json');

/** As many characters as an id of n8n has. */
const ID_LENGTH = 16;

/** What stands in the demo for mail and for a language model. */
export interface Beside {
	/** The base address of what answers in the place of a language model. */
	modelUrl: string;
	/** The port of a mail server on loopback. */
	mailPort: number;
}

/** Where nobody listens: for those who run no workflow that writes a mail or asks a model. */
const NOBODY: Beside = { modelUrl: 'http://127.0.0.1:9/v1', mailPort: 9 };

/** The id that the example workflow has in its file. */
export const WORKFLOW_ID = 'videoSubsDemo001';

/** Both credentials of the package, and those of mail and model, as `n8n import:credentials` reads them. */
function credentials(service: SimulatedService, { modelUrl, mailPort }: Beside) {
	const { videoSubscriptionApi, videoSubscriptionOAuth2Api } = service.credentials;
	const smtp = { host: '127.0.0.1', port: mailPort, secure: false, disableStartTls: true };
	return [
		{
			id: 'videoSubsApiDemo',
			name: 'Simulated service (API key)',
			type: 'videoSubscriptionApi',
			data: videoSubscriptionApi,
		},
		{
			id: 'videoSubsOAuDemo',
			name: 'Simulated service (OAuth2)',
			type: 'videoSubscriptionOAuth2Api',
			data: videoSubscriptionOAuth2Api,
		},
		{
			id: 'videoSubsModDemo',
			name: 'A script in the place of a model',
			type: 'openAiApi',
			data: { apiKey: 'unused', url: modelUrl },
		},
		{
			id: 'videoSubsMaiDemo',
			name: 'Mails in the terminal',
			type: 'smtp',
			data: { ...smtp, user: '', password: '' },
		},
	];
}

/** What the ids of the examples begin with. */
const ID_PREFIX = 'videoSubsEx';

/** The examples with the demo's credentials in all nodes that want one. */
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

/** The example workflow with another credential than that of the demo. */
export function demoWorkflow({ id, name, type }: CredentialReference): WorkflowDefinition {
	const [workflow] = parsed<[WorkflowDefinition]>(readFileSync(WORKFLOW_FILE, 'utf8'));
	const nodes = workflow.nodes.map((node) =>
		node.credentials ? { ...node, credentials: { [type]: { id, name } } } : node,
	);
	return { name: workflow.name, nodes, connections: workflow.connections };
}

/** Imports a file unless the same content has been imported into this user folder before. */
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

/** Puts the credentials, the first workflow and all examples into an n8n that does not run. */
export async function importDemo(
	service: SimulatedService,
	options: N8nOptions,
	beside = NOBODY,
): Promise<void> {
	const known = credentials(service, beside);
	await importOnce('credentials', JSON.stringify(known), options);
	const first = parsed<unknown[]>(readFileSync(WORKFLOW_FILE, 'utf8'));
	await importOnce('workflow', JSON.stringify([...first, ...demoExamples(known)]), options);
}
