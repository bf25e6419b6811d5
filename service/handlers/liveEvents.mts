import { endpointOf, type QueryOf } from '../contract/index.mts';
import { idIn } from '../call.mts';
import type { LiveEventRecord } from '../records.mts';
import { on } from '../route.mts';
import { newestFirst, oldestFirst } from '../table.mts';
import { catalogPage } from './catalog.mts';

/** `alphabetical` ignores a leading article, `title` does not (docs/developers/service.md, Live events). */
const withoutArticle = (title: string): string => title.replace(/^(?:the|an?) /i, '');

type Sort = NonNullable<QueryOf<'liveEvents.getAll'>['sort']>;
const ascending: Record<Sort, (a: LiveEventRecord, b: LiveEventRecord) => number> = {
	alphabetical: (a, b) => withoutArticle(a.title).localeCompare(withoutArticle(b.title)),
	title: (a, b) => a.title.localeCompare(b.title),
	updated_at: (a, b) => a.updatedAt - b.updatedAt || a.id - b.id,
	created_at: oldestFirst,
	newest: oldestFirst,
	// Descending, as by default, it begins with the oldest.
	oldest: newestFirst,
	latest: oldestFirst,
};

export const liveEventRoutes = [
	on(endpointOf('liveEvents.getAll'), (call) => {
		const { product, sort, order } = call.query;
		const usual = sort === 'alphabetical' ? 'ASC' : 'DESC';
		const compare = ascending[sort ?? 'newest'];
		const ordered: typeof compare = (a, b) =>
			(order ?? usual) === 'ASC' ? compare(a, b) : compare(b, a);
		const isSorted = sort !== undefined || order !== undefined;
		return catalogPage(call, 'live_events', call.state.liveEvents, {
			keep: ({ productIds }) => productIds.includes(idIn(product)),
			compare: isSorted ? ordered : undefined,
			show: (event) => call.render.liveEvent(event),
		});
	}),
];
