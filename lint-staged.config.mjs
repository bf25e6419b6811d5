/** What the hook before each commit checks. */
export default {
	'*': 'prettier --check --ignore-unknown',
	// One file's types depend on those of all others.
	'*.{ts,mts}': () => 'tsc -p tsconfig.test.json',
};
