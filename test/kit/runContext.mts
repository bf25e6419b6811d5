import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** The parts of the context of a whole run that its items read. */
interface RunContextParts {
	/** The parameters of each item, with their expressions resolved: `{ dryRun: true }`. */
	items: IDataObject[];
	/** The parameters as they were typed, where that is neither the value that all items have nor just any expression. */
	typed?: IDataObject;
}

/** Returns the context of a run without running n8n's engine. */
export function runContext({ items, typed = {} }: RunContextParts): IExecuteFunctions {
	const typedAs = (name: string) => {
		if (name in typed) return typed[name];
		const values = items.map((item) => item[name]);
		return values.every((value) => value === values[0]) ? values[0] : `={{ $json.${name} ?? 0 }}`;
	};
	const context = {
		getNodeParameter: (
			name: string,
			item: number,
			fallback?: unknown,
			{ rawExpressions = false }: { rawExpressions?: boolean } = {},
		) => (rawExpressions ? typedAs(name) : items[item]?.[name]) ?? fallback,
		getInputData: () => items.map((json) => ({ json })),
	};
	return context as unknown as IExecuteFunctions;
}
