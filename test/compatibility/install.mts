import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { manifest } from '../../scripts/lib/package.mts';
import { CACHE, LOGS, ROOT } from '../../scripts/lib/paths.mts';
import { runCommand } from '../../scripts/lib/processes.mts';
import { minorOf, OLDEST_N8N } from '../../scripts/lib/versions.mts';
import build from '../../scripts/lib/build.mts';

/** Holds one folder for each version of n8n-workflow, with a copy of the built package. */
export const VERSIONS = path.join(CACHE, 'n8n-workflow');
const LOG = path.join(LOGS, 'compatibility.log');

/** Matches released versions: no pre-releases. */
const RELEASED = /^\d+\.\d+\.\d+$/;

/** Compares two versions; negative when the first is earlier. */
const compareVersions = (version: string, other: string): number =>
	version.localeCompare(other, 'en', { numeric: true });

/** Returns the last version of each minor from the oldest promised one on. */
function lastOfEachMinor(versions: string[]): string[] {
	const promised = versions
		.filter((version) => RELEASED.test(version) && compareVersions(version, OLDEST_N8N) >= 0)
		.sort(compareVersions);
	return [...new Map(promised.map((version) => [minorOf(version), version])).values()];
}

/** The versions to test: all, or with N8N_VERSIONS=ends the oldest and the newest. */
const tried = (versions: string[]): string[] =>
	process.env.N8N_VERSIONS === 'ends'
		? versions.filter((_, index) => index === 0 || index === versions.length - 1)
		: versions;

/** Creates a project with one version of n8n-workflow and the test dependencies. */
function makeProject(version: string): void {
	const directory = path.join(VERSIONS, version);
	mkdirSync(directory, { recursive: true });
	const dependencies = { 'n8n-workflow': version, zod: '3.25.67' };
	writeFileSync(
		path.join(directory, 'package.json'),
		JSON.stringify({ name: `with-${version}`, private: true, dependencies }),
	);
}

/** Copies the built package beside each version, so that it resolves that one. */
function copyPackage(versions: string[]): void {
	for (const version of versions) {
		const copy = path.join(VERSIONS, version, 'dist');
		rmSync(copy, { recursive: true, force: true });
		cpSync(path.join(ROOT, 'dist'), copy, { recursive: true });
	}
}

/** Builds the package and installs n8n-workflow in each minor version, without install scripts. */
export default async function install(): Promise<void> {
	await build();
	const list = await runCommand('npm', ['view', 'n8n-workflow', 'versions', '--json'], {
		cwd: ROOT,
		log: LOG,
	});
	const versions = tried(lastOfEachMinor(z.array(z.string()).parse(JSON.parse(list))));
	const folder = path.join(VERSIONS, versions.join('_'));
	if (!existsSync(folder)) {
		rmSync(VERSIONS, { recursive: true, force: true });
		versions.forEach(makeProject);
		writeFileSync(path.join(VERSIONS, 'pnpm-workspace.yaml'), "packages: ['*']\n");
		writeFileSync(path.join(VERSIONS, 'package.json'), '{ "private": true }\n');
		cpSync(
			path.join(ROOT, 'test/compatibility/pnpmfile.cjs'),
			path.join(VERSIONS, '.pnpmfile.cjs'),
		);
		await runCommand('npx', ['--yes', manifest().packageManager, 'install', '--ignore-scripts'], {
			cwd: VERSIONS,
			log: LOG,
		});
		writeFileSync(folder, '');
	}
	copyPackage(versions);
}
