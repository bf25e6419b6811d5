import { customerCreationsPerSecond } from './contract/index.mts';
import { clockOf } from './traits/clocks.mts';
import { traits, type GivenTraits, type Traits } from './traits/index.mts';

/** How the simulated service behaves; what is left out takes the value named here. */
export interface ServiceOptions extends GivenTraits {
	/** The clock that the service's own is made of, see the trait `clock`. Default: the system's. */
	now?: () => Date;
	/** `{base_url}`: begins every href. Default `http://127.0.0.1:4010`. May have a path. */
	publicUrl?: string;
	apiKey?: string;
	clientId?: string;
	clientSecret?: string;
	/** What stands for `SVC` in the headers `SVC-Customer` and `SVC-Client-IP`. Default `SVC`. */
	headerPrefix?: string;

	/**
	 * `believable` (default): products, customers, videos, collections, live events and comments.
	 * `empty`: products only, and as many customers and videos as asked for.
	 */
	seed?: 'believable' | 'empty';
	/** Number of seeded customers. Default 60, or 0 when the seed is empty. */
	customers?: number;
	/** Number of seeded videos. Default 30, or 0 when the seed is empty. */
	videos?: number;

	/** Seconds from a video's creation, or its source, to `uploaded`; null: only `finishUpload` ends it. Default 30. */
	uploadSeconds?: number | null;
	/** Seconds for which a deleted video stays visible. Default 5. */
	deletionSeconds?: number;
	/**
	 * `POST /customers` allowed in any one second; null: no limit. Default: that of the contract (docs/service.md,
	 * Limits).
	 */
	customerCreationsPerSecond?: number | null;
}

export type Settings = Required<Omit<ServiceOptions, keyof Traits>> & Traits;

/** The options with every default filled in. */
export const settle = (options: ServiceOptions): Settings => {
	const isEmpty = options.seed === 'empty';
	const chosen = traits.parse(options);
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
		...options,
		...chosen,
		now: clockOf(options.now ?? (() => new Date()), chosen.clock),
	};
};
