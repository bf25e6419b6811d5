// Steps that several examples share: the code is written once, in the file with the step's name.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parsed } from '../lib/json.mts';
import type { WorkflowDefinition } from '../lib/n8nApi.mts';
import { ROOT } from '../lib/paths.mts';

const STEPS = path.join(ROOT, 'scripts', 'examples', 'steps');

/** The code of each shared step by the name of its node. */
const sharedSteps = new Map(
	readdirSync(STEPS).map((file) => [
		path.basename(file, '.js.txt'),
		readFileSync(path.join(STEPS, file), 'utf8').trimEnd(),
	]),
);

/** The constants of shared steps that each example has its own values for. */
const OWN = /^const (LIMIT|STEPS|COLUMNS|REQUIRED) = .*?;$/gms;

/** Returns the code of a shared step, with the values that an example has. */
function withOwnValues(code: string, current: string): string {
	const own = new Map(Array.from(current.matchAll(OWN), ([line, name]) => [name, line]));
	return code.replaceAll(OWN, (line: string, name: string) => own.get(name) ?? line);
}

/** Returns the file of an example with the current code in its shared steps, and everything else as it was. */
export function woven(file: string): string {
	const { nodes } = parsed<WorkflowDefinition>(file);
	return nodes.reduce((text, { name, parameters: { jsCode } }) => {
		// An example that has a step twice adds a word in parentheses.
		const code = sharedSteps.get(name.replace(/ \(.+\)$/, ''));
		if (code === undefined || typeof jsCode !== 'string') return text;
		const current = JSON.stringify(jsCode);
		return text.replace(current, () => JSON.stringify(withOwnValues(code, jsCode)));
	}, file);
}
