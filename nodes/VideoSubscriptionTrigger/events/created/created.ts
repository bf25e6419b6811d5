import { listFrom, listNow } from '../../checkpoint/beginning';
import type { Known } from '../../checkpoint/known';
import { readOn } from '../../checkpoint/readOn';
import type { Entry } from '../../checkpoint/records';
import type { ListCheckpoint, SortedList } from '../../checkpoint/sortedList';
import {
	creationOf,
	inOrder,
	type Config,
	type EventSource,
	type Occurrence,
	type Reader,
} from '../event';
import { limitsOf } from '../lists';

/** A list in which records appear. */
interface CreatedRecords
	extends Pick<EventSource, 'record' | 'filters' | 'isProductRequired' | 'nothing'> {
	list(reader: Reader, config: Config): SortedList;
	/** What tells the moment of now, when the list alone may not. */
	beside(reader: Reader, config: Config): Promise<Known | undefined>;
}

function occurrencesOf(entries: Entry[], reader: Reader): Occurrence[] {
	return entries.map((entry) => creationOf(entry, reader.now())).sort(inOrder);
}

/** An event that fires when a record appears in a list that was created since the trigger began. */
export function created({ list, beside, ...rest }: CreatedRecords): EventSource<ListCheckpoint> {
	return {
		...rest,

		async start(reader, config, from) {
			if (from !== undefined) return listFrom(from);
			const others = await beside(reader, config);
			const begun = await listNow(list(reader, config), limitsOf(reader, config), others);
			return begun.checkpoint;
		},

		async poll(reader, config, checkpoint) {
			const { taken, after } = await readOn(
				list(reader, config),
				checkpoint,
				limitsOf(reader, config),
			);
			return { occurrences: occurrencesOf(taken, reader), checkpoint: after };
		},

		async sample(reader, config, count) {
			const { entries } = await list(reader, config).newest(1);
			return occurrencesOf(entries.slice(0, count), reader);
		},
	};
}
