import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { DescribedOperation } from '../../scripts/lib/descriptions.mts';
import { runSaved, savedUsing, withValue } from '../kit/saved.mts';
import { Wire } from '../kit/wire.mts';

/** Texts that reach beyond their segment of a path, unless they are encoded or refused. */
const BEYOND = ['a/b', '../b', '..', 'a?b=c', 'a#b', '%2e%2e%2fb'];

/** Returns the names of the text fields in the path of an operation. `locators.mts` tries the locators. */
const textsInPath = ({ option, fields }: DescribedOperation): string[] => {
	const { url = '' } = option.routing?.request ?? {};
	return fields
		.filter(({ name, type }) => type === 'string' && url.split('/').includes(`:${name}`))
		.map(({ name }) => name);
};

/** Expects that a text in the path of a request is encoded or refused, so that it addresses nothing else. */
export function itStaysInItsPath(guarded: DescribedOperation[]): void {
	const cases = guarded.flatMap((operation) =>
		textsInPath(operation).flatMap((name) =>
			BEYOND.map((text) => ({ title: `${operation.name} ${name}`, operation, name, text })),
		),
	);
	if (cases.length === 0) return;
	describe('a text in the path of a request addresses nothing else', () => {
		const wire = new Wire();
		it.each(cases)('$title encodes or refuses "$text"', async ({ operation, name, text }) => {
			const saved = savedUsing(operation.name);
			if (!saved) expect.fail(`No saved workflow has ${operation.name}: npm run workflows:add`);
			const parameters = withValue(saved.parameters, [name], text) as INodeParameters;
			await runSaved(saved, wire.service, { parameters });
			const hint = `Put the value of ${name} into the path with encodeURIComponent, and refuse dots`;
			const { url } = operation.option.routing?.request ?? {};
			const expected = String(url).replace(`:${name}`, encodeURIComponent(text));
			const paths = wire.take().map(({ path }) => path);
			expect(
				paths.filter((path) => ![expected, '/oauth/token'].includes(path)),
				hint,
			).toEqual([]);
		});
	});
}
