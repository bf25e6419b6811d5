// The second half of `npm run lint`: typescript-eslint with type information. It has a file of its own because
// n8n rejects a package with its own eslint.config.mjs, and n8n's covers only `.ts` files, without type information.
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const OFF = {
	// Interfaces of n8n and of the tests require promises where nothing is awaited.
	'@typescript-eslint/require-await': 'off',
	// n8n declares plain functions as methods; they do not use `this` of an instance.
	'@typescript-eslint/unbound-method': 'off',
	// The type of an n8n item allows objects everywhere; values are validated where they are read.
	'@typescript-eslint/no-base-to-string': 'off',
};

const ADJUSTED = {
	// `{ field, ...rest }` is used to leave a field out.
	'@typescript-eslint/no-unused-vars': [
		'error',
		{ ignoreRestSiblings: true, argsIgnorePattern: '^_' },
	],
	// A caught value is `unknown` and is rethrown unchanged.
	'@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
	'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
};

/** Limits that keep a function readable at a glance. */
const SMALL = {
	'max-params': ['error', 4],
};

/** The rooms of `nodes/shared` from bottom to top: each imports only from rooms below it. */
const ROOMS = [
	'data',
	'concurrency',
	'values',
	'ids',
	'client',
	'lists',
	'output',
	'customers',
	'request',
	'panel',
	'methods',
	'run',
];

const onlyFromBelow = (files, group, message) => ({
	files: [files],
	rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] },
});

const HOUSE = [
	...ROOMS.map((room, index) =>
		onlyFromBelow(
			`nodes/shared/${room}/**/*.ts`,
			[...ROOMS.slice(index + 1).map((above) => `../${above}/**`), '../../**'],
			`The rooms above ${room} build on it: ${ROOMS.join(' < ')} < nodes.`,
		),
	),
];

export default defineConfig(
	globalIgnores(['dist', '.cache', 'coverage']),
	{
		files: ['**/*.mts', 'nodes/**/*.ts', 'credentials/**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: { project: './tsconfig.test.json', tsconfigRootDir: import.meta.dirname },
		},
		// The directives in node code are for n8n's lint, whose rules are unknown here.
		linterOptions: { reportUnusedDisableDirectives: 'off' },
		rules: { ...OFF, ...ADJUSTED },
	},
	{
		// The properties of an operation and the tests of a unit are lists, however long. A scene of the random histories
		// shares the state of one event between its functions.
		files: [
			'nodes/**/*.ts',
			'credentials/**/*.ts',
			'service/**/*.mts',
			'scripts/**/*.mts',
			'test/**/*.mts',
		],
		ignores: [
			'nodes/*/operations/*.ts',
			'test/**/*.test.mts',
			'test/nodes/**/*.mts',
			'test/trigger/histories/scenes.mts',
		],
		rules: SMALL,
	},
	{
		// Vitest's matchers (`expect.any(String)`) are `any` by their type. Using one stays forbidden.
		files: ['**/*.test.mts'],
		rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
	},
	...HOUSE,
);
