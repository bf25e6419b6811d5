import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import {
	credentialTypesOf,
	exampleNames,
	readExample,
	UNREACHABLE,
	withNodes,
	withStandIns,
} from './examples.mts';
import { parsed } from './json.mts';
import { runN8n, type N8nOptions } from './n8n.mts';
import type { CredentialReference, N8nApi, WorkflowDefinition } from './n8nApi.mts';
import { ROOT } from './paths.mts';
import type { ServiceProcess } from './service.mts';

const WORKFLOW_FILE = path.join(ROOT, 'scripts', 'demo', 'workflow.json');

/** Length of an n8n ID. */
const ID_LENGTH = 16;

/** Servers that replace those of a mail provider, of Slack and of OpenAI. */
interface Replacements {
	/** Base address of the scripted model. */
	modelUrl: string;
	/** Port of a mail server on loopback. */
	mailPort: number;
	/** Address of the page that receives Slack messages. */
	pageUrl: string;
}

/** Addresses where nothing listens, for callers that send nothing and use no model. */
const NO_REPLACEMENTS: Replacements = {
	modelUrl: 'http://127.0.0.1:9/v1',
	mailPort: 9,
	pageUrl: 'http://127.0.0.1:9',
};

/** User and password of the forms. */
export const FORM_LOGIN = 'demo';

/** ID of the first workflow, as in its file. */
export const WORKFLOW_ID = 'videoSubsDemo001';

/**
 * The demo's credentials in the format of `n8n import:credentials`. The API key is the newest, since n8n chooses the
 * newest credential for a new node.
 */
export function demoCredentials(
	service: Pick<ServiceProcess, 'credentials'>,
	{ modelUrl, mailPort, pageUrl }: Replacements,
) {
	const { videoSubscriptionApi, videoSubscriptionOAuth2Api } = service.credentials;
	const smtp = { host: '127.0.0.1', port: mailPort, secure: false, disableStartTls: true };
	const model = { apiKey: 'unused', url: modelUrl };
	const mail = { ...smtp, user: '', password: '' };
	const partner = { name: 'X-Partner', value: 'demo-secret' };
	const people = { user: FORM_LOGIN, password: FORM_LOGIN };
	const rows: Array<[id: string, name: string, type: string, data: object]> = [
		['CryDemo', 'Key that signs addresses of files', 'crypto', { hmacSecret: 'AWS4demo' }],
		['HdrDemo', 'Partner (X-Partner: demo-secret)', 'httpHeaderAuth', partner],
		['BasDemo', `Forms (user ${FORM_LOGIN}, password ${FORM_LOGIN})`, 'httpBasicAuth', people],
		['BeaDemo', 'Assistant (token demo-token)', 'httpBearerAuth', { token: 'demo-token' }],
		['ModDemo', 'Scripted model', 'openAiApi', model],
		['MaiDemo', "Emails on the demo's page", 'smtp', mail],
		['SlaDemo', "Slack on the demo's page", 'slackApi', { accessToken: pageUrl }],
		[
			'OAuDemo',
			'Simulated service (OAuth2)',
			'videoSubscriptionOAuth2Api',
			videoSubscriptionOAuth2Api,
		],
		['ApiDemo', 'Simulated service (API key)', 'videoSubscriptionApi', videoSubscriptionApi],
	];
	return rows.map(([id, name, type, data], age) => ({
		id: `videoSubs${id}`,
		name,
		type,
		data,
		updatedAt: new Date(Date.UTC(2026, 0, 1) + age * 1000).toISOString(),
	}));
}

/** Prefix of the IDs of the examples. */
const ID_PREFIX = 'videoSubsEx';

/** Waits of days take three seconds in the demo. */
const withShortWait = (node: INode): INode =>
	node.type === 'n8n-nodes-base.wait'
		? { ...node, parameters: { resume: 'timeInterval', amount: 3, unit: 'seconds' } }
		: node;

/** The reports of the demo say other numbers each day: a fall is told at any of them, as its note says how to try it. */
const withEveryFall = (node: INode): INode =>
	node.name === 'Now and Before'
		? parsed(JSON.stringify(node).replace('"value":5,', '"value":-100000,'))
		: node;

/** A seeded customer, whom the sample call of a webhook is about. */
const SAMPLE_CUSTOMER = '1000001';

const withSampleCustomer = (node: INode): INode =>
	node.name === 'Sample Call'
		? {
				...node,
				parameters: parsed(
					JSON.stringify(node.parameters).replace('"value":"0"', `"value":"${SAMPLE_CUSTOMER}"`),
				),
			}
		: node;

/** n8n's command line stores null without it, and then Execute Step fails after a run. */
const pinData = {};

/** Returns the examples with the demo's credentials in every node that needs one. */
export function demoExamples(references: CredentialReference[]) {
	// A node without its credential has a warning on the canvas; one whose credential has no ID has none.
	const credentialsFor = (types: string[]) =>
		Object.fromEntries(
			references.flatMap(({ id, name, type }) =>
				types.includes(type) ? [[type, { id, name }]] : [],
			),
		);
	return exampleNames.map((example, index) => ({
		id: `${ID_PREFIX}${String(index + 1).padStart(ID_LENGTH - ID_PREFIX.length, '0')}`,
		active: false,
		pinData,
		...withNodes(withStandIns(readExample(example), UNREACHABLE), (node) => {
			const types = credentialTypesOf(node);
			return {
				...withEveryFall(withSampleCustomer(withShortWait(node))),
				...(types.length > 0 && { credentials: credentialsFor(types) }),
			};
		}),
	}));
}

const DAY_MS = 86_400_000;

function yearAgo(): string {
	const day = new Date();
	day.setUTCFullYear(day.getUTCFullYear() - 1);
	return day.toISOString();
}

/** Adds records with which the examples reach their last node. */
export async function seedDemo(service: ServiceProcess): Promise<void> {
	const product = 101;
	for (const [name, status] of [
		['Cleo Cancelled', 'cancelled'],
		['Ed Expired', 'expired'],
	]) {
		const email = `${String(name).toLowerCase().replace(' ', '.')}@example.com`;
		await service.add('customers', { name, email, status, products: [product] });
	}
	const before = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
	for (const [name, createdAt] of [
		['Anna Anniversary', yearAgo()],
		['Nils Not Watching', before(8)],
	]) {
		const email = `${String(name).toLowerCase().replaceAll(' ', '.')}@example.com`;
		await service.add('customers', { name, email, createdAt, products: [product] });
	}
	const soon = new Date(Date.now() + 10 * DAY_MS).toISOString().replace(/\.\d+/, '');
	const ending = { title: 'Rights End Soon', status: 'uploaded', timeUnavailable: soon };
	const videoId = await service.add('videos', ending);
	await service.add('comments', { videoId, content: 'Is there a second part?' });
	// The newest one, which a test of *Triage comments* takes.
	await service.add('comments', { videoId, content: 'Win at our casino: free followers!' });
	const scheduledAt = new Date(Date.now() + DAY_MS).toISOString();
	await service.add('live_events', { title: 'Gala Night', scheduledAt, videoId });
	await uploadSubtitled(service);
}

/** Uploads a video with subtitles and without a description, the newest one, which a test of *Subtitles become a description* takes. */
export async function uploadSubtitled(service: ServiceProcess): Promise<void> {
	const video = { title: 'Waiting for a Description', status: 'processing', subtitles: ['en'] };
	await service.control('POST', `videos/${await service.add('videos', video)}/finish`);
}

/** The run in the log that *Undo a run* can undo: no execution has this number. */
export const UNDOABLE_RUN = '0';

const tableSchema = z.object({
	resource: z.literal('table'),
	operation: z.literal('create'),
	tableName: z.string(),
	columns: z.object({
		column: z.array(z.object({ name: z.string(), type: z.string().default('string') })),
	}),
});

/** Returns the columns of each Data Table that an example creates, by the table's name. */
const exampleTables = () =>
	new Map(
		exampleNames
			.flatMap((name) => readExample(name).nodes)
			.filter(({ type }) => type === 'n8n-nodes-base.dataTable')
			.flatMap(({ parameters }) => tableSchema.safeParse(parameters).data ?? [])
			.map(({ tableName, columns }) => [tableName, columns.column]),
	);

/** Returns the rows with which examples can show at once what they do, by the name of their Data Table. */
async function tableRows(service: ServiceProcess): Promise<Record<string, object[]>> {
	const product = 101;
	const granted = { name: 'Gil Granted', email: 'gil.granted@example.com', products: [product] };
	const revoked = { name: 'Rita Revoked', email: 'rita.revoked@example.com', products: [102] };
	const at = new Date(Date.now() - DAY_MS).toISOString();
	const common = { run: UNDOABLE_RUN, at, product: String(product), reason: '' };
	const change = async (outcome: string, customer: { email: string }) => ({
		...common,
		outcome,
		email: customer.email,
		customer_id: await service.add('customers', customer),
	});
	return {
		video_access_log: [await change('granted', granted), await change('revoked', revoked)],
	};
}

/**
 * Empties the Data Tables of the examples and adds their first rows. What earlier starts have left there is about
 * customers that the simulated service no longer has.
 */
export async function seedTables(service: ServiceProcess, api: N8nApi): Promise<void> {
	const rows = await tableRows(service);
	const tables = exampleTables();
	const unknown = Object.keys(rows).find((name) => !tables.has(name));
	if (unknown) throw new Error(`No example creates the Data Table ${unknown} any more.`);
	for (const [name, columns] of tables) await api.replaceTable(name, columns, rows[name] ?? []);
}

/** Returns the demo's first workflow. */
export const firstWorkflow = (): [WorkflowDefinition & { id: string }] =>
	parsed(readFileSync(WORKFLOW_FILE, 'utf8'));

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
	replacements = NO_REPLACEMENTS,
): Promise<void> {
	const references = demoCredentials(service, replacements);
	await importOnce('credentials', JSON.stringify(references), options);
	const first = firstWorkflow();
	await importOnce('workflow', JSON.stringify([...first, ...demoExamples(references)]), options);
	await seedDemo(service);
}
