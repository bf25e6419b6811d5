import { customerCreationsPerSecond } from './contract/index.mts';
import { traits, type GivenTraits, type Traits } from './traits/index.mts';

/** How the simulated service behaves. */
export interface ServiceOptions extends GivenTraits {
	/** The clock. Default: the system's. */
	now?: () => Date;
	/** `{base_url}`, with which every href begins. It may have a path. Default `http://127.0.0.1:4010`. */
	publicUrl?: string;
	apiKey?: string;
	clientId?: string;
	clientSecret?: string;
	/** The prefix in place of `SVC` in the headers `SVC-Customer` and `SVC-Client-IP`. Default `SVC`. */
	headerPrefix?: string;

	/**
	 * `believable` (default): products, customers, videos, collections, live events and comments.
	 * `empty`: products only, and the given numbers of customers and videos.
	 */
	seed?: 'believable' | 'empty';
	/** Number of seeded customers. Default 60, or 0 when the seed is empty. */
	customers?: number;
	/** Number of seeded videos. Default 30, or 0 when the seed is empty. */
	videos?: number;

	/** Seconds from receiving a video's source to `uploaded`; null to wait for `finishUpload`. Default 30. */
	uploadSeconds?: number | null;
	/** Seconds for which a deleted video stays visible. Default 5. */
	deletionSeconds?: number;
	/**
	 * `POST /customers` allowed a second, or null for no limit. Default: the documented limit (docs/developers/service.md, Limits).
	 */
	customerCreationsPerSecond?: number | null;
}

export type Settings = Required<Omit<ServiceOptions, keyof Traits>> & Traits;

/** Fills in the defaults. */
export const toSettings = (options: ServiceOptions): Settings => {
	const isEmpty = options.seed === 'empty';
	return {
		publicUrl: 'http://127.0.0.1:4010',
		apiKey: 'key_sandbox_4f6d2a9c81',
		clientId: 'client_sandbox_7b1e',
		clientSecret: 'secret_sandbox_c03d95ae62',
		headerPrefix: 'SVC',
		seed: 'believable',
		customers: isEmpty ? 0 : 60,
		videos: isEmpty ? 0 : 30,
		uploadSeconds: 30,
		deletionSeconds: 5,
		customerCreationsPerSecond,
		now: () => new Date(),
		...options,
		...traits.parse(options),
	};
};
