import { endpointOf, type QueryOf } from '../contract/index.mts';
import type { ProductRecord } from '../records.mts';
import { on } from '../route.mts';
import { newestFirst, oldestFirst } from '../table.mts';
import { catalogPage } from './catalog.mts';

type Sort = NonNullable<QueryOf<'products.getAll'>['sort']>;
const sorts: Record<Sort, (a: ProductRecord, b: ProductRecord) => number> = {
	alphabetical: (a, b) => a.name.localeCompare(b.name),
	newest: newestFirst,
	oldest: oldestFirst,
	position: (a, b) => a.id - b.id,
};

export const productRoutes = [
	on(endpointOf('products.getAll'), (call) => {
		const { active, sort } = call.query;
		return catalogPage(call, 'products', call.state.products, {
			keep: ({ isActive }) => active !== true || isActive,
			compare: sort && sorts[sort],
			show: (product) => call.render.product(product),
		});
	}),
	on(endpointOf('products.getPrices'), ({ state, render, id }) => ({
		status: 200,
		json: render.prices(state.products.existing(id)),
	})),
];
