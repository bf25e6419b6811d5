import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

import { llmsText, operationsPage } from './operations.mts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What is written, by its path below the project's top level. */
export async function generatedDocs(): Promise<Record<string, string>> {
	return {
		'docs/operations.md': await format(operationsPage(), { parser: 'markdown' }),
		'llms.txt': llmsText(),
	};
}

export const pathOf = (name: string): string => `${ROOT}${name}`;
