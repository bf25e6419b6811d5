import type { customerPlans, customerStatuses, plans } from './contract/index.mts';

/** What the simulated service keeps. Times are milliseconds since 1970; ids are integers. */

export type CustomerStatus = (typeof customerStatuses)[number];
export type CustomerPlan = (typeof customerPlans)[number];
export type Plan = (typeof plans)[number];
export type MetadataValue = string | number | ReadonlyArray<string | number>;
export type Metadata = Record<string, MetadataValue>;
export type ProductType = 'subscription' | 'rental' | 'purchase';

interface Dated {
	id: number;
	createdAt: number;
	updatedAt: number;
	/** False for a record that shows no `created_at`. */
	isDated?: boolean;
}

export interface Product extends Dated {
	name: string;
	description: string | null;
	type: ProductType;
	isActive: boolean;
	/** Cents, in USD: monthly and yearly, or purchase and rental. */
	cents: readonly [number, number];
}

export interface Grant {
	productId: number;
	plan: CustomerPlan;
	isRental: boolean;
	/** As given on creation: `3-months`. */
	expiresIn: string | null;
}

export interface ListEntry {
	kind: 'videos' | 'collections';
	id: number;
}

export interface Customer extends Dated {
	name: string | null;
	email: string;
	plan: CustomerPlan;
	platform: string;
	status: CustomerStatus;
	grants: Grant[];
	watchlist: ListEntry[];
	/** Ids of the videos in progress. */
	watching: number[];
}

export interface Video extends Dated {
	title: string;
	description: string | null;
	/** Null until a source is given; other values than the named ones may be set by a test. */
	status: string | null;
	/** When processing ends; null when nothing is being processed. */
	finishesAt: number | null;
	/** When a requested deletion takes effect. */
	deletedAt: number | null;
	hasSource: boolean;
	seconds: number;
	thumbnailUrl: string | null;
	plans: Plan[];
	timeAvailable: string | null;
	timeUnavailable: string | null;
	metadata: Metadata;
	advertising: boolean;
	subtitles: readonly string[];
	plays: number;
	finishes: number;
	liveEventId: number | null;
	isCommentingEnabled: boolean;
	/** The parameters that no response shows, as last given. */
	hidden: Record<string, unknown>;
}

export interface CollectionEntry {
	/** The `item_id` of the items list. */
	itemId: number;
	kind: 'videos' | 'collections' | 'files' | 'live_events';
	id: number;
}

export interface Collection extends Dated {
	type: string;
	name: string;
	description: string | null;
	slug: string;
	thumbnailUrl: string | null;
	plans: Plan[];
	metadata: Metadata;
	isFeatured: boolean;
	seasonNumber: number | null;
	productIds: readonly number[];
	trailerVideoId: number | null;
	items: CollectionEntry[];
	hidden: Record<string, unknown>;
}

/** A file added to a collection beside its videos. */
export interface Extra extends Dated {
	title: string;
}

export interface LiveEvent extends Dated {
	title: string;
	description: string | null;
	plans: Plan[];
	productIds: readonly number[];
	collectionId: number | null;
	videoId: number | null;
	liveStatus: string | null;
	/** Milliseconds since 1970, or null when it is not scheduled. */
	scheduledAt: number | null;
	metadata: Metadata;
}

export interface Comment extends Dated {
	videoId: number;
	customerId: number;
	content: string;
	/** The comment that this one replies to. */
	parentId: number | null;
	reports: number;
}
