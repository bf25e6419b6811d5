import type { customerPlans, customerStatuses, plans } from './contract/index.mts';

/** The records of the account. Times are milliseconds since 1970. */

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export type CustomerStatus = (typeof customerStatuses)[number];
export type CustomerPlan = (typeof customerPlans)[number];
export type AvailabilityPlan = (typeof plans)[number];
type MetadataValue = string | number | ReadonlyArray<string | number>;
type Metadata = Record<string, MetadataValue>;
export type ProductType = 'subscription' | 'rental' | 'purchase';

/** Identifies and dates a record. */
export interface Dated {
	id: number;
	createdAt: number;
	updatedAt: number;
	/** False for a record that shows no `created_at`. */
	isDated?: boolean;
}

export interface ProductRecord extends Dated {
	name: string;
	description: string | null;
	type: ProductType;
	isActive: boolean;
	/** In USD cents: monthly and yearly, or purchase and rental. */
	cents: readonly [number, number];
}

export interface Grant {
	productId: number;
	plan: CustomerPlan;
	isRental: boolean;
	/** As sent on creation, for example `3-months`. */
	expiresIn: string | null;
}

export interface ListEntry {
	kind: 'videos' | 'collections';
	id: number;
}

export interface CustomerRecord extends Dated {
	name: string | null;
	email: string;
	plan: CustomerPlan;
	platform: string;
	status: CustomerStatus;
	grants: Grant[];
	watchlist: ListEntry[];
	/** Ids of videos in progress. */
	watching: number[];
}

export interface VideoRecord extends Dated {
	title: string;
	description: string | null;
	/** Null before the video has a source. Tests set undocumented values as well. */
	status: string | null;
	/** When processing ends, or null when nothing is processed. */
	finishesAt: number | null;
	/** When a requested deletion takes effect, or null. */
	deletedAt: number | null;
	hasSource: boolean;
	seconds: number;
	thumbnailUrl: string | null;
	plans: AvailabilityPlan[];
	timeAvailable: string | null;
	timeUnavailable: string | null;
	metadata: Metadata;
	advertising: boolean;
	subtitles: readonly string[];
	plays: number;
	finishes: number;
	liveEventId: number | null;
	isCommentingEnabled: boolean;
	/** Parameters that no response shows, as last sent. */
	hidden: Record<string, unknown>;
}

export interface CollectionEntry {
	/** The `item_id` of the items list. */
	itemId: number;
	kind: 'videos' | 'collections' | 'files' | 'live_events';
	id: number;
}

export interface CollectionRecord extends Dated {
	type: string;
	name: string;
	description: string | null;
	slug: string;
	thumbnailUrl: string | null;
	plans: AvailabilityPlan[];
	metadata: Metadata;
	isFeatured: boolean;
	seasonNumber: number | null;
	productIds: readonly number[];
	trailerVideoId: number | null;
	items: CollectionEntry[];
	hidden: Record<string, unknown>;
}

/** A file that a collection holds beside its videos. */
export interface Extra extends Dated {
	title: string;
}

export interface LiveEventRecord extends Dated {
	title: string;
	description: string | null;
	plans: AvailabilityPlan[];
	productIds: readonly number[];
	collectionId: number | null;
	videoId: number | null;
	liveStatus: string | null;
	/** Null when it is not scheduled. */
	scheduledAt: number | null;
	metadata: Metadata;
}

export interface CommentRecord extends Dated {
	videoId: number;
	customerId: number;
	content: string;
	/** The id of the comment that this one replies to. */
	parentId: number | null;
	reports: number;
}
