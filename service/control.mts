import { z } from 'zod';

import { customerStatuses } from './contract/index.mts';
import type { SimulatedAnswer } from './answer.mts';
import { faultKinds } from './faults.mts';
import type { SimulatedRequest, SimulatedService } from './service.mts';

/** Where the control API begins. It takes no authentication and is not part of the service. */
export const controlPath = '/__control/';

const count = z.int().min(1).max(1_000_000).exactOptional();
const moment = z.iso.datetime().transform((text) => new Date(text));
/** As the service writes it, to the second (docs/service.md, Notation). */
const availability = z.iso.datetime({ precision: 0 }).nullable();
const faultInput = z.strictObject({
	match: z
		.strictObject({ method: z.string().exactOptional(), path: z.string().optional() })
		.optional(),
	/** A regular expression, in place of `match.path`. */
	pathPattern: z.string().exactOptional(),
	times: z.int().exactOptional(),
	after: z.int().exactOptional(),
	kind: z.enum(faultKinds).exactOptional(),
	status: z.int().exactOptional(),
	headers: z.record(z.string(), z.string()).exactOptional(),
	body: z.string().exactOptional(),
	isPerformed: z.boolean().exactOptional(),
});
const customersInput = z.strictObject({
	count,
	name: z.string().exactOptional(),
	email: z.email().exactOptional(),
	status: z.enum(customerStatuses).exactOptional(),
	products: z.array(z.int()).exactOptional(),
	createdAt: moment.exactOptional(),
});
const commentInput = z.strictObject({
	videoId: z.int(),
	customerId: z.int().exactOptional(),
	content: z.string().exactOptional(),
	parentId: z.int().exactOptional(),
	createdAt: moment.exactOptional(),
});
const videoInput = z.strictObject({
	count,
	title: z.string().exactOptional(),
	status: z.string().nullable().exactOptional(),
	timeAvailable: availability.exactOptional(),
	timeUnavailable: availability.exactOptional(),
	createdAt: moment.exactOptional(),
});
const availabilityInput = z.strictObject({
	timeAvailable: availability,
	timeUnavailable: availability,
});
const pairInput = z.strictObject({ customerId: z.int() });
const grantInput = z.strictObject({ productId: z.int() });
const statusInput = z.strictObject({ status: z.enum(customerStatuses) });

type Act = (service: SimulatedService, body: unknown, argument: string) => unknown;

/** As many records as wanted, and their ids. */
const added = (wanted: number, add: () => { id: number }) => ({
	ids: Array.from({ length: wanted }, () => add().id),
});

/** By method and path; `:` stands for one argument. What gives nothing is answered with `{}`. */
const acts: Record<string, Act> = {
	'GET requests': ({ requests }) => requests,
	'GET violations': ({ violations }) => violations,
	'DELETE requests': (service) => service.clearLogs(),
	'POST faults': ({ faults }, body) => {
		const { match, pathPattern, ...fault } = faultInput.parse(body);
		const path = pathPattern === undefined ? match?.path : new RegExp(pathPattern);
		faults.add({ ...fault, match: { ...match, path } });
	},
	'DELETE faults': ({ faults }) => faults.clear(),
	'POST customers': ({ state }, body) => {
		const { count: wanted = 1, ...given } = customersInput.parse(body);
		return added(wanted, () => state.addCustomer(given));
	},
	'POST customers/:/status': ({ state }, body, argument) =>
		state.setStatus(Number(argument), statusInput.parse(body).status),
	'POST customers/:/products': ({ state }, body, argument) =>
		state.grant(Number(argument), grantInput.parse(body).productId),
	'DELETE customers/:/products': ({ state }, _body, argument) => {
		state.editCustomer(Number(argument), (customer) => {
			customer.grants = [];
		});
	},
	'POST comments': ({ state }, body) => {
		const { parentId = null, ...given } = commentInput.parse(body);
		return added(1, () => state.addComment({ ...given, parentId }));
	},
	'POST videos': ({ state }, body) => {
		const { count: wanted = 1, ...given } = videoInput.parse(body);
		return added(wanted, () => state.addVideo(given));
	},
	'POST videos/:/finish': ({ state }, _body, argument) => state.finishUpload(Number(argument)),
	'POST videos/:/availability': ({ state }, body, argument) => {
		const given = availabilityInput.parse(body);
		state.editVideo(Number(argument), (video) => Object.assign(video, given));
	},
	'POST collections': ({ state }) => added(1, () => state.addCollection()),
	'POST live_events': ({ state }) => added(1, () => state.addLiveEvent()),
	'POST pair/:': (service, body, argument) =>
		service.pair(argument, pairInput.parse(body).customerId),
	'POST reset': (service) => service.reset(),
};

const reply = (status: number, json: unknown): SimulatedAnswer => ({
	status,
	headers: { 'content-type': 'application/json; charset=utf-8' },
	body: JSON.stringify(json),
});

/** Answers a request of the control API, by which another process sees and changes the service. */
export const control = (service: SimulatedService, request: SimulatedRequest): SimulatedAnswer => {
	const parts = request.path.slice(controlPath.length).split('/');
	const named = (names: string[]) => `${request.method} ${names.join('/')}`;
	const plain = named(parts);
	const act = acts[plain] ?? acts[named(parts.map((part, index) => (index === 1 ? ':' : part)))];
	if (act === undefined) return reply(404, { message: `There is no control ${plain}` });
	try {
		const body: unknown = request.body ? JSON.parse(request.body) : {};
		return reply(200, act(service, body, parts[1] ?? '') ?? {});
	} catch (error) {
		return reply(400, { message: error instanceof Error ? error.message : String(error) });
	}
};
