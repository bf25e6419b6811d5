import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';

import { withNews } from './changelog.mts';
import { llmsText, operationsPage } from './operations.mts';
import { withTableOfOperations } from './readme.mts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const pathOf = (name: string): string => `${ROOT}${name}`;

/** What is written, by its path below the project's top level. */
export async function generatedDocs(): Promise<Record<string, string>> {
	const readme = readFileSync(pathOf('README.md'), 'utf8');
	return {
		'CHANGELOG.md': await withNews(readFileSync(pathOf('CHANGELOG.md'), 'utf8')),
		'README.md': await format(withTableOfOperations(readme), { parser: 'markdown' }),
		'docs/operations.md': await format(operationsPage(), { parser: 'markdown' }),
		'llms.txt': llmsText(),
	};
}
