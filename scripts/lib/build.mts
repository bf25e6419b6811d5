import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { execa } from 'execa';
import ts from 'typescript';

const { compilerOptions } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file))
	.config as { compilerOptions: Record<string, unknown> };
const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, '.');

/** Milliseconds; 0 for a file that is not there. */
async function changedAt(file: string): Promise<number> {
	return await stat(file).then(
		({ mtimeMs }) => mtimeMs,
		() => 0,
	);
}

const targetOf = (source: string): string =>
	path.join('dist', source.endsWith('.ts') ? source.replace(/\.ts$/, '.js') : source);

async function buildFile(source: string): Promise<void> {
	const target = targetOf(source);
	if ((await changedAt(target)) > (await changedAt(source))) return;
	await mkdir(path.dirname(target), { recursive: true });
	if (!source.endsWith('.ts')) return await writeFile(target, await readFile(source));
	const code = await readFile(source, 'utf8');
	const { outputText } = ts.transpileModule(code, { compilerOptions: options, fileName: source });
	await writeFile(target, outputText);
}

async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
	return entries
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => path.join(parentPath, name));
}

/** Only what changed, and without checking types: a second in place of half a minute. */
async function buildWhatChanged(): Promise<void> {
	const sources = (await Promise.all(['credentials', 'icons', 'nodes'].map(filesIn))).flat();
	await Promise.all([...sources, 'package.json'].map(buildFile));
	const wanted = new Set(sources.map(targetOf));
	const left = (await filesIn('dist')).filter((file) => file.endsWith('.js') && !wanted.has(file));
	await Promise.all(left.map(async (file) => await rm(file)));
}

/** The tests load the built package, as n8n does; CI builds it as a release is built. */
export default async function build(): Promise<void> {
	if (!process.env.CI) return await buildWhatChanged();
	await execa('n8n-node', ['build'], { preferLocal: true });
}
