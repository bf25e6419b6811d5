import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** What a process measures: one node, executed several times. */
export interface Job {
	/** The folder of n8n. */
	n8n: string;
	/** A folder with the package's `package.json` and `dist`, and no `node_modules`. */
	packageDirectory: string;
	baseUrl: string;
	apiKey: string;
	/** The short name of the node. */
	node: string;
	parameters: INodeParameters;
	input: IDataObject[];
	/** Executions that are not measured, before those that are. */
	warmUps: number;
	repeats: number;
}

/** One execution. */
export interface Measurement {
	items: number;
	ms: number;
	/** Processor time of the process, garbage collection included, in milliseconds. */
	cpuMs: number;
	/** Peak memory above what was held before, in bytes. */
	growth: number;
	/** The longest time in which nothing else got a turn, in milliseconds. */
	longestTurn: number;
}
