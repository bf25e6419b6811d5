import { endpointOf, type QueryOf } from '../contract/index.mts';
import { contains, idIn, listPage } from '../call.mts';
import type { LiveEventRecord } from '../records.mts';
import { on } from '../route.mts';
import { oldestFirst } from '../table.mts';
import { unsortedOrders } from '../traits/lists.mts';

/** `alphabetical` ignores a leading article, `title` does not (docs/service.md, Live events). */
const withoutArticle = (title: string): string => title.replace(/^(?:the|an?) /i, '');

type Sort = NonNullable<QueryOf<'liveEvents.getAll'>['sort']>;
const ascending: Record<Sort, (a: LiveEventRecord, b: LiveEventRecord) => number> = {
	alphabetical: (a, b) => withoutArticle(a.title).localeCompare(withoutArticle(b.title)),
	title: (a, b) => a.title.localeCompare(b.title),
	updated_at: (a, b) => a.updatedAt - b.updatedAt || a.id - b.id,
	created_at: oldestFirst,
	newest: oldestFirst,
	oldest: oldestFirst,
	latest: oldestFirst,
};

export const liveEventRoutes = [
	on(endpointOf('liveEvents.getAll'), (call) => {
		const { product, query, plan, sort } = call.query;
		const usual = sort === 'alphabetical' || sort === 'oldest' ? 'ASC' : 'DESC';
		const { order = usual } = call.query;
		const compare = ascending[sort ?? 'newest'];
		const unsorted = unsortedOrders[call.settings.unsortedOrder];
		const isUnsorted = sort === undefined && call.query.order === undefined;
		const ordered = (a: LiveEventRecord, b: LiveEventRecord) =>
			order === 'ASC' ? compare(a, b) : compare(b, a);
		const all = call.state.liveEvents.view(
			JSON.stringify([product, query, plan, sort, call.query.order]),
			(event) =>
				event.productIds.includes(idIn(product)) &&
				contains(query, event.title, event.description) &&
				(plan === undefined || plan.some((one) => event.plans.includes(one))),
			isUnsorted ? unsorted : ordered,
		);
		return listPage(call, 'live_events', all, (event) => call.render.liveEvent(event));
	}),
];
