import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { filesIn, packPackage } from './package.mts';

const SOURCES = ['credentials', 'icons', 'nodes'];

const { config } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file)) as {
	config: { compilerOptions: Record<string, unknown> };
};
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, '.');

const targetOf = (source: string): string => path.join('dist', source.replace(/\.ts$/, '.js'));

/** Returns the time of the last change in milliseconds, 0 for a missing file. */
const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function buildFile(source: string): void {
	const target = targetOf(source);
	if (changedAt(target) > changedAt(source)) return;
	mkdirSync(path.dirname(target), { recursive: true });
	const code = readFileSync(source);
	if (!source.endsWith('.ts')) return writeFileSync(target, code);
	const settings = { compilerOptions: options, fileName: source };
	writeFileSync(target, ts.transpileModule(code.toString(), settings).outputText);
}

/** Builds what has changed, without checking types: a second instead of half a minute. */
function buildChanges(): void {
	const sources = SOURCES.flatMap(filesIn);
	[...sources, 'package.json'].forEach(buildFile);
	const wanted = new Set(sources.map(targetOf));
	const built = existsSync('dist') ? filesIn('dist') : [];
	for (const file of built) if (file.endsWith('.js') && !wanted.has(file)) rmSync(file);
}

/** Builds the package, which the tests load as n8n does. CI builds it like a release, once for all its steps. */
export default async function build(): Promise<void> {
	if (process.env.CI) await packPackage();
	else buildChanges();
}
