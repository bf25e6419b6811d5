// The second half of `npm run lint`: typescript-eslint with type information. It has a file of its own because
// n8n refuses a package whose eslint.config.mjs is another than n8n's, which reads `.ts` alone and knows no types.
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const OFF = {
	// Interfaces of n8n and of the tests ask for promises where nothing is awaited.
	'@typescript-eslint/require-await': 'off',
	// n8n declares functions as methods, and what its nodes pass around is no instance of anything.
	'@typescript-eslint/unbound-method': 'off',
	// Every value of an n8n item may be an object by its type; what it is gets checked where it comes in.
	'@typescript-eslint/no-base-to-string': 'off',
};

const ADJUSTED = {
	// Leaving a field out is what `{ field, ...rest }` is for.
	'@typescript-eslint/no-unused-vars': [
		'error',
		{ ignoreRestSiblings: true, argsIgnorePattern: '^_' },
	],
	// What was caught is unknown by its type, and is passed on as it is.
	'@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
	'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
};

/** So small that each can be read at once. */
const SMALL = {
	'max-params': ['error', 4],
	'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
};

/** The rooms of `nodes/shared`, from the bottom to the top: each imports only from those below it. */
const ROOMS = [
	'concurrency',
	'resources',
	'http',
	'parameters',
	'output',
	'customers',
	'execution',
	'properties',
	'methods',
];

const onlyFromBelow = (files, group, message) => ({
	files: [files],
	rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] },
});

const HOUSE = [
	onlyFromBelow('nodes/shared/*.ts', ['./*/**', '../**'], 'This room is below all others.'),
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
		// The directives in the code of nodes speak to the first half, whose rules are unknown here.
		linterOptions: { reportUnusedDisableDirectives: 'off' },
		rules: { ...OFF, ...ADJUSTED },
	},
	{
		// The fields of an operation are a list: data, however long; so are the tests of one thing. A scene of the
		// random histories is one event's side of them, which its functions share.
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
			'test/trigger/scenes.mts',
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
