const UNRELEASED = '## Unreleased';

/** A version as package.json has it: `1.2.3`, without anything around it. */
export const isVersion = (text: string): boolean => /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(text);

/** Below 0 where the first version is the earlier one, above 0 where it is the later one. */
export const compareVersions = (one: string, other: string): number =>
	one.localeCompare(other, 'en', { numeric: true });

/**
 * The changelog once a version is out: what stood under "Unreleased" is that version's, and a new
 * "Unreleased" is empty.
 *
 * @param date as `2026-01-31`
 * @throws Error where there is nothing to tell
 */
export function released(changelog: string, version: string, date: string): string {
	const [before, after, ...more] = changelog.split(`${UNRELEASED}\n`);
	if (before === undefined || after === undefined || more.length > 0)
		throw new Error(`CHANGELOG.md does not hold "${UNRELEASED}" once.`);
	const [notes = ''] = after.split(/^## /m);
	if (notes.trim() === '')
		throw new Error(
			`Nothing stands under "${UNRELEASED}" in CHANGELOG.md: say what changes for people.`,
		);
	return `${before}${UNRELEASED}\n\n## ${version} - ${date}\n${after}`;
}
