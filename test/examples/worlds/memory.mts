import { UserError } from 'n8n-workflow';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

const ofPlace = (scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData) =>
	`${workflow.id} ${scope === 'node' ? (node?.id ?? '') : ''}`;

/** What n8n's *Remove Duplicates* remembers: keys, which belong to a workflow and a node, the oldest forgotten first. */
export class Memory implements IDataDeduplicator {
	private readonly keys = new Map<string, string[]>();

	private keysOf(scope: DeduplicationScope, place: ICheckProcessedContextData): string[] {
		const name = ofPlace(scope, place);
		const kept = this.keys.get(name) ?? [];
		this.keys.set(name, kept);
		return kept;
	}

	checkProcessedAndRecord = async (
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		place: ICheckProcessedContextData,
		{ mode, maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> => {
		if (mode !== 'entries') throw new UserError(`The memory of the tests has no mode ${mode}`);
		const kept = this.keysOf(scope, place);
		const known = new Set(kept);
		const isKnown = (item: DeduplicationItemTypes) => known.has(String(item));
		const found = { new: items.filter((item) => !isKnown(item)), processed: items.filter(isKnown) };
		kept.push(...found.new.map(String));
		if (maxEntries) kept.splice(0, kept.length - maxEntries);
		return found;
	};

	removeProcessed = async (
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		place: ICheckProcessedContextData,
	): Promise<void> => {
		const kept = this.keysOf(scope, place);
		const gone = new Set(items.map(String));
		kept.splice(0, kept.length, ...kept.filter((key) => !gone.has(key)));
	};

	clearAllProcessedItems = async (
		scope: DeduplicationScope,
		place: ICheckProcessedContextData,
	): Promise<void> => {
		this.keys.delete(ofPlace(scope, place));
	};

	getProcessedDataCount = async (
		scope: DeduplicationScope,
		place: ICheckProcessedContextData,
	): Promise<number> => this.keysOf(scope, place).length;
}
