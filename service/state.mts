import type { Kind } from './contract/index.mts';
import { CustomerStore, seedCustomers } from './customerStore.mts';
import type { Settings } from './options.mts';
import type {
	Collection,
	Comment,
	Customer,
	CustomerStatus,
	Extra,
	LiveEvent,
	Product,
	Video,
} from './records.mts';
import { seedCatalogue, seedProducts } from './seed.mts';
import { newestFirst, Table } from './table.mts';

/** The ids of each kind begin where no other kind of a small account reaches: a mix-up is a 404. */
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

/** Times may be given as a Date; they are kept to the second, like the service's timestamps. */
type Moment = Date | number;
const toMs = (moment: Moment): number => Math.floor(Number(moment) / 1000) * 1000;

/** Any part of a record, with moments as dates and without the ones that have a default. */
type Given<Item> = Partial<Omit<Item, 'createdAt' | 'updatedAt'>> & {
	createdAt?: Moment;
	updatedAt?: Moment;
};
type GivenCustomer = Omit<Given<Customer>, 'grants'> & { products?: readonly number[] };

/** Moves an entry of a list; returns whether there is such a position, counted from 1. */
const move = <Entry,>(list: Entry[], from: number, position: number): boolean => {
	if (position < 1 || position > list.length) return false;
	list.splice(position - 1, 0, ...list.splice(from, 1));
	return true;
};

const finish = (video: Video, at: number): void => {
	video.status = 'uploaded';
	video.updatedAt = toMs(at);
	video.finishesAt = null;
	video.hasSource = true;
	// a length becomes known with the first processing
	video.seconds ||= 60 + (video.id % 120) * 60;
};

const billingKey = (billing: object): string => JSON.stringify(Object.entries(billing).sort());

/** What the account holds, with typed changes for tests. No change here passes through a request. */
export class State {
	readonly products = new Table<Product>(firstIds.products);
	readonly collections = new Table<Collection>(firstIds.collections);
	readonly extras = new Table<Extra>(firstIds.files);
	readonly liveEvents = new Table<LiveEvent>(firstIds.live_events);
	readonly videos = new Table<Video>(firstIds.videos);
	readonly comments = new Table<Comment>(firstIds.comments);
	readonly customers: CustomerStore;
	/** Whose in-app purchase a billing object is, by its fields. */
	private readonly purchases = new Map<string, number>();
	/** Videos whose state changes by itself. */
	private readonly unsettled = new Set<number>();
	private readonly commentsOf = new Map<number, Set<number>>();
	private nextItemId: number = firstIds.items;

	constructor(private readonly settings: Settings) {
		const now = toMs(settings.now());
		for (const product of seedProducts(now)) this.products.put(product);
		this.customers = new CustomerStore(firstIds.customers, settings);
		const productIds = [...this.products.all()].slice(0, 5).map(({ id }) => id);
		seedCustomers(this.customers, { count: settings.customers, seededAt: now, productIds });
		seedCatalogue(this, settings, now);
	}

	private get now(): number {
		return toMs(this.settings.now());
	}

	private dated({ createdAt = this.now, updatedAt = createdAt }: Given<object>) {
		return { createdAt: toMs(createdAt), updatedAt: toMs(updatedAt) };
	}

	/** @returns the customer as kept; `products` are ids of products granted with the plan */
	addCustomer(given: GivenCustomer = {}): Readonly<Customer> {
		const { products = [], ...rest } = given;
		const id = given.id ?? this.customers.newId();
		const plan = given.plan ?? 'standard';
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
			grants: products.map((productId) => ({ productId, plan, isRental: false, expiresIn: null })),
			...this.dated(given),
		});
	}

	/** One receipt is one customer. */
	addPurchase(billing: object, customerId: number): void {
		this.purchases.set(billingKey(billing), customerId);
	}

	/** Whose purchase it is. */
	buyerOf(billing: object): Readonly<Customer> | undefined {
		const id = this.purchases.get(billingKey(billing));
		return id === undefined ? undefined : this.customers.get(id);
	}

	removeCustomer(id: number): boolean {
		return this.customers.remove(id);
	}

	setStatus(customerId: number, status: CustomerStatus): void {
		this.editCustomer(customerId, (customer) => {
			customer.status = status;
		});
	}

	/** Access to a product, with the customer's plan. */
	grant(customerId: number, productId: number): void {
		this.editCustomer(customerId, ({ grants, plan }) => {
			grants.push({ productId, plan, isRental: false, expiresIn: null });
		});
	}

	/** Changes a customer in place; its `updatedAt` becomes now. */
	editCustomer(id: number, change: (customer: Customer) => void): Readonly<Customer> {
		const customer = this.customers.draft(id);
		if (customer === undefined) throw new RangeError(`There is no customer ${id}`);
		change(customer);
		customer.updatedAt = this.now;
		return this.customers.put(customer);
	}

	/** `status` defaults to `uploaded`. A `finishesAt` in the future makes it finish by itself. */
	addVideo(given: Given<Video> = {}): Video {
		const id = given.id ?? this.videos.newId();
		const video: Video = {
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
			...given,
			id,
			...this.dated(given),
		};
		this.videos.put(video);
		this.watch(video);
		return video;
	}

	/** Changes a video in place; its `updatedAt` becomes now. */
	editVideo(id: number, change: (video: Video) => void): Video {
		const video = this.videos.get(id);
		if (video === undefined) throw new RangeError(`There is no video ${id}`);
		change(video);
		video.updatedAt = this.now;
		this.videos.changed();
		this.watch(video);
		return video;
	}

	/** Ends the processing of a video now. */
	finishUpload(id: number): void {
		this.editVideo(id, (video) => finish(video, this.now));
	}

	removeVideo(id: number): boolean {
		return this.videos.remove(id);
	}

	/** Lets the changes happen that videos make by themselves: the end of processing, and deletion. */
	settleVideos(): void {
		const now = Number(this.settings.now());
		for (const id of this.unsettled) {
			const video = this.videos.get(id);
			if (video !== undefined && video.finishesAt !== null && video.finishesAt <= now) {
				finish(video, video.finishesAt);
				this.videos.changed();
			}
			if (video?.deletedAt != null && video.deletedAt <= now) this.videos.remove(id);
			this.watch(video, id);
		}
	}

	private watch(video: Video | undefined, id = video?.id): void {
		if (id === undefined) return;
		const changes =
			video !== undefined &&
			this.videos.get(id) !== undefined &&
			(video.finishesAt !== null || video.deletedAt !== null);
		if (changes) this.unsettled.add(id);
		else this.unsettled.delete(id);
	}

	addComment(given: Given<Comment> & { videoId: number }): Comment {
		const id = given.id ?? this.comments.newId();
		const comment: Comment = {
			customerId: firstIds.customers,
			content: `Comment ${id}`,
			parentId: null,
			reports: 0,
			...given,
			id,
			...this.dated(given),
		};
		this.comments.put(comment);
		const siblings = this.commentsOf.get(comment.videoId) ?? new Set();
		this.commentsOf.set(comment.videoId, siblings.add(id));
		return comment;
	}

	/** All comments and replies on a video, newest first. */
	commentsOn(videoId: number): Comment[] {
		return [...(this.commentsOf.get(videoId) ?? [])]
			.flatMap((id) => this.comments.get(id) ?? [])
			.sort(newestFirst);
	}

	repliesTo(comment: Comment): Comment[] {
		return this.commentsOn(comment.videoId).filter(({ parentId }) => parentId === comment.id);
	}

	addCollection(given: Given<Collection> = {}): Collection {
		const id = given.id ?? this.collections.newId();
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
			...given,
			id,
			...this.dated(given),
		});
	}

	/** Adds an item at the end of a collection, once; returns its item id, or nothing where it stood there. */
	addItem(
		collection: Collection,
		kind: Collection['items'][number]['kind'],
		id: number,
	): number | undefined {
		if (collection.items.some((entry) => entry.kind === kind && entry.id === id)) return undefined;
		collection.items.push({ itemId: this.nextItemId, kind, id });
		this.nextItemId += 1;
		this.collections.changed();
		return this.nextItemId - 1;
	}

	/** The collections that hold a thing, with its position in each, counted from 1. */
	holdersOf(kind: 'videos' | 'collections', id: number) {
		const isWanted = (entry: Collection['items'][number]) => entry.kind === kind && entry.id === id;
		return [...this.collections.all()].flatMap((collection) => {
			const index = collection.items.findIndex(isWanted);
			return index < 0 ? [] : [{ collection, position: index + 1 }];
		});
	}

	/** The order among collections. */
	readonly collectionOrder: number[] = [];

	/** The position of a collection, counted from 1. */
	positionOf(collectionId: number): number {
		return this.collectionOrder.indexOf(collectionId) + 1;
	}

	/** @returns whether there is such a position */
	moveCollection(id: number, position: number): boolean {
		return move(this.collectionOrder, this.positionOf(id) - 1, position);
	}

	/** Moves an item of a collection; returns whether there is such a position. */
	moveItem(collection: Collection, index: number, position: number): boolean {
		return move(collection.items, index, position);
	}

	addExtra(given: Given<Extra> = {}): Extra {
		const id = given.id ?? this.extras.newId();
		return this.extras.put({ title: `Extra ${id}`, ...given, id, ...this.dated(given) });
	}

	addLiveEvent(given: Given<LiveEvent> = {}): LiveEvent {
		const id = given.id ?? this.liveEvents.newId();
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
			...given,
			id,
			...this.dated(given),
		});
	}

	/** What is kept of each kind. */
	get tables() {
		const { products, customers, videos, collections, comments } = this;
		const others = { live_events: this.liveEvents, files: this.extras };
		return { products, customers, videos, collections, comments, ...others };
	}

	/** Removes a thing: a collection with its place, a comment with its replies. */
	remove(kind: Kind, id: number): void {
		const comment = kind === 'comments' ? this.comments.get(id) : undefined;
		if (comment) for (const reply of this.repliesTo(comment)) this.comments.remove(reply.id);
		if (kind === 'collections') this.collectionOrder.splice(this.positionOf(id) - 1, 1);
		this.tables[kind].remove(id);
	}

	/** Whether a thing that an address or id points at is there. */
	has(kind: Kind, id: number): boolean {
		return this.tables[kind].get(id) !== undefined;
	}
}
