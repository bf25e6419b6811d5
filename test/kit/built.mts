import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Loads a module of the built package: the instance that n8n-core runs in the tests.
 *
 * @param path below `nodes/`, without an extension
 */
export function built<T>(path: string): T {
	return require(`../../dist/nodes/${path}.js`) as T;
}
