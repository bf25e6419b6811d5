/**
 * Mutation testing, on demand: `npm run mutation`, or of some files
 * `npm run mutation -- --mutate 'nodes/shared/client/**\/*.ts'`.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	testRunner: 'vitest',
	plugins: ['@stryker-mutator/vitest-runner'],
	vitest: { related: false },
	coverageAnalysis: 'perTest',
	// Tables of fields and records are built once, when a module is loaded: other tests hold them line by line.
	ignoreStatic: true,
	disableTypeChecks: '{nodes,credentials,test}/**/*.{ts,mts}',
	// No part may be tested worse than this, in per cent.
	thresholds: { high: 95, low: 90, break: 85 },
	concurrency: 1,
	timeoutMS: 10_000,
	dryRunTimeoutMinutes: 20,
	// Each sandbox builds its own package, out of the mutants.
	ignorePatterns: ['dist', '.cache'],
	tempDirName: '.cache/stryker',
	reporters: ['clear-text', 'html', 'progress-append-only'],
	clearTextReporter: { allowColor: false, reportTests: false },
	htmlReporter: { fileName: '.cache/mutation.html' },
	packageManager: 'pnpm',
};
