import { Hono } from 'hono';
import { z } from 'zod';

import { customerPlans, customerStatuses } from './contract/index.mts';
import { grantsOf } from './customerStore.mts';
import { faultKinds } from './faults.mts';
import type { SimulatedService } from './service.mts';

/** The path of the control API, which takes no authentication and is not part of the service. */
export const controlPath = '/__control';

const count = z.int().min(1).max(1_000_000).exactOptional();
const moment = z.iso.datetime().transform((text) => new Date(text));
/** To the second, as in the service's own timestamps (docs/developers/service.md, Notation). */
const availability = z.iso.datetime({ precision: 0 }).nullable();
const faultInput = z.strictObject({
	match: z
		.strictObject({ method: z.string().exactOptional(), path: z.string().optional() })
		.optional(),
	/** A regular expression in place of `match.path`. */
	pathPattern: z.string().exactOptional(),
	times: z.int().exactOptional(),
	after: z.int().exactOptional(),
	kind: z.enum(faultKinds).exactOptional(),
	status: z.int().exactOptional(),
	headers: z.record(z.string(), z.string()).exactOptional(),
	body: z.string().exactOptional(),
	isPerformed: z.boolean().exactOptional(),
});
const createdInput = { count, createdAt: moment.exactOptional() };
const customerInput = {
	name: z.string().exactOptional(),
	email: z.email().exactOptional(),
	status: z.enum(customerStatuses).exactOptional(),
	products: z.array(z.int()).exactOptional(),
	plan: z.enum(customerPlans).exactOptional(),
};
const videoInput = {
	title: z.string().exactOptional(),
	description: z.string().exactOptional(),
	/** Languages. */
	subtitles: z.array(z.string()).exactOptional(),
	status: z.string().nullable().exactOptional(),
	timeAvailable: availability.exactOptional(),
	timeUnavailable: availability.exactOptional(),
};
const commentInput = z.strictObject({
	videoId: z.int(),
	customerId: z.int().exactOptional(),
	content: z.string().exactOptional(),
	parentId: z.int().exactOptional(),
	createdAt: moment.exactOptional(),
});
const liveEventInput = z.strictObject({
	title: z.string().exactOptional(),
	scheduledAt: moment.transform(Number).exactOptional(),
	/** The video that has the start of the event. */
	videoId: z.int().exactOptional(),
});
const pairInput = z.strictObject({ customerId: z.int() });

type Act = (service: SimulatedService, body: unknown, id: string) => unknown;

/** Adds a number of records and returns their ids. */
const added = (wanted: number, add: () => { id: number }) => ({
	ids: Array.from({ length: wanted }, () => add().id),
});

/** The action of each request, by method and path. Its result is the response, `{}` by default. */
const acts: Record<string, Act> = {
	'GET /requests': ({ requests }) => requests,
	'GET /violations': ({ violations }) => violations,
	'DELETE /requests': (service) => service.clearLogs(),
	'POST /faults': ({ faults }, body) => {
		const { match, pathPattern, ...fault } = faultInput.parse(body);
		const path = pathPattern === undefined ? match?.path : new RegExp(pathPattern);
		faults.add({ ...fault, match: { ...match, path } });
	},
	'DELETE /faults': ({ faults }) => faults.clear(),
	'POST /customers': ({ state }, body) => {
		const { count: wanted = 1, ...fields } = z
			.strictObject({ ...customerInput, ...createdInput })
			.parse(body);
		return added(wanted, () => state.addCustomer(fields));
	},
	'PUT /customers/:id': ({ state }, body, id) => {
		const { products, ...fields } = z.strictObject(customerInput).parse(body);
		state.editCustomer(Number(id), (record) => {
			Object.assign(record, fields);
			if (products) record.grants = grantsOf(products, record.plan);
		});
	},
	'POST /comments': ({ state }, body) => {
		const { parentId = null, ...fields } = commentInput.parse(body);
		return added(1, () => state.addComment({ ...fields, parentId }));
	},
	'POST /videos': ({ state }, body) => {
		const { count: wanted = 1, ...fields } = z
			.strictObject({ ...videoInput, ...createdInput })
			.parse(body);
		return added(wanted, () => state.addVideo(fields));
	},
	'PUT /videos/:id': ({ state }, body, id) => {
		const fields = z.strictObject(videoInput).parse(body);
		state.editVideo(Number(id), (record) => Object.assign(record, fields));
	},
	'POST /videos/:id/finish': ({ state }, _body, id) => state.finishUpload(Number(id)),
	'POST /collections': ({ state }) => added(1, () => state.addCollection()),
	'POST /live_events': ({ state }, body) => {
		const fields = liveEventInput.parse(body);
		return added(1, () => {
			const event = state.addLiveEvent(fields);
			if (fields.videoId !== undefined)
				state.editVideo(fields.videoId, (video) => {
					video.liveEventId = event.id;
				});
			return event;
		});
	},
	'POST /pair/:id': (service, body, id) => service.pair(id, pairInput.parse(body).customerId),
	'POST /reset': (service) => service.reset(),
};

/** Creates the API with which another process inspects and changes the service. */
export const controlApi = (service: SimulatedService): Hono => {
	const app = new Hono();
	for (const [name, act] of Object.entries(acts)) {
		const [method = '', path = ''] = name.split(' ');
		app.on(method, path, async ({ req, json }) => {
			const body: unknown = JSON.parse((await req.text()) || '{}');
			return json(act(service, body, req.param('id') ?? '') ?? {});
		});
	}
	app.all('*', ({ req, json }) =>
		json({ message: `There is no control ${req.method} ${req.path}` }, 404),
	);
	return app;
};
