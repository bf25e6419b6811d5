import { endpointOf, type QueryOf } from '../contract/index.mts';
import { contains, found, listPage } from '../call.mts';
import type { ProductRecord } from '../records.mts';
import { on } from '../route.mts';
import { newestFirst, oldestFirst } from '../table.mts';
import { unsortedOrders } from '../traits/lists.mts';

type Sort = NonNullable<QueryOf<'products.getAll'>['sort']>;
const sorts: Record<Sort, (a: ProductRecord, b: ProductRecord) => number> = {
	alphabetical: (a, b) => a.name.localeCompare(b.name),
	newest: newestFirst,
	oldest: oldestFirst,
	position: (a, b) => a.id - b.id,
};

export const productRoutes = [
	on(endpointOf('products.getAll'), (call) => {
		const { query, active, sort } = call.query;
		const all = call.state.products.view(
			JSON.stringify([query, active, sort]),
			(product) =>
				contains(query, product.name, product.description) && (active !== true || product.isActive),
			sort === undefined ? unsortedOrders[call.settings.unsortedOrder] : sorts[sort],
		);
		return listPage(call, 'products', all, (product) => call.render.product(product));
	}),
	on(endpointOf('products.getPrices'), ({ state, render, id }) => ({
		status: 200,
		json: render.prices(found(state.products.get(id), 'Product')),
	})),
];
