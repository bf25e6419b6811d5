import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { withNews } from '../../scripts/docs/changelog.mts';
import { compareVersions, isVersion, released } from '../../scripts/lib/changelog.mts';

const changelog = (notes: string) =>
	`# Changelog\n\n## Unreleased\n${notes}\n## 0.1.0 - 2026-01-02\n\n- The first.\n`;

it('tells under Unreleased what no version has named, each where it stands in the panel', async () => {
	const get = { node: 'Coupon', choices: [{ name: 'Add' }, { name: 'Get' }, { name: 'Get Many' }] };
	const other = { node: 'Product', choices: [{ name: 'Create' }, { name: 'Get' }] };
	const before = changelog('\n- A note.\n').replace('- The first.', '- **Coupon:** Get, Get Many');
	const first = await withNews(before, [get, other]);
	expect(first).toBe(
		before.replace('\n- A', '\n### Nodes\n\n- **Coupon:** Add\n- **Product:** Create, Get\n\n- A'),
	);
	const next = { node: 'Coupon', choices: [...get.choices, { name: 'Remove' }] };
	expect(await withNews(first, [next, other])).toBe(
		first.replace('Coupon:** Add', 'Coupon:** Add, Remove'),
	);
});

describe('a release', () => {
	it('gives its version what was unreleased, and begins anew', () => {
		expect(released(changelog('\n- A list.\n'), '0.2.0', '2026-03-04')).toBe(
			'# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-03-04\n\n- A list.\n\n## 0.1.0 - 2026-01-02\n\n- The first.\n',
		);
	});

	it('is refused where nothing is told', () => {
		expect(() => released(changelog('\n'), '0.2.0', '2026-03-04')).toThrow(/Nothing stands under/);
		expect(() => released('# Changelog\n', '0.2.0', '2026-03-04')).toThrow(/does not hold/);
	});

	it('finds its place in the changelog of this project', () => {
		const own = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
		expect(
			released(
				`${own}\n`.replace('## Unreleased\n', '## Unreleased\n\n- A note.\n'),
				'99.0.0',
				'2026-03-04',
			),
		).toContain('\n## 99.0.0 - 2026-03-04\n\n- A note.\n');
	});

	it('has a version of three numbers', () => {
		const good = ['1.2.3', '0.1.0', '10.0.12'];
		const bad = ['', 'v1.2.3', '1.2', '01.2.3', '1.2.3-rc.1', '1.2.3; id'];
		expect([...good, ...bad].filter(isVersion)).toEqual(good);
	});

	it('knows which version is later', () => {
		expect(compareVersions('0.10.0', '0.9.9')).toBeGreaterThan(0);
		expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
		expect(compareVersions('0.9.9', '1.0.0')).toBeLessThan(0);
	});
});
