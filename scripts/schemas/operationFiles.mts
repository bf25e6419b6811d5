import { readdirSync } from 'node:fs';

import { type Endpoint, endpoints } from '../../service/contract/index.mts';
import type { OperationFile } from '../../nodes/shared/properties/operations.ts';

/** An operation as its file has it. */
export interface OperationSource extends OperationFile {
	/** `<node>.<operation>`. */
	name: string;
	/** What it asks, as far as it is one endpoint of the contract. */
	endpoint: Endpoint | undefined;
}

const nodes = new URL('../../nodes/', import.meta.url);

/** The endpoint that a request asks; its parameters may have other names. */
export function endpointAsked({ option }: Pick<OperationFile, 'option'>): Endpoint | undefined {
	const { method, url = '' } = option.routing?.request ?? {};
	const withoutNames = (path: string) => path.replaceAll(/:\w+/g, ':');
	return endpoints.find(
		(one) => one.method === method && withoutNames(one.path) === withoutNames(url),
	);
}

async function sourceOf(path: string): Promise<OperationSource> {
	const file = (await import(new URL(path, nodes).href)) as OperationFile;
	const [folder = ''] = path.split('/');
	const node = folder.charAt(0).toLowerCase() + folder.slice(1);
	const name = `${node}.${String(file.option.value)}`;
	return { ...file, name, endpoint: endpointAsked(file) };
}

/** The operations of all nodes, from their sources. */
export const operationSources: OperationSource[] = await Promise.all(
	readdirSync(nodes, { recursive: true, encoding: 'utf8' })
		.map((path) => path.replaceAll('\\', '/'))
		.filter((path) => /^\w+\/operations\/\w+\.ts$/.test(path))
		.sort()
		.map(sourceOf),
);
