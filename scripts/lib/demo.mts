import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parsed } from '../../test/kit/json.mts';
import { ROOT } from './paths.mts';
import { runN8n } from './n8n.mts';
import type { N8nOptions } from './n8n.mts';
import type { CredentialReference, WorkflowDefinition } from './n8nApi.mts';
import type { SimulatedService } from './service.mts';

const WORKFLOW_FILE = path.join(ROOT, 'scripts', 'demo', 'workflow.json');

/** The id that the example workflow has in its file. */
export const WORKFLOW_ID = 'videoSubsDemo001';

/** Both credentials of the package, for the simulated service, as `n8n import:credentials` reads them. */
function credentials({
	credentials: { videoSubscriptionApi, videoSubscriptionOAuth2Api },
}: SimulatedService) {
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
	];
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

/** Puts both credentials and the example workflow into an n8n that does not run. */
export async function importDemo(service: SimulatedService, options: N8nOptions): Promise<void> {
	await importOnce('credentials', JSON.stringify(credentials(service)), options);
	await importOnce('workflow', readFileSync(WORKFLOW_FILE, 'utf8'), options);
}
