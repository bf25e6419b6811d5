import { newestOf } from '../../core/page';
import type { Reader } from '../../core/types';

export const LATEST_REQUESTS = 2;

/** The moment of the newest customer or video, in seconds. */
export async function latestMoment(reader: Reader): Promise<number> {
	const query = { sort: 'newest', status: 'all' };
	const customers = await reader.listIfThere('/customers', 'customers', query);
	const videos = await reader.listIfThere('/videos', 'videos', { sort: 'newest' });
	return newestOf([...(customers?.entries ?? []), ...(videos?.entries ?? [])]);
}
