import type { FieldShape, FieldShapes, NodeShape } from './snapshot.mts';

/** A difference between what was promised and what is there. */
export interface Difference {
	what: string;
	/** Whether a workflow that was saved before would mean something else, or nothing. */
	breaks: boolean;
}

const broken = (what: string): Difference => ({ what, breaks: true });
const fine = (what: string): Difference => ({ what, breaks: false });

const shown = (value: unknown) => JSON.stringify(value) ?? 'nothing';
const same = (one: unknown, other: unknown) => shown(one) === shown(other);

const missing = (from: string[] = [], of: string[] = []) => from.filter((one) => !of.includes(one));

function valueDifferences(field: string, then: FieldShape, now: FieldShape): Difference[] {
	return (['values', 'modes'] as const).flatMap((kind) => [
		...missing(then[kind], now[kind]).map((one) =>
			broken(`${field} has lost ${one} of its ${kind}`),
		),
		...missing(now[kind], then[kind]).map((one) => fine(`${field} has ${one} among its ${kind}`)),
	]);
}

function fieldDifferences(field: string, then: FieldShape, now: FieldShape): Difference[] {
	const changed = (['type', 'default', 'multiple', 'visible'] as const)
		.filter((trait) => !same(then[trait], now[trait]))
		.map((trait) =>
			broken(
				`${field} has another ${trait}: ${shown(now[trait])} instead of ${shown(then[trait])}`,
			),
		);
	const required = [
		...(now.required && !then.required ? [broken(`${field} is required now`)] : []),
		...(then.required && !now.required ? [fine(`${field} is not required any more`)] : []),
	];
	return [...changed, ...required, ...valueDifferences(field, then, now)];
}

function added(field: string, shapes: FieldShape[]): Difference[] {
	return shapes.map(({ required }) =>
		required ? broken(`${field} is new and required`) : fine(`${field} is new and optional`),
	);
}

/** Fields that take turns under one name are compared in their order. */
function turnsDifferences(field: string, then: FieldShape[], now: FieldShape[]): Difference[] {
	const pairs = then.flatMap((one, index) => {
		const other = now[index];
		return other ? fieldDifferences(field, one, other) : [broken(`${field} is there less often`)];
	});
	return [...pairs, ...added(field, now.slice(then.length))];
}

function operationDifferences(name: string, then: FieldShapes, now: FieldShapes): Difference[] {
	const lost = Object.entries(then).flatMap(([path, shapes]) => {
		const others = now[path];
		const field = `${name} ${path}`;
		return others ? turnsDifferences(field, shapes, others) : [broken(`${field} is gone`)];
	});
	const gained = Object.entries(now).filter(([path]) => !(path in then));
	return [...lost, ...gained.flatMap(([path, shapes]) => added(`${name} ${path}`, shapes))];
}

function nodeDifferences(name: string, then: NodeShape, now: NodeShape): Difference[] {
	const traits = (['versions', 'credentials'] as const).flatMap((trait) => [
		...missing(then[trait].map(String), now[trait].map(String)).map((one) =>
			broken(`${name} has lost ${one} of its ${trait}`),
		),
		...missing(now[trait].map(String), then[trait].map(String)).map((one) =>
			fine(`${name} has ${one} among its ${trait}`),
		),
	]);
	const operations = Object.entries(then.operations).flatMap(([operation, fields]) => {
		const others = now.operations[operation];
		const title = `${name}.${operation}`;
		return others ? operationDifferences(title, fields, others) : [broken(`${title} is gone`)];
	});
	const gained = missing(Object.keys(now.operations), Object.keys(then.operations));
	return [...traits, ...operations, ...gained.map((one) => fine(`${name}.${one} is new`))];
}

/** What has changed for workflows that were saved when the nodes had the shapes of `then`. */
export function differences(
	then: Record<string, NodeShape>,
	now: Record<string, NodeShape>,
): Difference[] {
	const known = Object.entries(then).flatMap(([name, shape]) => {
		const other = now[name];
		return other ? nodeDifferences(name, shape, other) : [broken(`The node ${name} is gone`)];
	});
	const gained = missing(Object.keys(now), Object.keys(then));
	return [...known, ...gained.map((name) => fine(`The node ${name} is new`))];
}
