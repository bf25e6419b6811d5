// Runs one example in n8n's engine with a file, a form or rows of a test's own, and reads what each step returned.
import nock from 'nock';
import type { IDataObject, INode, INodeExecutionData, IRun } from 'n8n-workflow';

import { readExample } from '../../scripts/lib/examples.mts';
import { OpenAccount } from '../nodes/account.mts';
import { RunningExample, type Sent } from './worlds/engine.mts';
import { writesOf } from './worlds/world.mts';

export interface ExampleOptions {
	/** The rows that a Code node with made-up rows, or a node that reads another service, returns. */
	rows?: Record<string, IDataObject[]>;
	/** Whether another service refuses everything. */
	isDown?: (node: INode) => boolean;
	/** Prepares the account. */
	settle?: (state: OpenAccount['service']['state']) => void;
}

/** An example that runs in an account of its own. */
export class TestRun {
	private constructor(
		private readonly example: RunningExample,
		readonly account: OpenAccount,
	) {}

	/** Opens an account, lets `use` run the example in it, and closes it. */
	static async with<T>(
		name: string,
		{ rows = {}, isDown = () => false, settle = () => {} }: ExampleOptions,
		use: (run: TestRun) => Promise<T>,
	): Promise<T> {
		nock.restore();
		const account = await OpenAccount.open({ seed: 'believable', customers: 0 });
		try {
			settle(account.service.state);
			const example = new RunningExample(readExample(name), account.credential(false), {
				isDown,
				answer: (node, _, input, index) => {
					const found = rows[node.name];
					if (found) return index === 0 ? found : [];
					return /\.(slack|emailSend)$/.test(node.type) ? [{ ok: true }] : [input];
				},
				rowsFor: (node) => rows[node.name],
			});
			return await use(new TestRun(example, account));
		} finally {
			await account.close();
			if (!nock.isActive()) nock.activate();
		}
	}

	/** Everything that was sent so far. */
	get sent(): Sent[] {
		return this.example.sent;
	}

	get writes(): string[] {
		return writesOf(this.account);
	}

	/** Executes the example from a trigger. */
	async execute(
		trigger: string,
		item: INodeExecutionData = { json: {} },
	): Promise<ExampleExecution> {
		return new ExampleExecution(await this.example.execute(trigger, [item]));
	}
}

/** One execution of an example. */
export class ExampleExecution {
	constructor(private readonly run: IRun) {}

	/** Why n8n shows it as failed. */
	get error(): string | undefined {
		const { status, data } = this.run;
		return status === 'success' ? undefined : (data.resultData.error?.message ?? status);
	}

	/** What a step returned, of all its runs and outputs. */
	output(node: string): IDataObject[] {
		const runs = this.run.data.resultData.runData[node] ?? [];
		const items = runs.flatMap(({ data }) => data?.main ?? []).flatMap((list) => list ?? []);
		return items.map(({ json }) => json);
	}
}

/** An item with a file, as a form returns it. */
export const uploaded = (
	bytes: Uint8Array,
	mimeType = 'application/vnd.ms-excel',
): INodeExecutionData => ({
	json: {},
	binary: {
		Spreadsheet: {
			data: Buffer.from(bytes).toString('base64'),
			mimeType,
			fileName: 'rows.csv',
			fileExtension: 'csv',
		},
	},
});
