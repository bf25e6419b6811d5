import type { Choice, EventSource, Happening } from '../../core/event';
import { type Ledger, withDelivered } from '../../core/ledger';
import {
	knownFrom,
	knownFromNow,
	loadKnown,
	notIn,
	readStretch,
	type StoredKnown,
	storeKnown,
	takeBatch,
} from '../../core/newest';
import type { Entry, ListPage, Reader } from '../../core/types';

/** A list in which records appear. */
interface CreatedRecords extends Pick<EventSource, 'filters' | 'isProductRequired' | 'nothing'> {
	/** The list, newest first. */
	list(reader: Reader, choice: Choice): ListPage;
	/** What tells the moment of now, when the list alone may not. */
	beside(reader: Reader, choice: Choice): Promise<Ledger>;
}

const toHappening = (entry: Entry): Happening => ({ entry, at: entry.at });

/** An event that fires when a record appears in a list that was created since the trigger began. */
export function recordCreated({ list, beside, ...rest }: CreatedRecords): EventSource<StoredKnown> {
	return {
		...rest,

		async start(reader, choice, from) {
			if (from !== undefined) return storeKnown(knownFrom(from));
			const others = await beside(reader, choice);
			return storeKnown(await knownFromNow(list(reader, choice), others));
		},

		async poll(reader, choice, place) {
			const known = loadKnown(place);
			const select = notIn(known.ledger);
			const stretch = await readStretch(list(reader, choice), known, select, choice.batch, () =>
				reader.affordable(),
			);
			const { taken, known: next } = takeBatch(known, stretch, select, choice.batch);
			const ledger = withDelivered(next.ledger, taken);
			return { happenings: taken.map(toHappening), place: storeKnown({ ...next, ledger }) };
		},

		async sample(reader, choice, count) {
			const { entries } = await list(reader, choice)(1);
			return entries.slice(0, count).reverse().map(toHappening);
		},
	};
}
