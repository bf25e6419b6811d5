import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

import { ROOT } from '../../scripts/lib/paths.mts';
import { fingerprints, outdatedPictures } from '../../scripts/pictures/shown.mts';

it('no picture is older than what it shows: npm run pictures takes it again', () => {
	expect(outdatedPictures()).toEqual([]);
});

it.each(['docs/images', 'examples/images'])('what each picture in %s shows is known', (folder) => {
	const pictures = readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith('.png'));
	const known = Object.keys(fingerprints()).filter((picture) => picture.startsWith(folder));
	expect(pictures.map((name) => `${folder}/${name}`).sort()).toEqual(known.sort());
});
