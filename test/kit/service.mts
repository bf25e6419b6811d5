import { SimulatedFault, startService } from '../../service/index.mts';
import type { RunningService, ServerOptions, SimulatedRequest } from '../../service/index.mts';
import type { SimulatedResponse } from '../../service/response.mts';
import { bodiless, headersOf } from '../../service/server.mts';
import { respondDirectly, stopResponding } from './direct.mts';

/** The response to a request, which is not sent whole where it throws. */
interface Prepared {
	request: SimulatedRequest;
	respond: () => SimulatedResponse;
}

const isSame = (one: SimulatedRequest, other: SimulatedRequest): boolean =>
	one.method === other.method && one.path === other.path && one.query === other.query;

/**
 * Starts a simulated service that answers n8n without a connection. Its server sends only the responses that break, hang
 * or lead elsewhere.
 */
export async function openService(options: ServerOptions = {}): Promise<RunningService> {
	const prepared: Prepared[] = [];
	const running = await startService({
		...options,
		respond: (service, request) => {
			const index = prepared.findIndex((one) => isSame(one.request, request));
			const [found] = index < 0 ? [] : prepared.splice(index, 1);
			return found ? found.respond() : service.handle(request);
		},
	});
	const { service, url } = running;
	const { now } = service.settings;
	respondDirectly(url, (request) => {
		const needsConnection = (respond: () => SimulatedResponse) => {
			prepared.push({ request, respond });
			return undefined;
		};
		try {
			const response = service.handle(request);
			const { status, body } = response;
			if (status >= 300 && status < 400) return needsConnection(() => response);
			const headers = headersOf(response, now());
			return { status, headers, body: bodiless.includes(status) ? '' : body };
		} catch (error) {
			if (!(error instanceof SimulatedFault)) throw error;
			return needsConnection(() => {
				throw error;
			});
		}
	});
	const close = async () => {
		stopResponding(url);
		await running.close();
	};
	return { ...running, close };
}
