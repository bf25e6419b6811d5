import type { Settings } from './options.mts';
import { dayMs, hourMs, type ProductRecord, type ProductType } from './records.mts';
import type { AccountState } from './state.mts';
import { repeated } from './table.mts';

const productRows: ReadonlyArray<[string, ProductType, string | null, boolean, [number, number]]> =
	[
		['Harbor Stream', 'subscription', 'Everything we show, on every screen.', true, [999, 9900]],
		[
			'Harbor Stream Kids',
			'subscription',
			'Gentle films and series for children.',
			true,
			[499, 4900],
		],
		['Film Club', 'subscription', 'Four restored classics a month.', true, [699, 6900]],
		['Winter Concert', 'rental', 'The concert of the year, for 48 hours.', true, [1499, 499]],
		['Masterclass: Bread', 'purchase', 'Twelve lessons with a village baker.', true, [3900, 900]],
		['Documentary Bundle', 'purchase', null, true, [2900, 700]],
		['Festival Pass', 'rental', 'All films of the festival week.', true, [4500, 1900]],
		['Harbor Stream Archive', 'subscription', 'No longer sold.', false, [299, 2900]],
	];

/** Makes the products, the oldest first. */
export const seedProducts = (now: number): ProductRecord[] =>
	productRows.map(([name, type, description, isActive, cents], index) => {
		const createdAt = now - (900 - index * 40) * dayMs;
		const dated = { createdAt, updatedAt: createdAt };
		return { id: 101 + index, name, type, description, isActive, cents, ...dated };
	});

const titles = [
	'The Lighthouse Keeper',
	'Episode 1: Low Tide',
	'Episode 2: The Storm',
	'Episode 3: Driftwood',
	'Episode 4: The Letter',
	'Episode 5: High Water',
	'Episode 6: Home',
	'A Year in the Valley',
	'Winter Concert',
	'Bread, Lesson 1: Flour',
	'Bread, Lesson 2: Water',
	'Bread, Lesson 3: Time',
	'Night Ferry',
	'The Cartographer',
	'Songs of the Coast',
	'Behind the Lighthouse',
	'Paper Boats',
	'An Orchard in Spring',
	'The Last Projectionist',
	'Salt',
	'Trailer: The Lighthouse Keeper',
	'Festival Opening Night',
	'Interview: The Composer',
	'Puppet Show: The Fox',
	'Puppet Show: The Owl',
	'Morning Yoga by the Sea',
	'Evening Yoga by the Sea',
	'Rough Cut, Not Released',
	'New Film, Still Uploading',
	'Placeholder without a Source',
];

const seedVideos = (state: AccountState, settings: Settings, now: number): void => {
	for (let index = 0; index < settings.videos; index += 1) {
		const round = Math.floor(index / titles.length);
		const row = index % titles.length;
		const title = repeated(titles, row);
		// Only the first round has videos that are not ready.
		const isProcessing = round === 0 && (row === 27 || row === 28);
		const isEmpty = round === 0 && row === 29;
		const isFree = row % 5 === 0;
		state.addVideo({
			title: round === 0 ? title : `${title} (${round + 1})`,
			description: row % 6 === 5 ? null : `${title}, as shown at the harbour cinema.`,
			status: isEmpty ? null : isProcessing ? 'processing' : 'uploaded',
			hasSource: !isEmpty,
			seconds: isEmpty || isProcessing ? 0 : 300 + row * 187,
			plans: isFree ? ['free', 'standard'] : row % 7 === 0 ? ['public'] : ['standard'],
			subtitles: row % 3 === 0 ? ['en', 'de'] : [],
			advertising: row === 7,
			metadata:
				row === 7 ? { advertising_keywords: ['nature', 'slow'], director: 'M. Lindqvist' } : {},
			plays: isProcessing || isEmpty ? 0 : (row * 7919) % 5000,
			finishes: isProcessing || isEmpty ? 0 : (row * 3571) % 1200,
			createdAt: now - (settings.videos - index) * 6 * hourMs,
		});
	}
};

type AddCollection = (
	name: string,
	type: string,
	videos: readonly number[],
	fields?: Parameters<AccountState['addCollection']>[0],
) => ReturnType<AccountState['addCollection']>;

/** Returns a function that adds a collection of videos, given by their indexes. */
const collectionsOf =
	(state: AccountState, all: readonly number[], now: number): AddCollection =>
	(name, type, videos, fields = {}) => {
		const collection = state.addCollection({
			name,
			type,
			slug: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
			createdAt: now - (200 - state.collections.size * 9) * dayMs,
			...fields,
		});
		for (const index of videos) {
			if (all[index] !== undefined) state.addItem(collection, 'videos', all[index]);
		}
		return collection;
	};

const seedCollections = (state: AccountState, now: number): void => {
	const all = [...state.videos.all()].map(({ id }) => id);
	if (all.length === 0) return;
	const add = collectionsOf(state, all, now);
	const featured = add('Featured', 'category', [0, 7, 12], { isFeatured: true, plans: ['public'] });
	const harbour = add('Harbour Stories', 'category', []);
	const series = add('Tides', 'series', [], { description: 'A family, an island, six tides.' });
	const seasons = [
		add('Season 1', 'season', [1, 2, 3], { seasonNumber: 1 }),
		add('Season 2', 'season', [4, 5, 6], { seasonNumber: 2 }),
	];
	const movie = add('The Lighthouse Keeper', 'movie', [0], { trailerVideoId: all[20] ?? null });
	add('The Cartographer', 'movie', [13], { productIds: [101, 106] });
	add('Learn to Bake', 'series', [9, 10, 11], { productIds: [105] });
	add('For Children', 'playlist', [23, 24, 16], { productIds: [101, 102] });
	add('Yoga by the Sea', 'playlist', [25, 26]);
	add('Festival Week', 'category', [21, 18], { productIds: [107], plans: ['standard'] });
	add('Drafts', 'playlist', [27], { plans: [] });

	for (const season of seasons) state.addItem(series, 'collections', season.id);
	for (const id of [series.id, movie.id]) state.addItem(harbour, 'collections', id);
	state.addItem(featured, 'collections', movie.id);
	for (const title of ['Making of the Lighthouse', 'Poster and stills']) {
		state.addItem(movie, 'files', state.addExtra({ title, createdAt: now - 90 * dayMs }).id);
	}
};

const eventTitles = [
	'Opening Gala',
	'Harbour Quartet Live',
	'Directors in Conversation',
	'An Evening of Shorts',
	'The Regatta',
	'Winter Concert Live',
];

const seedLiveEvents = (state: AccountState, now: number): void => {
	const videos = [...state.videos.all()];
	const [featured] = state.collections.all();
	eventTitles.forEach((title, index) => {
		const video = videos.at(21 - index);
		const event = state.addLiveEvent({
			title,
			description: `${title}, streamed from the harbour.`,
			productIds: index % 2 === 0 ? [101, 107] : [101],
			plans: index === 0 ? ['public'] : ['standard'],
			collectionId: featured?.id ?? null,
			videoId: video?.id ?? null,
			liveStatus: index > 3 ? null : 'pending',
			scheduledAt: index > 3 ? null : now + (index + 1) * 7 * dayMs,
			createdAt: now - (60 - index * 8) * dayMs,
		});
		if (video !== undefined) video.liveEventId = event.id;
		if (index === 0 && featured !== undefined) state.addItem(featured, 'live_events', event.id);
	});
};

const remarks = [
	'We watched this together and nobody spoke afterwards.',
	'Is there a version with French subtitles?',
	'The sound is very quiet on my television.',
	'Beautiful light in every scene.',
	'When does the next one come out?',
	'My grandmother grew up there. Thank you.',
	'It stopped at 12:40 twice, then it was fine.',
	'Five stars.',
];
const answers = ['Thank you, we are looking into it.', 'Soon!', 'Same here.'];

const seedComments = (state: AccountState, settings: Settings, now: number): void => {
	const videos = [...state.videos.all()].slice(0, 10);
	if (videos.length === 0 || settings.customers === 0) return;
	const firstCustomer = state.customers.newId() - settings.customers;
	const author = (index: number) => firstCustomer + ((index * 3) % settings.customers);
	for (let index = 0; index < 40; index += 1) {
		// Every fourth comment is a reply to the one before.
		const isReply = index % 4 === 3;
		state.addComment({
			videoId: repeated(videos, (isReply ? index - 1 : index) * 7).id,
			customerId: author(index),
			content: repeated(isReply ? answers : remarks, index),
			parentId: isReply ? 500_001 + index - 1 : null,
			createdAt: now - (41 - index) * 5 * hourMs,
		});
	}
};

const seedLists = (state: AccountState, settings: Settings): void => {
	const videos = [...state.videos.all()].map(({ id }) => id);
	const [collection] = state.collections.all();
	const firstCustomer = state.customers.newId() - settings.customers;
	const chosen = Math.min(3, settings.customers);
	for (let index = 0; index < chosen && videos.length > 0; index += 1) {
		const customer = state.customers.draft(firstCustomer + index);
		customer.watching = videos.slice(index, index + 3);
		customer.watchlist = [
			...videos.slice(index + 3, index + 7).map((id) => ({ kind: 'videos' as const, id })),
			...(collection ? [{ kind: 'collections' as const, id: collection.id }] : []),
		];
		state.customers.put(customer);
	}
};

/** Adds the records of a small film platform. */
export const seedCatalog = (state: AccountState, settings: Settings, now: number): void => {
	seedVideos(state, settings, now);
	if (settings.seed === 'empty') return;
	seedCollections(state, now);
	seedLiveEvents(state, now);
	seedComments(state, settings, now);
	seedLists(state, settings);
};
