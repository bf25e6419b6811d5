import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { CACHE, LOGS, PACKAGE_NAME, ROOT } from './paths.mts';
import { childEnvironment, runCommand } from './processes.mts';

const FOLDERS = ['nodes', 'credentials', 'icons'];
const FILES = ['package.json', 'tsconfig.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];

export interface PackedPackage {
	/** Path of the `.tgz`. */
	tarball: string;
	/** Hash of the sources. */
	fingerprint: string;
}

const manifestSchema = z.looseObject({
	name: z.string(),
	version: z.string(),
	packageManager: z.string(),
	n8n: z.object({ nodes: z.array(z.string()) }),
});

/** Returns the content of package.json. */
export const manifest = () =>
	manifestSchema.parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));

/** Returns the paths of all files in a folder. */
export const filesIn = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => path.join(parentPath, name))
		.sort();

function sourceFingerprint(): string {
	const hash = createHash('sha256');
	const folders = FOLDERS.flatMap((folder) => filesIn(path.join(ROOT, folder)));
	for (const file of [...folders, ...FILES.map((name) => path.join(ROOT, name))])
		hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
	return hash.digest('hex').slice(0, 16);
}

/** Builds and packs the package as it is published, unless no source has changed since the last time. */
export async function packPackage(): Promise<PackedPackage> {
	const directory = path.join(CACHE, 'package');
	const marker = path.join(directory, 'fingerprint');
	const tarball = path.join(directory, `${PACKAGE_NAME}-${manifest().version}.tgz`);
	const fingerprint = sourceFingerprint();
	if (existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint)
		return { tarball, fingerprint };
	rmSync(directory, { recursive: true, force: true });
	mkdirSync(directory, { recursive: true });
	// CI turns off the progress animation, which would fill the log.
	const options = { cwd: ROOT, log: path.join(LOGS, 'package.log') };
	await runCommand('npm', ['run', 'build'], { ...options, env: childEnvironment({ CI: 'true' }) });
	await runCommand('npm', ['pack', '--ignore-scripts', '--pack-destination', directory], options);
	writeFileSync(marker, fingerprint);
	return { tarball, fingerprint };
}
