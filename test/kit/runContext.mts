import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** The parts of the context of a whole run that custom operations use. */
interface RunContextTraits {
	/** The parameters of each item, with their expressions resolved: `{ dryRun: true }`. */
	items: IDataObject[];
	/** The parameters as they were typed, where that is neither the value that all items have nor just any expression. */
	typed?: IDataObject;
	isContinued?: boolean;
	execution?: string;
	/** How often the node has run in the execution before. */
	runIndex?: number;
	/** What n8n keeps for the node during the execution. */
	state?: IDataObject;
	executeOnce?: boolean;
}

/** Returns the context of a run without running n8n's engine, and the execution hints that the run adds. */
export function runContext({
	items,
	typed = {},
	isContinued = false,
	execution = 'execution',
	runIndex = 0,
	state = {},
	executeOnce = false,
}: RunContextTraits): { context: IExecuteFunctions; hints: object[] } {
	const hints: object[] = [];
	const typedAs = (name: string) => {
		if (name in typed) return typed[name];
		const values = items.map((item) => item[name]);
		return values.every((value) => value === values[0]) ? values[0] : `={{ $json.${name} ?? 0 }}`;
	};
	const context = {
		getNode: () => ({ id: 'node', name: 'Node', parameters: {}, executeOnce }),
		getNodeParameter: (
			name: string,
			item: number,
			fallback?: unknown,
			{ rawExpressions = false }: { rawExpressions?: boolean } = {},
		) => (rawExpressions ? typedAs(name) : items[item]?.[name]) ?? fallback,
		getInputData: () => items.map((json) => ({ json })),
		getExecuteData: () => ({ data: { main: [items] } }),
		getCredentials: async () => ({ baseUrl: 'https://service.test/api' }),
		getExecutionId: () => execution,
		getExecutionCancelSignal: () => undefined,
		getContext: () => state,
		logger: { info: () => {} },
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		continueOnFail: () => isContinued,
		addExecutionHints: (...added: object[]) => hints.push(...added),
	};
	return { context: context as unknown as IExecuteFunctions, hints };
}
