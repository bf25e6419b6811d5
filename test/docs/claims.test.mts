// Claims of the pages that no other test holds: each sentence is compared with the code that decides it.
import { readFileSync, statSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { pathOf } from '../../scripts/docs/files.mts';
import {
	choicesOf,
	operations,
	parametersIn,
	parametersOf,
} from '../../scripts/lib/descriptions.mts';
import { readExample } from '../../scripts/lib/examples.mts';
import { nodeTypes } from '../../scripts/lib/nodeTypes.mts';
import { filesIn } from '../../scripts/lib/package.mts';
import { CREATION_LIMIT } from '../../nodes/shared/client/limiter';
import { MAX_RECORDS } from '../../nodes/shared/client/response';
import { pollBounds } from '../../nodes/VideoSubscriptionTrigger/config';
import manifest from '../../package.json' with { type: 'json' };
import { defined } from '../kit/defined.mts';

const read = (file: string): string => readFileSync(pathOf(file), 'utf8');

/** Returns a page in one line, so that a sentence is found wherever it is wrapped. */
const lineOf = (page: string): string => read(page).replaceAll(/\s+/g, ' ');

const README = 'README.md';
const STARTED = 'docs/getting-started.md';
const PERFORMANCE = 'docs/performance.md';
const SECURITY = 'SECURITY.md';
const TRIGGER = 'docs/trigger.md';
const VERIFICATION = 'docs/verification.md';
const WEBHOOKS = 'docs/webhooks.md';

const EVENTS = 'nodes/VideoSubscriptionTrigger';
const OAUTH2 = 'credentials/VideoSubscriptionOAuth2Api.credentials.ts';

/** Numbers as sentences have them: `10_000` as `10,000`. */
const written = (value: string): string =>
	/^[\d_]+$/.test(value) ? Number(value.replaceAll('_', '')).toLocaleString('en') : value;

/** Values that sentences write in another form. */
const FORMS: Record<string, string> = {
	'3': 'three',
	'10': 'ten',
	'600': 'ten minutes',
	'36_000': '36 seconds',
	'64_000': '64 KB',
	'120_000': 'two minutes',
	'300_000': '5 minutes',
};

/** A page, its sentence with `$1` for a value, and the place in a source that decides the value. */
const CLAIMS: Array<[page: string, says: string, source: string, decides: RegExp]> = [
	[
		README,
		'limits on ($1, 100 customers)',
		'nodes/Customer/operations/syncAccess.ts',
		/removalLimitField\('(\d+%)'\)/,
	],
	[README, 'limits on (10%, $1 customers)', 'nodes/Customer/fields.ts', /CREATIONS,\s+'(\d+)'/],
	[
		README,
		'**Header Prefix** at `$1`',
		'nodes/shared/panel/credentialFields.ts',
		/default: '(SVC)'/,
	],
	[README, '**Scope** is `$1`', OAUTH2, /name: 'scope',\s+type: 'string',\s+default: '(\w+)'/],
	[
		README,
		'Self-hosted n8n [$1 or later]',
		'test/compatibility/install.mts',
		/OLDEST = '(\d+\.\d+)\./,
	],
	[STARTED, 'n8n $1 or later', 'test/compatibility/install.mts', /OLDEST = '(\d+\.\d+)\./],
	[PERFORMANCE, '**n8n $1 or later.**', 'test/compatibility/install.mts', /OLDEST = '(\d+\.\d+)\./],
	[
		PERFORMANCE,
		'$1 a page. It looks up only',
		'nodes/shared/lists/listReader.ts',
		/LARGE_PAGE_SIZE = (\d+)/,
	],
	[SECURITY, 'the Base URL and `$1`', OAUTH2, /\+ "(\/oauth\/token)"/],
	[TRIGGER, 'up to $1 pages of 50 records', `${EVENTS}/pollBudget.ts`, /DEFAULT_REQUESTS = (\d+)/],
	[
		TRIGGER,
		'up to 50 pages of $1 records',
		'nodes/shared/lists/page.ts',
		/DEFAULT_PAGE_SIZE = (\d+)/,
	],
	[TRIGGER, '**Requests per Poll** ($1)', `${EVENTS}/pollBudget.ts`, /DEFAULT_REQUESTS = (\d+)/],
	[
		TRIGGER,
		'each poll looks up $1 older ones',
		`${EVENTS}/events/videos/waiting.ts`,
		/MAX_IN_TURN = (\d+)/,
	],
	[TRIGGER, 'each poll looks up $1 |', `${EVENTS}/events/videos/waiting.ts`, /MAX_IN_TURN = (\d+)/],
	[TRIGGER, 'if more than $1 wait', `${EVENTS}/events/videos/waiting.ts`, /MAX_WAITING = ([\d_]+)/],
	[
		TRIGGER,
		'If $1 comments arrive',
		`${EVENTS}/events/comments/commentCreated.ts`,
		/MAX_SEEN_COMMENTS = ([\d_]+)/,
	],
	[TRIGGER, 'more than $1 after its creation', `${EVENTS}/checkpoint/window.ts`, /OVERLAP = (\d+)/],
	[TRIGGER, 'shows up to $1 real records', `${EVENTS}/poll.ts`, /SAMPLE_SIZE = (\d+)/],
	[TRIGGER, 'the first $1 of a poll', `${EVENTS}/serviceReader.ts`, /MAX_FAILURES = (\d+)/],
	[
		TRIGGER,
		'more than about $1 customers to compare',
		`${EVENTS}/events/membership/compared.ts`,
		/at most about ([\d,]+) customers/,
	],
	[TRIGGER, '| A poll may take | $1', `${EVENTS}/pollBudget.ts`, /DEFAULT_BUDGET_MS = ([\d_]+)/],
	[
		TRIGGER,
		'| A poll may take | 5 minutes | $1 | $1 |',
		'test/trigger/host.mts',
		/DURABLE_MS = ([\d_]+)/,
	],
	[
		TRIGGER,
		'at most $1 for other events',
		'test/trigger/events.test.mts',
		/stored\.length\)\.toBeLessThan\(([\d_]+)\)/,
	],
	[
		VERIFICATION,
		'as long as the service asks, up to $1.',
		'nodes/shared/client/request.ts',
		/DEFAULT_RETRY_POLICY[^}]*totalMs: ([\d_]+)/,
	],
];

test.each(CLAIMS)('%s says "%s", as %s has it', (page, says, source, decides) => {
	const [, value = ''] = defined(
		decides.exec(read(source)) ?? undefined,
		`${String(decides)} in ${source}`,
	);
	const forms = [value, written(value), FORMS[value] ?? value];
	const line = lineOf(page).replaceAll(/ +\|/g, ' |');
	const found = forms.filter((form) => line.includes(says.replaceAll('$1', form)));
	expect(found, `${says}: ${forms.join(', ')}`).not.toEqual([]);
});

/** Sentences with values that several sources, or a calculation, decide. */
const duration = (customers: number): number => customers / CREATION_LIMIT.count;
const minutes = (customers: number): number => Math.round(duration(customers) / 60);
const hours = (customers: number): number => Math.floor(duration(customers) / 3600);

const perSecond = CREATION_LIMIT.count;
const COMPUTED: Array<[page: string, sentence: string]> = [
	[STARTED, `The service accepts [${perSecond} new customers a second](performance.md#results)`],
	[VERIFICATION, `The nodes create at most ${perSecond} customers a second.`],
	[PERFORMANCE, `**The service accepts ${perSecond} new customers a second**`],
	[PERFORMANCE, `300 customers take a minute, 6,000 take ${minutes(6000)} minutes`],
	[PERFORMANCE, `a million take ${hours(1_000_000)} hours`],
	[PERFORMANCE, `at most ${MAX_RECORDS.toLocaleString('en')} records for one input item`],
	[PERFORMANCE, `Load ${manifest.n8n.nodes.length} nodes`],
	[TRIGGER, `Each poll delivers up to ${pollBounds.events.toLocaleString('en')} events`],
	[TRIGGER, `delivers the newest ${pollBounds.events.toLocaleString('en')} events`],
];

test.each(COMPUTED)('%s says: %s', (page, sentence) => {
	expect(lineOf(page)).toContain(sentence);
});

const SOURCES = ['nodes', 'credentials'].flatMap((folder) =>
	filesIn(pathOf(folder))
		.filter((file) => file.endsWith('.ts'))
		.map((file) => ({ file, text: readFileSync(file, 'utf8') })),
);

/** Returns what a pattern captures in the sources, each once. */
const inSources = (pattern: RegExp): string[] =>
	[
		...new Set(
			SOURCES.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, found = '']) => found)),
		),
	].sort();

const optionNames = (name: string): string[] =>
	operations
		.filter((operation) => parametersOf(operation).some(({ field }) => field.name === name))
		.map(({ option }) => String(option.name));

describe('the answers to reviewers', () => {
	test('Runtime dependencies: the nodes import what the page names, and the package has none', () => {
		expect(inSources(/\bfrom '([^.'][^']*)'/g)).toEqual(['crypto', 'n8n-workflow']);
		expect(inSources(/\brequire\(|\bimport\('([^.'][^']*)'\)/g)).toEqual([]);
		expect(lineOf(VERIFICATION)).toContain(
			"None. Node code imports `n8n-workflow` and Node's `crypto`.",
		);
		expect(manifest).not.toHaveProperty('dependencies');
		expect(manifest).not.toHaveProperty('optionalDependencies');
		expect(Object.keys(manifest.peerDependencies)).toEqual(['n8n-workflow']);
		expect(lineOf(SECURITY)).toContain('It has no dependencies at run time');
	});

	test('SECURITY says that nothing runs when the package is installed', () => {
		const hooks = ['preinstall', 'install', 'postinstall', 'prepare'];
		expect(hooks.filter((hook) => hook in manifest.scripts)).toEqual([]);
		expect(lineOf(SECURITY)).toContain('runs nothing when it is installed');
	});

	test('timers and globals: the ones that the page names, and no others', () => {
		expect(lineOf(VERIFICATION)).toContain(
			'Waiting uses `sleep` of `n8n-workflow`, deadlines `AbortSignal.timeout`, the saved state `CompressionStream`.',
		);
		const used = inSources(
			/(?<![.\w'`])(AbortSignal\.timeout|CompressionStream|setTimeout|setInterval|setImmediate|queueMicrotask|process\.\w+|globalThis|global\.|performance\.|__dirname|__filename)(?!\w)/g,
		);
		expect(used).toEqual(['AbortSignal.timeout', 'CompressionStream']);
		expect(inSources(/import \{[^}]*\b(sleep)\b[^}]*\} from 'n8n-workflow'/g)).toEqual(['sleep']);
	});

	test('One service: no source has the URL of another host', () => {
		const hosts = inSources(/https?:\/\/([a-z\d.-]+\.[a-z]{2,})/g);
		// The documentation, and the examples in placeholders and descriptions.
		expect(hosts).toEqual([
			'api.example.com',
			'drive.google.com',
			'files.example.com',
			'github.com',
		]);
		expect(lineOf(VERIFICATION)).toContain('All nodes call one API');
	});

	test('Usable as tools: README and the page name the nodes and operations that agents cannot use', () => {
		const excluded = Object.values(nodeTypes)
			.filter(({ description }) => !description.usableAsTool)
			.map(({ description }) => description.displayName.replace('Video Subscription ', ''))
			.sort();
		expect(excluded).toEqual(['Access Token', 'Pairing Code', 'Trigger']);
		expect(lineOf(README)).toContain('all nodes except the Trigger, Access Token and Pairing Code');
		expect(lineOf(VERIFICATION)).toContain('all but the trigger, Access Token and Pairing Code');
		const refusing = operations
			.filter(({ fields }) => fields.some(({ name }) => name.endsWith('ToolNotice')))
			.map(({ option }) => option.name)
			.sort();
		expect(refusing).toEqual(['Sync Access', 'Sync Items']);
		expect(lineOf(README)).toContain('all operations except Sync Access and Sync Items');
		expect(lineOf(VERIFICATION)).toContain('Sync Access and Sync Items refuse agents.');
	});

	test('a hint has at most 120 characters, and no two choices of a field share a label', () => {
		expect(lineOf(VERIFICATION)).toContain(
			'a hint has at most 120 characters, and no two choices of a field share a label.',
		);
		const fields = Object.values(nodeTypes)
			.flatMap(({ description }) => description.properties.flatMap((field) => parametersIn(field)))
			.map(({ field }) => field);
		const hints = fields.flatMap(({ hint, modes = [] }) => [
			hint,
			...modes.map((mode) => mode.hint),
		]);
		expect(hints.filter((hint) => (hint ?? '').length > 120)).toEqual([]);
		expect(hints.filter((hint) => hint !== undefined).length).toBeGreaterThan(5);
		const repeating = fields.filter((field) => {
			const labels = choicesOf(field).map(({ name }) => name.toLowerCase());
			return new Set(labels).size < labels.length;
		});
		expect(repeating.map(({ name }) => name)).toEqual([]);
	});

	test('Where to look: every path exists', () => {
		const paths = [
			...read(VERIFICATION).matchAll(/`((?:test|\.github|CONTRIBUTING|package)[\w./-]*)`/g),
		];
		expect(paths.length).toBeGreaterThan(4);
		for (const [, found = ''] of paths) expect(() => statSync(pathOf(found)), found).not.toThrow();
	});

	test('Published with provenance: SECURITY says how releases are built', () => {
		const release = read('.github/workflows/release.yml');
		expect(release).toContain('npm publish ./*.tgz --provenance --access public --ignore-scripts');
		expect(release).toContain('npm run --silent sbom > release/sbom.cdx.json');
		expect(manifest.scripts.sbom).toBe('npm sbom --omit dev --sbom-format cyclonedx');
		expect(lineOf(SECURITY)).toContain('Separate jobs build and publish releases.');
		expect(lineOf(SECURITY)).toContain(
			'a bill of materials (CycloneDX) that lists no dependencies',
		);
	});
});

describe('Getting started', () => {
	test('names the operations that have Stop After', () => {
		const names = optionNames('stopAfter');
		expect(names).toEqual(['Create or Update', 'Grant Access', 'Sync Access']);
		expect(lineOf(STARTED)).toContain(
			'Add **Stop After** (Grant Access, Create or Update, Sync Access)',
		);
	});

	test.each([
		'The service did not accept the credential',
		'is not an email address',
		'The service refused the values',
		'would have lost access',
		'The service failed',
		'receives too many requests',
	])('quotes an error that a node has: %s', (words) => {
		const [, table = ''] = read(STARTED).split('## When something fails');
		expect(table).toContain(words);
		expect(SOURCES.some(({ text }) => text.includes(words))).toBe(true);
	});

	test('warns before the first creation, as README does, that customers cannot be deleted', () => {
		const page = lineOf(STARTED);
		const warning = page.indexOf("a customer can't be deleted");
		expect(warning).toBeGreaterThan(0);
		expect(warning).toBeLessThan(page.indexOf('## A first job'));
		expect(lineOf(README)).toContain("the service bills you for them, and they can't be deleted");
		const deleting = operations.filter(
			({ node, option }) => node === 'customer' && String(option.value).startsWith('delete'),
		);
		expect(deleting).toEqual([]);
		expect(lineOf('docs/service.md')).toContain('Customers cannot be deleted.');
	});
});

test('trigger.md names the statuses of the samples of Product Removed', () => {
	const [, list = ''] =
		/sampled: \(\) => (\['cancelled'[^\]]*\])/.exec(
			read(`${EVENTS}/events/membership/product.ts`),
		) ?? [];
	const [last, ...others] = [...list.matchAll(/'(\w+)'/g)]
		.map(([, name]) => `\`${name}\``)
		.reverse();
	expect(lineOf(TRIGGER)).toContain(`is ${others.reverse().join(', ')} or ${last}.`);
});

test('webhooks.md says for how long the example remembers calls', () => {
	const step = readExample('failed-charges').nodes.find(({ name }) => name === 'Forget Old Events');
	const [, days] = /days: (\d+)/.exec(JSON.stringify(step?.parameters)) ?? [];
	expect(lineOf(WEBHOOKS)).toContain(`Each name is posted once in ${days} days.`);
	expect(lineOf(WEBHOOKS)).toContain(`For ${days} days, it remembers the customer`);
});

/** Rows of the table of performance.md: bytes for each entry, and how many entries fill n8n's Data Tables. */
test.each([
	['an event', 'million events'],
	['a customer', 'million customers'],
	['a change', 'million changes'],
])('performance.md says how much fits into 200 MB, by the bytes of %s', (unit, entries) => {
	const row = defined(
		read(PERFORMANCE)
			.split('\n')
			.find((line) => line.includes(` bytes ${unit}, kept`)),
		unit,
	);
	const [, bytes = ''] = new RegExp(`(\\d+) bytes ${unit}`).exec(row) ?? [];
	const [, count = ''] = new RegExp(`200 MB are ([\\d.]+) ${entries}`).exec(row) ?? [];
	const digits = count.includes('.') ? 1 : 0;
	expect((200 / Number(bytes)).toFixed(digits)).toBe(count);
});

test('the first steps name an example that exists', () => {
	const [, name = ''] =
		/except "([^"]+)"/.exec(read('scripts/demo/first-steps.txt').replaceAll(/\s+/g, ' ')) ?? [];
	expect(readExample('shop-orders').name).toBe(name);
});
