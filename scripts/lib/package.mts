import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { CACHE, LOGS, PACKAGE_NAME, ROOT } from './paths.mts';
import { childEnvironment, run } from './processes.mts';

/** What the tarball is made from. */
const SOURCES = [
	'package.json',
	'tsconfig.json',
	'README.md',
	'LICENSE',
	'CHANGELOG.md',
	'nodes',
	'credentials',
	'icons',
];

export interface PackedPackage {
	/** The path of the `.tgz`. */
	tarball: string;
	/** Changes with anything the tarball is made from. */
	fingerprint: string;
}

const manifestSchema = z.looseObject({
	name: z.string(),
	version: z.string(),
	packageManager: z.string(),
	n8n: z.object({ nodes: z.array(z.string()) }),
});

/** What package.json says of the project. */
export const manifest = () =>
	manifestSchema.parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));

/** The one version of pnpm that installs things here, as `pnpm@<version>`. */
export const packageManager = (): string => manifest().packageManager;

function filesUnder(entry: string): string[] {
	if (!existsSync(entry)) return [];
	if (!statSync(entry).isDirectory()) return [entry];
	return readdirSync(entry)
		.sort()
		.flatMap((name) => filesUnder(path.join(entry, name)));
}

function sourceFingerprint(): string {
	const hash = createHash('sha256');
	for (const file of SOURCES.flatMap((source) => filesUnder(path.join(ROOT, source)))) {
		hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
	}
	return hash.digest('hex').slice(0, 16);
}

/** Builds the package and packs it as it is published; does nothing when no source has changed since. */
export async function packPackage(): Promise<PackedPackage> {
	const directory = path.join(CACHE, 'package');
	const marker = path.join(directory, 'fingerprint');
	const tarball = path.join(directory, `${PACKAGE_NAME}-${manifest().version}.tgz`);
	const fingerprint = sourceFingerprint();
	if (existsSync(tarball) && existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint) {
		return { tarball, fingerprint };
	}
	rmSync(directory, { recursive: true, force: true });
	mkdirSync(directory, { recursive: true });
	const log = path.join(LOGS, 'package.log');
	// CI: without the animation that would fill the log.
	await run('npm', ['run', 'build'], { cwd: ROOT, log, env: childEnvironment({ CI: 'true' }) });
	await run('npm', ['pack', '--ignore-scripts', '--pack-destination', directory], {
		cwd: ROOT,
		log,
	});
	writeFileSync(marker, fingerprint);
	return { tarball, fingerprint };
}
