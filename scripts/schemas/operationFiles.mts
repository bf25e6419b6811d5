import path from 'node:path';
import { type Endpoint, endpoints } from '../../service/contract/index.mts';
import type { OperationFile } from '../../nodes/shared/panel/operations.ts';
import { NODES, nodeFiles } from './files.mts';

/** An operation's file. */
export interface OperationSource extends OperationFile {
	/** `<node>.<operation>`. */
	name: string;
	/** The endpoint of its route, if the contract has it. */
	endpoint: Endpoint | undefined;
}

/** Finds the endpoint of an operation's route; the names of path parameters may differ. */
export function findEndpoint({ option }: Pick<OperationFile, 'option'>): Endpoint | undefined {
	const { method, url = '' } = option.routing?.request ?? {};
	const withoutNames = (path: string) => path.replaceAll(/:\w+/g, ':');
	return endpoints.find(
		(endpoint) => endpoint.method === method && withoutNames(endpoint.path) === withoutNames(url),
	);
}

async function sourceOf(file: string): Promise<OperationSource> {
	const source = (await import(path.join(NODES, file))) as OperationFile;
	const [folder = ''] = file.split('/');
	const node = folder.charAt(0).toLowerCase() + folder.slice(1);
	const name = `${node}.${String(source.option.value)}`;
	return { ...source, name, endpoint: findEndpoint(source) };
}

/** The operations of all nodes. */
export const operationSources: OperationSource[] = await Promise.all(
	nodeFiles(/^\w+\/operations\/\w+\.ts$/).map(sourceOf),
);
