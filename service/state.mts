import type { Kind } from './contract/index.mts';
import { CustomerStore, grantsOf, seedCustomers } from './customerStore.mts';
import type { Settings } from './options.mts';
import type {
	CollectionEntry,
	CollectionRecord,
	CommentRecord,
	CustomerRecord,
	Extra,
	LiveEventRecord,
	ProductRecord,
	VideoRecord,
} from './records.mts';
import { seedCatalog, seedProducts } from './seed.mts';
import { newestFirst, Table } from './table.mts';

/** The first id of each kind. The ranges of a small account do not overlap, so that a mixed-up id is a 404. */
export const firstIds = {
	products: 101,
	collections: 301,
	live_events: 701,
	files: 8001,
	videos: 20_001,
	comments: 500_001,
	customers: 1_000_001,
	items: 40_001,
} as const;

/** A time as a Date or in milliseconds. It is stored to the second, like the service's timestamps. */
type GivenTime = Date | number;
const toMs = (moment: GivenTime): number => Math.floor(Number(moment) / 1000) * 1000;

/** The fields of a new record. Each has a default. */
type Given<Item> = Partial<Omit<Item, 'createdAt' | 'updatedAt'>> & {
	createdAt?: GivenTime;
	updatedAt?: GivenTime;
};
type GivenCustomer = Omit<Given<CustomerRecord>, 'grants'> & { products?: readonly number[] };

/** Moves an entry of a list to a position from 1. Returns false for a position that is not possible. */
export const move = <Entry,>(list: Entry[], from: number, position: number): boolean => {
	if (position < 1 || position > list.length) return false;
	list.splice(position - 1, 0, ...list.splice(from, 1));
	return true;
};

const finish = (video: VideoRecord, at: number): void => {
	video.status = 'uploaded';
	video.updatedAt = toMs(at);
	video.finishesAt = null;
	video.hasSource = true;
	// The first processing determines the length.
	video.seconds ||= 60 + (video.id % 120) * 60;
};

const isUnsettled = ({ finishesAt, deletedAt }: VideoRecord): boolean =>
	finishesAt !== null || deletedAt !== null;

const billingKey = (billing: object): string => JSON.stringify(Object.entries(billing).sort());

/** The records of the account. Tests change them here, without a request. */
export class AccountState {
	readonly products = new Table<ProductRecord>(firstIds.products);
	readonly collections = new Table<CollectionRecord>(firstIds.collections);
	readonly extras = new Table<Extra>(firstIds.files);
	readonly liveEvents = new Table<LiveEventRecord>(firstIds.live_events);
	readonly videos = new Table<VideoRecord>(firstIds.videos);
	readonly comments = new Table<CommentRecord>(firstIds.comments);
	readonly customers: CustomerStore;
	/** Ids of customers by the fields of their in-app purchase. */
	private readonly purchases = new Map<string, number>();
	/** Ids of videos that are being processed or deleted. */
	private readonly unsettled = new Set<number>();
	private readonly commentsOf = new Map<number, Set<number>>();
	/** The comments on a video, the newest first, until one comes or goes. */
	private readonly sortedComments = new Map<number, readonly CommentRecord[]>();
	private nextItemId: number = firstIds.items;

	constructor(private readonly settings: Settings) {
		const now = toMs(settings.now());
		for (const product of seedProducts(now)) this.products.put(product);
		this.customers = new CustomerStore(firstIds.customers, settings);
		const productIds = [...this.products.all()].slice(0, 5).map(({ id }) => id);
		seedCustomers(this.customers, { count: settings.customers, seededAt: now, productIds });
		seedCatalog(this, settings, now);
	}

	private get now(): number {
		return toMs(this.settings.now());
	}

	private dated({ createdAt = this.now, updatedAt = createdAt }: Given<object>) {
		return { createdAt: toMs(createdAt), updatedAt: toMs(updatedAt) };
	}

	/** Adds a customer; `products` are ids of products to grant. */
	addCustomer(fields: GivenCustomer = {}): Readonly<CustomerRecord> {
		const { products = [], ...rest } = fields;
		const id = fields.id ?? this.customers.newId();
		const plan = fields.plan ?? 'standard';
		return this.customers.put({
			name: `Customer ${id}`,
			email: `customer.${id}@example.org`,
			plan,
			platform: 'web',
			status: 'enabled',
			watchlist: [],
			watching: [],
			...rest,
			id,
			grants: grantsOf(products, plan),
			...this.dated(fields),
		});
	}

	/** Notes the in-app purchase of a customer. */
	addPurchase(billing: object, customerId: number): void {
		this.purchases.set(billingKey(billing), customerId);
	}

	/** Finds the customer of an in-app purchase. */
	buyerOf(billing: object): Readonly<CustomerRecord> | undefined {
		const id = this.purchases.get(billingKey(billing));
		return id === undefined ? undefined : this.customers.get(id);
	}

	/** Changes a customer and sets `updatedAt`. */
	editCustomer(id: number, change: (customer: CustomerRecord) => void): Readonly<CustomerRecord> {
		const customer = this.customers.draft(id);
		change(customer);
		customer.updatedAt = this.now;
		return this.customers.put(customer);
	}

	/** Adds a video, `uploaded` by default. Processing ends at `finishesAt`, if that is set. */
	addVideo(fields: Given<VideoRecord> = {}): VideoRecord {
		const id = fields.id ?? this.videos.newId();
		const video: VideoRecord = {
			title: `Video ${id}`,
			description: null,
			status: 'uploaded',
			finishesAt: null,
			deletedAt: null,
			hasSource: true,
			seconds: 600,
			thumbnailUrl: null,
			plans: ['standard'],
			timeAvailable: null,
			timeUnavailable: null,
			metadata: {},
			advertising: false,
			subtitles: [],
			plays: 0,
			finishes: 0,
			liveEventId: null,
			isCommentingEnabled: true,
			hidden: {},
			...fields,
			id,
			...this.dated(fields),
		};
		if (isUnsettled(video)) this.unsettled.add(id);
		return this.videos.put(video);
	}

	/** Changes a video and sets `updatedAt`. */
	editVideo(id: number, change: (video: VideoRecord) => void): VideoRecord {
		const video = this.videos.existing(id);
		change(video);
		video.updatedAt = this.now;
		this.videos.changed();
		if (isUnsettled(video)) this.unsettled.add(id);
		return video;
	}

	/** Ends the processing of a video. */
	finishUpload(id: number): void {
		this.editVideo(id, (video) => finish(video, this.now));
	}

	/** Applies the changes that are due: ends of processing, and deletions. */
	settleVideos(): void {
		const now = Number(this.settings.now());
		for (const id of this.unsettled) {
			const video = this.videos.get(id);
			if (video && video.finishesAt !== null && video.finishesAt <= now) {
				finish(video, video.finishesAt);
				this.videos.changed();
			}
			const isGone = !video || (video.deletedAt !== null && video.deletedAt <= now);
			if (isGone) this.videos.remove(id);
			if (isGone || !isUnsettled(video)) this.unsettled.delete(id);
		}
	}

	addComment(fields: Given<CommentRecord> & { videoId: number }): CommentRecord {
		const id = fields.id ?? this.comments.newId();
		const comment: CommentRecord = {
			customerId: firstIds.customers,
			content: `Comment ${id}`,
			parentId: null,
			reports: 0,
			...fields,
			id,
			...this.dated(fields),
		};
		this.comments.put(comment);
		const siblings = this.commentsOf.get(comment.videoId) ?? new Set();
		this.commentsOf.set(comment.videoId, siblings.add(id));
		this.sortedComments.delete(comment.videoId);
		return comment;
	}

	/** Returns all comments and replies on a video, the newest first. */
	commentsOn(videoId: number): readonly CommentRecord[] {
		const cached = this.sortedComments.get(videoId);
		if (cached) return cached;
		const sorted = [...(this.commentsOf.get(videoId) ?? [])]
			.flatMap((id) => this.comments.get(id) ?? [])
			.sort(newestFirst);
		this.sortedComments.set(videoId, sorted);
		return sorted;
	}

	repliesTo(comment: CommentRecord): CommentRecord[] {
		return this.commentsOn(comment.videoId).filter(({ parentId }) => parentId === comment.id);
	}

	addCollection(fields: Given<CollectionRecord> = {}): CollectionRecord {
		const id = fields.id ?? this.collections.newId();
		if (this.collections.get(id) === undefined) this.collectionOrder.push(id);
		return this.collections.put({
			type: 'category',
			name: `Collection ${id}`,
			description: null,
			slug: `collection-${id}`,
			thumbnailUrl: null,
			plans: ['standard'],
			metadata: {},
			isFeatured: false,
			seasonNumber: null,
			productIds: [firstIds.products],
			trailerVideoId: null,
			items: [],
			hidden: {},
			...fields,
			id,
			...this.dated(fields),
		});
	}

	/** Appends an item to a collection. Returns its item id, or undefined when the collection holds it already. */
	addItem(
		collection: CollectionRecord,
		kind: CollectionEntry['kind'],
		id: number,
	): number | undefined {
		if (collection.items.some((entry) => entry.kind === kind && entry.id === id)) return undefined;
		collection.items.push({ itemId: this.nextItemId, kind, id });
		this.nextItemId += 1;
		this.collections.changed();
		return this.nextItemId - 1;
	}

	/** Finds the collections that hold an item, and its position in each. */
	holdersOf(kind: 'videos' | 'collections', id: number) {
		return [...this.collections.all()].flatMap((collection) => {
			const index = collection.items.findIndex((entry) => entry.kind === kind && entry.id === id);
			return index < 0 ? [] : [{ collection, position: index + 1 }];
		});
	}

	/** Ids of the collections by position. */
	readonly collectionOrder: number[] = [];

	/** Returns the position of a collection, from 1. */
	positionOf(collectionId: number): number {
		return this.collectionOrder.indexOf(collectionId) + 1;
	}

	addExtra(fields: Given<Extra> = {}): Extra {
		const id = fields.id ?? this.extras.newId();
		return this.extras.put({ title: `Extra ${id}`, ...fields, id, ...this.dated(fields) });
	}

	addLiveEvent(fields: Given<LiveEventRecord> = {}): LiveEventRecord {
		const id = fields.id ?? this.liveEvents.newId();
		return this.liveEvents.put({
			title: `Live event ${id}`,
			description: null,
			plans: ['standard'],
			productIds: [firstIds.products],
			collectionId: null,
			videoId: null,
			liveStatus: 'pending',
			scheduledAt: null,
			metadata: {},
			...fields,
			id,
			...this.dated(fields),
		});
	}

	/** The records of each kind. */
	get tables() {
		const { products, customers, videos, collections, comments } = this;
		const byKind = { live_events: this.liveEvents, files: this.extras };
		return { products, customers, videos, collections, comments, ...byKind };
	}

	/** Removes a record; a comment with its replies. */
	remove(kind: Kind, id: number): void {
		const comment = kind === 'comments' ? this.comments.get(id) : undefined;
		if (comment) {
			for (const reply of this.repliesTo(comment)) this.comments.remove(reply.id);
			this.sortedComments.delete(comment.videoId);
		}
		if (kind === 'collections') this.collectionOrder.splice(this.positionOf(id) - 1, 1);
		this.tables[kind].remove(id);
	}

	/** Whether a record exists. */
	has(kind: Kind, id: number): boolean {
		return this.tables[kind].get(id) !== undefined;
	}
}
