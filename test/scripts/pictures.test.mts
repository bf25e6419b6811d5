import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

import { ROOT } from '../../scripts/lib/paths.mts';
import { fingerprints, outdatedPictures } from '../../scripts/pictures/shown.mts';

it('every picture is up to date with its sources; npm run pictures retakes it', () => {
	expect(outdatedPictures(), '`npm run pictures` takes them').toEqual([]);
});

it.each(['docs/images', 'examples/images'])(
	'every picture in %s has a recorded fingerprint',
	(folder) => {
		const pictures = readdirSync(path.join(ROOT, folder)).filter((name) =>
			/\.(?:gif|png)$/.test(name),
		);
		const taken = Object.keys(fingerprints()).filter((picture) => picture.startsWith(folder));
		expect(pictures.map((name) => `${folder}/${name}`).sort()).toEqual(taken.sort());
	},
);
