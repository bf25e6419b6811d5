import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { n8nFolder, type N8nInstall } from '../../scripts/lib/n8n.mts';
import { LOGS, ROOT } from '../../scripts/lib/paths.mts';
import { childEnvironment, runCommand } from '../../scripts/lib/processes.mts';
import type { BenchN8n } from './n8n.mts';
import { compared, median, milliseconds, type Section } from './report.mts';
import { SIZES } from './sizes.mts';

const manifestSchema = z.looseObject({ n8n: z.looseObject({ nodes: z.array(z.string()) }) });

function nodeFilesOf(packageDirectory: string): string[] {
	const manifest: unknown = JSON.parse(
		readFileSync(path.join(packageDirectory, 'package.json'), 'utf8'),
	);
	return manifestSchema.parse(manifest).n8n.nodes;
}

/** Repetitions; each one loads other nodes of n8n. */
const DRAWS = SIZES.loadings;

/** Picks entries at equal distances; each `draw` picks different ones. */
function spread<T>(entries: T[], count: number, draw: number): T[] {
	const distance = entries.length / count;
	const indexes = Array.from({ length: count }, (_, index) =>
		Math.floor((index + draw / DRAWS) * distance),
	);
	return entries.filter((_, index) => indexes.includes(index));
}

/** Times in milliseconds: that of the clock and that of the processor. */
const loadingSchema = z.object({ ms: z.number(), cpuMs: z.number() });
type Loading = z.infer<typeof loadingSchema>;

/** Loads nodes as n8n does, in a new process. */
async function loadNodes(
	install: N8nInstall,
	directory: string,
	files: string[],
): Promise<Loading> {
	const n8n = n8nFolder(install);
	const output = await runCommand(
		path.join(install.nodeBin, 'node'),
		[path.join(ROOT, 'test', 'bench', 'loadNodes.mjs'), n8n, directory, ...files],
		{
			cwd: ROOT,
			log: path.join(LOGS, 'bench-loading.log'),
			// n8n resolves its own modules for installed packages this way.
			env: childEnvironment({ NODE_PATH: path.dirname(n8n) }),
		},
	);
	return loadingSchema.parse(JSON.parse(output));
}

/** Measures how long the package's nodes take to load, beside as many of n8n's own, each in a new process. */
export async function compareLoading({ install, packageDirectory }: BenchN8n): Promise<Section> {
	const base = path.dirname(
		createRequire(path.join(n8nFolder(install), 'package.json')).resolve(
			'n8n-nodes-base/package.json',
		),
	);
	const [ourFiles, theirFiles] = [nodeFilesOf(packageDirectory), nodeFilesOf(base)];
	const ours: number[] = [];
	const theirs: number[] = [];
	for (let draw = 0; draw < DRAWS; draw++) {
		ours.push((await loadNodes(install, packageDirectory, ourFiles)).ms);
		theirs.push((await loadNodes(install, base, spread(theirFiles, ourFiles.length, draw))).ms);
	}
	return {
		title: `Loading of ${ourFiles.length} nodes`,
		columns: ['this package', "n8n's own"],
		rows: [compared('time', [median(ours), median(theirs)], milliseconds, 0.6)],
	};
}
