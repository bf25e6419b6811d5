import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const manifest = new URL('../../package.json', import.meta.url);
const folder = new URL('../../nodes/', import.meta.url);

/** Names every node under `n8n.nodes` of package.json, where n8n looks for them. */
export function namePackedNodes(): void {
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((path) => path.replaceAll('\\', '/'))
		.filter((path) => path.endsWith('.node.ts'))
		.sort()
		.map((path) => `\n\t\t\t"dist/nodes/${path.replace(/\.ts$/, '.js')}"`);
	const text = readFileSync(manifest, 'utf8');
	writeFileSync(manifest, text.replace(/(?<="nodes": \[)[^\]]*(?=\n\t\t\])/, names.join()));
}
