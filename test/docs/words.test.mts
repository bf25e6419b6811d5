// What a page names is where the page says: fields, outcomes, commands, files and variables.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';

import manifest from '../../package.json' with { type: 'json' };
import { exampleNames, readExample } from '../../scripts/lib/examples.mts';
import { nodeTypes } from '../../scripts/lib/nodeTypes.mts';
import { ROOT } from '../../scripts/lib/paths.mts';
import { MENU, definitionsOf, descriptions, namesIn, switchesIn } from '../examples/names.mts';
import { inOneLine } from './facts.mts';
import { boldIn, codeIn, PAGES, proseOf, textOfPage } from './pages.mts';

const filesOf = (...patterns: string[]) => patterns.flatMap((one) => globSync(one, { cwd: ROOT }));
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const wordsOf = (...patterns: string[]) =>
	new Set(filesOf(...patterns).flatMap((file) => textOf(file).match(/[A-Za-z_]\w*/g) ?? []));

/** The sources of the nodes, and of the examples that pages for users name. */
const ofUsers = wordsOf('nodes/**/*.ts', 'credentials/*.ts', 'examples/*.{json,csv}');
const ofDevelopers = wordsOf(
	...['{nodes,credentials,service,scripts,test}/**/*.{ts,mts,mjs,css,yaml}', '*.{mts,mjs,json}'],
	...['.ci/*', '.github/**/*.yml'],
);

const FOR_DEVELOPERS = /^(CONTRIBUTING\.md|docs\/developers\/)/;

/** What n8n and other programs call something in small letters. */
const OF_OTHERS = /^(crypto|npx|main|root|sudo)$/;
/** What a page makes up: the field of the recipe, a word, a table. */
const MADE_UP = ['expires_on', 'expiresOn', 'ham', 'video_access_log_2026'];

test.each(PAGES)('every name in backticks in %s is a word of the sources', (page) => {
	const words = FOR_DEVELOPERS.test(page) ? new Set([...ofDevelopers, ...ofUsers]) : ofUsers;
	const names = codeIn(page).filter((code) => /^[a-z]\w*$/.test(code) && !OF_OTHERS.test(code));
	const unknown = [...new Set(names)].filter((name) => !words.has(name));
	expect(unknown.filter((name) => !MADE_UP.includes(name))).toEqual([]);
});

test.each(PAGES)(
	'every command in %s is one of package.json, and takes files that exist',
	(page) => {
		const commands = [...textOfPage(page).matchAll(/\bnpm run ([\w:-]+)/g)].map(
			([, name = '']) => name,
		);
		expect(commands.filter((name) => !(name in manifest.scripts))).toEqual([]);
		const tests = [...textOfPage(page).matchAll(/\bvitest run ([\w/. -]+)/g)].flatMap(
			([, files = '']) => files.trim().split(/\s+/),
		);
		const missing = tests.filter(
			(file) => file.includes('/') && !existsSync(path.join(ROOT, file)),
		);
		// The recipe of a node that nobody has.
		expect(missing.filter((file) => file !== 'test/nodes/Coupon')).toEqual([]);
	},
);

/** Where a path of a page may begin. */
const FOLDERS = [
	...['', '.github/workflows', 'nodes', 'nodes/shared', 'nodes/Customer'],
	'nodes/VideoSubscriptionTrigger',
];

/** Returns the files of the project that a page means by a path. */
function filesNamed(file: string): string[] {
	const glob = file.replace(/<.*$/, '').replace(/\/$/, '');
	const places = [...FOLDERS.map((folder) => path.join(folder, glob)), `**/${glob}`];
	return places.flatMap((one) =>
		globSync([one, `${one}.ts`], { cwd: ROOT, exclude: ['node_modules', 'dist', '.cache'] }),
	);
}

const PATH = /^(?![@~/])[\w<>.*-]*(?:\/[\w<>.*-]+)+\/?$|^[\w-]+\.(?:m?ts|mjs|json|md|yml)$/;

test.each(PAGES.filter((page) => FOR_DEVELOPERS.test(page)))(
	'every file in backticks in %s exists',
	(page) => {
		const files = codeIn(page).filter(
			(code) => PATH.test(code) && !/Coupon|coupon|<version>/.test(code),
		);
		expect([...new Set(files)].filter((file) => filesNamed(file).length === 0)).toEqual([]);
	},
);

test.each(PAGES)('every name that %s finds in a file stands there', (page) => {
	const places = [
		...proseOf(page).matchAll(/((?:`\w+`(?:, | and )?)+) (?:of|in) `([\w/.-]+\.m?ts)`/g),
	];
	const missing = places.flatMap(([, names = '', file = '']) => {
		const text = filesNamed(file).map(textOf).join('\n');
		return [...names.matchAll(/`(\w+)`/g)].flatMap(([, name = '']) =>
			new RegExp(`\\b${name}\\b`).test(text) ? [] : `${name} in ${file}`,
		);
	});
	expect(missing).toEqual([]);
});

/** The settings of n8n: the sources of its configuration, and of its core. */
const ofN8n = ['n8n-core', '@n8n/config', '@n8n/backend-common', '@n8n/db'].flatMap((name) => {
	const requireCore = createRequire(createRequire(import.meta.url).resolve('n8n-core'));
	try {
		const folder = path.dirname(requireCore.resolve(`${name}/package.json`));
		return globSync('dist/**/*.js', { cwd: folder }).map((file) =>
			readFileSync(path.join(folder, file), 'utf8'),
		);
	} catch {
		return [];
	}
});
const variablesOfN8n = new Set(ofN8n.join('\n').match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g));

/** Of n8n's own package, which the tests do not install. */
const OF_N8N_ITSELF = [
	'N8N_COMMUNITY_PACKAGES_ENABLED',
	'N8N_REINSTALL_MISSING_PACKAGES',
	'N8N_UNVERIFIED_PACKAGES_ENABLED',
];

test.each(PAGES)('every variable in %s is read by the project or by n8n', (page) => {
	const variables = codeIn(page).flatMap(
		(code) => code.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [],
	);
	const unknown = [...new Set(variables)].filter(
		(name) => !variablesOfN8n.has(name) && !ofDevelopers.has(name) && !OF_N8N_ITSELF.includes(name),
	);
	expect(unknown).toEqual([]);
});

/** What begins a part of a page, or stresses a sentence. */
const STRESSED = /[.:?,]$|^[a-z]|^[A-Z]\S* [a-z]/;

const ours = Object.values(nodeTypes).map(({ description }) => description);
const titles = ours.map(({ displayName }) => displayName.replace('Video Subscription ', ''));
const sources = ['nodes/shared/panel/credentialFields.ts', ...filesOf('credentials/*.ts')];
const credentials = sources.flatMap((file) =>
	[...textOf(file).matchAll(/displayName(?: =|:) '(.*)'/g)].map(([, name = '']) => name),
);
const examples = exampleNames.map(readExample);

test.each(PAGES)('every bold name in %s is a field, a node, a box or an item of n8n', (page) => {
	const text = textOfPage(page);
	const named = descriptions.filter(({ displayName }) => text.includes(displayName));
	const known = new Set(
		[
			...[...MENU, ...titles, ...credentials],
			...[...ours, ...named].flatMap(namesIn),
			...examples.map(({ name }) => name),
			...examples.flatMap(({ nodes }) => nodes.map(({ name }) => name)),
		].map((name) => name.toLowerCase()),
	);
	const names = boldIn(page)
		.flatMap((words) => words.replaceAll(/[[\]]/g, '').split(/ > |: /))
		.filter((words) => !STRESSED.test(words));
	expect(names.filter((name) => !known.has(name.toLowerCase()))).toEqual([]);
});

/** Where a switch is named as it is by default: an option is off until it is added, and test runs come before real ones. */
const AS_DEFAULT = [
	'or with **Dry Run** on, and read',
	'Turn on **Dry Run** (in Grant Access',
	'credential with **Test Mode** off',
	"Turn off **Retry On Fail** in the node's",
];

test.each(PAGES)('%s turns each switch to the other side than its default', (page) => {
	const isDefault = (label: string, isOn: boolean) => {
		const defaults = ours.flatMap((one) => definitionsOf(label, one)).map((one) => one.isOn);
		// The switches of n8n and of the credentials are off.
		return defaults.length > 0 ? defaults.every((one) => one === isOn) : !isOn;
	};
	const text = AS_DEFAULT.reduce((all, part) => all.replace(part, ''), inOneLine(textOfPage(page)));
	expect(switchesIn(text).filter(({ label, isOn }) => isDefault(label, isOn))).toEqual([]);
});

test('every switch that is named as it is by default stands in a page', () => {
	const text = inOneLine(PAGES.map(textOfPage).join('\n'));
	expect(AS_DEFAULT.filter((part) => !text.includes(part))).toEqual([]);
});
