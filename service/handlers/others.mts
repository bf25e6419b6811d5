import { endpointOf } from '../contract/index.mts';
import { Refusal, unprocessable } from '../response.mts';
import { idIn, listPage } from '../call.mts';
import { createReport } from '../reports.mts';
import { on } from '../route.mts';

export const otherRoutes = [
	on(endpointOf('browse.getAll'), (call) => {
		const { state, render, query } = call;
		const productId = idIn(query.product);
		if (state.products.existing(productId).type !== 'subscription') {
			throw unprocessable('product: is not a subscription');
		}
		const rows = state.collections.view(
			`browse ${productId}`,
			({ type, plans, productIds }) =>
				type !== 'season' && plans.length > 0 && productIds.includes(productId),
			(a, b) => state.positionOf(a.id) - state.positionOf(b.id),
		);
		return listPage(call, 'items', rows, (row) => render.browseItem(row, productId));
	}),
	on(endpointOf('authorizations.create'), ({ state, render, tokens, body }) => {
		const customer = state.customers.existing(idIn(body.customer));
		const video = state.videos.existing(idIn(body.video));
		const isSubscriber = customer.status === 'enabled' && customer.grants.length > 0;
		const isPremium = video.plans.length > 0 && video.plans.every((plan) => plan === 'standard');
		if (isPremium && !isSubscriber) {
			throw new Refusal(402, 'The video is premium content that the customer has no access to');
		}
		return { status: 201, json: render.authorization(customer.id, video.id, tokens.newToken()) };
	}),
	on(endpointOf('analytics.getReport'), ({ state, settings, query, rawQuery, path }) => {
		const products = [...state.products.all()];
		const lapsed = (status: 'paused' | 'cancelled') => state.customers.all({ status }, 'newest');
		const source = {
			now: Number(settings.now()),
			accountCreatedAt: Math.min(...products.map(({ createdAt }) => createdAt)),
			products,
			lapsed: [...lapsed('paused'), ...lapsed('cancelled')],
			video: query.video_id === undefined ? undefined : state.videos.get(query.video_id),
		};
		const href = `${settings.publicUrl}${path}?${rawQuery.toString()}`;
		return { status: 200, json: createReport(query, source, href) };
	}),
];
