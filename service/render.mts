import type { Kind } from './contract/index.mts';
import type {
	CollectionEntry,
	CollectionRecord,
	CommentRecord,
	CustomerRecord,
	Dated,
	Extra,
	LiveEventRecord,
	ProductRecord,
	VideoRecord,
} from './records.mts';
import type { Settings } from './options.mts';
import type { AccountState } from './state.mts';
import { shownDate } from './traits/dates.mts';

const stamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const two = (part: number): string => String(part).padStart(2, '0');
const clock = (seconds: number): string =>
	[Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
const money = (cents: number) => ({
	cents,
	currency: 'USD',
	formatted: `$${(cents / 100).toFixed(2)}`,
});
/** A blank field is null (docs/developers/service.md, Notation). */
const orNull = (text: string | null): string | null => text || null;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

const adaptive = (format: string, method: string, mime_type: string) => ({
	quality: 'adaptive',
	format,
	method,
	mime_type,
	bytes: 0,
});
const progressive = (quality: string, bytes: number) => ({
	quality,
	format: 'mp4',
	method: 'progressive',
	mime_type: 'video/mp4',
	bytes,
});

/** The renditions of every uploaded video, with the bytes of one second. */
const renditions = [
	adaptive('m3u8', 'hls', 'application/x-mpegURL'),
	adaptive('mpd', 'dash', 'application/dash+xml'),
	progressive('1080p', 625_000),
	progressive('720p', 312_500),
	progressive('540p', 187_500),
	progressive('360p', 87_500),
];

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
const imageHost = 'https://images.example.com';
const pageHost = 'https://watch.example.com';

/** Turns the records of the account into those of responses. */
export class Render {
	/** The dates of records as text, by milliseconds. */
	private readonly stamps = new Map<number, string>();

	constructor(
		private readonly settings: Settings,
		private readonly state: AccountState,
	) {}

	/** Returns the dates of a record, as the trait `dates` shows them. */
	times({ id, createdAt, updatedAt, isDated = true }: Dated) {
		const shown = (moment: number) => {
			const date = shownDate(this.settings.dates, id, moment);
			return date === null ? null : this.stamped(date);
		};
		return { created_at: isDated ? shown(createdAt) : null, updated_at: shown(updatedAt) };
	}

	/** Lists show the same records again and again. */
	private stamped(date: number): string {
		const known = this.stamps.get(date) ?? stamp(date);
		this.stamps.set(date, known);
		return known;
	}

	href(kind: Kind, id: number): string {
		return `${this.settings.publicUrl}/${kind}/${id}`;
	}

	private link(kind: Kind, id: number, below = '') {
		return { href: `${this.href(kind, id)}${below}` };
	}

	private sizes(kind: Kind, id: number) {
		const at = (size: string) => `${imageHost}/${kind}/${id}/${size}.jpg`;
		return { small: at('small'), medium: at('medium'), large: at('large') };
	}

	private images(kind: Kind, id: number, source: string | null = null) {
		const own = `${imageHost}/${kind}/${id}/source.jpg`;
		return { ...this.sizes(kind, id), source: orNull(source) ?? own };
	}

	/** Returns metadata with images as objects of addresses (docs/developers/service.md, Metadata). */
	private metadata(kind: Kind, id: number, values: CollectionRecord['metadata']) {
		return Object.fromEntries(
			Object.entries(values).map(([key, value]): [string, unknown] =>
				typeof value === 'string' && value.startsWith('image_url:')
					? [key, this.images(kind, id, value.slice('image_url:'.length))]
					: [key, value],
			),
		);
	}

	product(product: ProductRecord) {
		const { id, name, description, type, isActive, cents } = product;
		const [monthly, yearly] = cents;
		const collections = [...this.state.collections.all()].filter(({ productIds }) =>
			productIds.includes(id),
		);
		const count = (wanted: string) =>
			collections.filter((collection) => collection.type === wanted).length;
		return {
			_links: {
				self: this.link('products', id),
				collections: {
					href: `${this.settings.publicUrl}/collections?product=${this.href('products', id)}`,
				},
				customers: {
					href: `${this.settings.publicUrl}/customers?product=${this.href('products', id)}`,
				},
			},
			_embedded: {},
			id,
			name,
			description,
			thumbnail: id % 2 === 0 ? {} : this.sizes('products', id),
			price: type === 'subscription' ? { monthly: money(monthly), yearly: money(yearly) } : {},
			is_active: isActive,
			series_count: count('series'),
			movies_count: count('movie'),
			playlists_count: count('playlist'),
			...this.times(product),
		};
	}

	private embeddedProduct(product: ProductRecord) {
		const categories = [...this.state.collections.all()].filter(({ type }) => type === 'category');
		return {
			...this.product(product),
			categories_count: categories.length,
			sections_count: 0,
			types: [product.type],
		};
	}

	prices({ id, type, cents: [first, second] }: ProductRecord) {
		const entry = (factor: number, symbol: string, cents: number, offset: number) => {
			const price = Math.round(cents * factor);
			return { id: id * 10 + offset, price, formatted: `${symbol}${(price / 100).toFixed(2)}` };
		};
		const [firstName, secondName] =
			type === 'subscription' ? ['monthly', 'yearly'] : ['purchase', 'rental'];
		const inCurrency = (factor: number, symbol: string, offset: number) => ({
			[firstName]: entry(factor, symbol, first, offset),
			[secondName]: entry(factor, symbol, second, offset + 1),
		});
		return {
			USD: inCurrency(1, '$', 1),
			EUR: inCurrency(0.9, '€', 3),
			GBP: inCurrency(0.8, '£', 5),
		};
	}

	/** Returns a customer as lists, creations and updates show it. */
	customer(customer: Readonly<CustomerRecord>) {
		const { id, name, email, plan } = customer;
		return {
			_links: { self: this.link('customers', id) },
			_embedded:
				this.settings.sessionLinks === 'shown'
					? { browse_url: `${pageHost}/browse?session=${id}` }
					: {},
			id,
			name: orNull(name),
			email: orNull(email),
			plan,
			...this.times(customer),
		};
	}

	/** Returns a customer with the products, of which there are none without the status `enabled`. */
	customerWithProducts(customer: Readonly<CustomerRecord>, oauth?: object) {
		const { status, grants } = customer;
		const ids = status === 'enabled' ? new Set(grants.map(({ productId }) => productId)) : [];
		const products = [...ids].flatMap((productId) => {
			const product = this.state.products.get(productId);
			return product ? [this.embeddedProduct(product)] : [];
		});
		const shown = this.customer(customer);
		return { ...shown, _embedded: { ...shown._embedded, ...(oauth && { oauth }), products } };
	}

	/** Returns a customer as `GET /customers/:id` shows it. */
	customerInFull(customer: Readonly<CustomerRecord>) {
		const { id, platform } = customer;
		const shown = this.customerWithProducts(customer);
		return {
			...shown,
			_links: {
				...shown._links,
				watchlist: this.link('customers', id, '/watchlist'),
				watching: this.link('customers', id, '/watching'),
			},
			platform,
		};
	}

	/** @param withSource whether to show the expiring source, as the files list does */
	files(video: VideoRecord, withSource: boolean) {
		if (video.status !== 'uploaded') return [];
		return renditions.map(({ bytes: perSecond, ...rendition }) => {
			const { quality, format } = rendition;
			const bytes = perSecond * video.seconds;
			const expires = stamp(Number(this.settings.now()) + 3_600_000);
			return {
				_links: {
					self: this.link('videos', video.id, `/files?quality=${quality}&format=${format}`),
					...(withSource && {
						source: {
							href: `https://stream.example.com/${video.id}/${quality}.${format}?expires=${expires}`,
						},
					}),
				},
				...rendition,
				size: { bytes, formatted: megabytes(bytes) },
				...(withSource && this.times(video)),
			};
		});
	}

	video(video: VideoRecord) {
		const { id } = video;
		const event =
			video.liveEventId === null ? undefined : this.state.liveEvents.get(video.liveEventId);
		const scheduledAt = event?.scheduledAt ?? null;
		return {
			_links: { self: this.link('videos', id), files: this.link('videos', id, '/files') },
			_embedded: {},
			id,
			title: video.title,
			description: orNull(video.description),
			status: video.status,
			duration: { seconds: video.seconds, formatted: clock(video.seconds) },
			thumbnail: this.images('videos', id, video.thumbnailUrl),
			tracks: { subtitles: video.subtitles.map((language) => this.subtitle(id, language)) },
			advertising: video.advertising ? this.advertising(id) : {},
			metadata: { ...this.metadata('videos', id, video.metadata), ...this.placeOf(id) },
			plans: video.plans,
			time_available: video.timeAvailable,
			time_unavailable: video.timeUnavailable,
			files_count: video.status === 'uploaded' ? renditions.length : 0,
			plays_count: video.plays,
			finishes_count: video.finishes,
			live_event_id: video.liveEventId,
			live_video: video.liveEventId !== null,
			live_status: event?.liveStatus ?? null,
			scheduled_at: scheduledAt === null ? null : stamp(scheduledAt),
			...this.times(video),
		};
	}

	videoInFull(video: VideoRecord) {
		return { ...this.video(video), _embedded: { files: this.files(video, false) } };
	}

	private subtitle(videoId: number, language: string) {
		const at = (format: string) => ({
			href: `https://captions.example.com/${videoId}/${language}.${format}`,
		});
		const label = languageNames.of(language) ?? language;
		return {
			_links: { srt: at('srt'), vtt: at('vtt') },
			label,
			srclang: language,
			kind: 'subtitles',
		};
	}

	private advertising(videoId: number) {
		return {
			_links: { tag: { href: `https://ads.example.com/tag?video=${videoId}` } },
			client: 'ima',
			provider: 'example',
			custom_params: { genre: ['documentary', 'travel'] },
		};
	}

	/** Returns the metadata that a video gets from its collections (docs/developers/service.md, Videos). */
	private placeOf(videoId: number): Record<string, string | number | null> {
		const place: Record<string, string | number | null> = {};
		const holders = this.state.holdersOf('videos', videoId);
		for (const { collection, position } of holders) {
			if (collection.type === 'movie') place.movie_name = collection.name;
			if (collection.type !== 'season') continue;
			place.season_name = collection.name;
			place.season_number = collection.seasonNumber;
			place.episode_number = position;
			for (const parent of this.state.holdersOf('collections', collection.id)) {
				if (parent.collection.type === 'series') place.series_name = parent.collection.name;
			}
		}
		return place;
	}

	collection(collection: CollectionRecord) {
		const { id, type, items, seasonNumber, trailerVideoId } = collection;
		const trailer = trailerVideoId === null ? undefined : this.state.videos.get(trailerVideoId);
		const count = (kind: CollectionEntry['kind']) =>
			items.filter((entry) => entry.kind === kind).length;
		return {
			_links: {
				self: this.link('collections', id),
				items: this.link('collections', id, '/items'),
				collection_page: { href: `${pageHost}/${collection.slug}` },
			},
			_embedded: { trailer: trailer ? this.video(trailer) : null },
			id,
			name: collection.name,
			description: orNull(collection.description),
			slug: orNull(collection.slug),
			thumbnail: this.images('collections', id, collection.thumbnailUrl),
			metadata: {
				...this.metadata('collections', id, collection.metadata),
				...(type === 'season' && { season_number: seasonNumber }),
			},
			plans: collection.plans,
			type,
			seasons_count: type === 'series' ? count('collections') : 0,
			items_count: items.length,
			files_count: count('files'),
			is_featured: collection.isFeatured,
			position: this.state.positionOf(id),
			...this.times(collection),
		};
	}

	/** Returns an extra, of which the documentation shows nothing beyond its identifier (docs/developers/service.md, Collections). */
	private extra({ id }: Extra) {
		return { id };
	}

	/**
	 * Returns an item of a collection, or undefined when its record was deleted. The place in the collection is documented
	 * of a video only: the position of a collection is the one among all collections.
	 */
	item({ kind, id, itemId }: CollectionEntry, position: number) {
		const video = kind === 'videos' ? this.state.videos.get(id) : undefined;
		if (video) return { ...this.video(video), item_id: itemId, position };
		const shown = this.alone(kind, id);
		return shown && { ...shown, item_id: itemId };
	}

	/** Returns a record as its own address shows it, or undefined when there is none. */
	alone(kind: Kind, id: number): object | undefined {
		const { products, customers, videos, collections, liveEvents, comments, extras } = this.state;
		const shown = {
			products: () => this.product(products.existing(id)),
			customers: () => this.customerInFull(customers.existing(id)),
			videos: () => this.videoInFull(videos.existing(id)),
			collections: () => this.collection(collections.existing(id)),
			live_events: () => this.liveEvent(liveEvents.existing(id)),
			comments: () => this.comment(comments.existing(id), true),
			files: () => this.extra(extras.existing(id)),
		};
		return this.state.has(kind, id) ? shown[kind]() : undefined;
	}

	/** Returns a browse row, which has no id (docs/developers/service.md, Browse). */
	browseItem(collection: CollectionRecord, productId: number) {
		const { id, name, slug, items, isFeatured } = collection;
		const images = this.images('collections', id, collection.thumbnailUrl);
		const product = encodeURIComponent(this.href('products', productId));
		const query = this.settings.browseAddresses === 'withProduct' ? `?product=${product}` : '';
		return {
			_links: {
				self: this.link('collections', id, query),
				items: this.link('collections', id, `/items${query}`),
				collection_page: { href: `${pageHost}/${slug}` },
			},
			_embedded: {},
			name,
			slug,
			items_count: items.length,
			thumbnail: { ...images, blurred: `${imageHost}/collections/${id}/blurred.jpg` },
			is_featured: isFeatured,
		};
	}

	liveEvent(event: LiveEventRecord) {
		const { id, title, description, videoId } = event;
		const isOwn = this.settings.liveEventAddresses === 'own';
		return {
			_links: {
				// A string, unlike everywhere else (docs/developers/service.md, Live events).
				self: isOwn ? this.href('live_events', id) : `${pageHost}/live_events/${id}`,
				live_event_page: { href: `${pageHost}/events/${id}` },
				latest_video: videoId === null ? { href: null } : this.link('videos', videoId),
			},
			_embedded: {},
			id,
			title,
			name: title,
			description,
			short_description: description,
			type: 'live_event',
			thumbnail: {
				...this.images('live_events', id),
				blurred: `${imageHost}/live_events/${id}/blurred.jpg`,
			},
			plans: event.plans,
			canonical_collection_id: event.collectionId,
			product_ids: event.productIds,
			geo_available: null,
			geo_unavailable: null,
			metadata: event.metadata,
			live_status: event.liveStatus,
			media_type: 'live_event',
			...this.times(event),
		};
	}

	/** @param withReplies whether to embed the replies */
	comment(comment: CommentRecord, withReplies: boolean): object {
		const { id, videoId, customerId, content } = comment;
		const customer = this.state.customers.get(customerId);
		const video = this.state.videos.get(videoId);
		const replies = this.state.repliesTo(comment);
		const shown = (kind: Kind, subjectId: number, fields: object) => ({
			_links: { self: this.link(kind, subjectId) },
			...(this.settings.commentSubjects === 'named' && { id: subjectId, ...fields }),
		});
		return {
			_links: { self: this.link('comments', id), video: this.link('videos', videoId) },
			_embedded: {
				customer:
					customer &&
					shown('customers', customerId, { name: customer.name, email: customer.email }),
				comments: withReplies ? replies.map((reply) => this.comment(reply, false)) : [],
				video: video && shown('videos', videoId, { title: video.title }),
			},
			id,
			video_id: videoId,
			content,
			comments_count: replies.length,
			...this.times(comment),
		};
	}

	authorization(customerId: number, videoId: number, token: string) {
		const now = Number(this.settings.now());
		const host = 'https://embed.example.com';
		const path = `/videos/${videoId}`;
		return {
			_links: { customer: this.link('customers', customerId), video: this.link('videos', videoId) },
			_embedded: {},
			token,
			expires_at: stamp(now + 86_400_000),
			player: {
				host,
				path,
				html: `<iframe src="${host}${path}?authorization=${token}" allowfullscreen></iframe>`,
			},
			created_at: stamp(now),
			updated_at: stamp(now),
		};
	}
}
