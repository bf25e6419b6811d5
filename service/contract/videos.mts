import { z } from 'zod';

import {
	commaSeparatedText,
	countryCode,
	countryCodes,
	dateText,
	deleted,
	endpoint,
	flag,
	integerId,
	integer,
	link,
	metadata,
	metadataInput,
	object,
	ownHref,
	paging,
	planList,
	queryList,
	text,
	texts,
	thumbnail,
	times,
	timestampText,
	webAddress,
} from './common.mts';
import {
	advisories,
	crewRoles,
	formats,
	genres,
	mediaTypes,
	movieTypes,
	movieVersions,
	plans,
	qualities,
	ratings,
	reservedVideoMetadata,
	sportsTypes,
	videoSorts,
} from './values.mts';

export const file = z.looseObject({
	_links: z.looseObject({ self: link, source: link }).nullish(),
	quality: text,
	format: text,
	method: text,
	mime_type: text,
	size: z.looseObject({ bytes: integer, formatted: text }).nullish(),
	...times,
});

const subtitle = z.looseObject({
	_links: z.looseObject({ srt: link, vtt: link }).nullish(),
	label: text,
	srclang: text,
	kind: text,
});

export const video = z.looseObject({
	_links: z.looseObject({ self: link, files: link }).nullish(),
	_embedded: z.looseObject({ files: z.array(file).nullish() }).nullish(),
	id: z.int(),
	title: text,
	description: text,
	status: text,
	duration: z.looseObject({ seconds: integer, formatted: text }).nullish(),
	thumbnail,
	tracks: z.looseObject({ subtitles: z.array(subtitle).nullish() }).nullish(),
	advertising: z
		.looseObject({
			_links: z.looseObject({ tag: link }).nullish(),
			client: text,
			provider: text,
			custom_params: object,
		})
		.nullish(),
	metadata,
	plans: texts,
	time_available: text,
	time_unavailable: text,
	files_count: integer,
	plays_count: integer,
	finishes_count: integer,
	live_event_id: integer,
	live_video: flag,
	live_status: text,
	scheduled_at: text,
	...times,
});

/** Parameters of creating and updating, without the title. */
const editable = {
	thumbnail_url: webAddress.nullish(),
	description: z.string().nullish(),
	short_description: z.string().nullish(),
	url: z.string().optional(),
	plans: planList.optional(),
	canonical_collection: z.strictObject({ id: integerId('collections') }).nullish(),
	time_available: timestampText.nullish(),
	time_unavailable: timestampText.nullish(),
	geo_available: countryCodes.nullish(),
	geo_unavailable: countryCodes.nullish(),
	is_commenting_enabled: z.boolean().optional(),
	metadata: metadataInput(reservedVideoMetadata).optional(),
};

const somewhere = { location: countryCode.optional() };

/** The extra fields of an update (docs/developers/service.md, Extra fields of a video). */
const updateOnly = {
	tags: z.string().optional(),
	genres: commaSeparatedText(genres).optional(),
	casts: z
		.array(z.strictObject({ actor: z.string().min(1), character: z.string().min(1) }))
		.optional(),
	crew: z.array(z.strictObject({ name: z.string().min(1), role: z.enum(crewRoles) })).optional(),
	release_dates: z.array(z.strictObject({ date: dateText, ...somewhere })).optional(),
	ratings: z.array(z.strictObject({ rating: z.enum(ratings), ...somewhere })).optional(),
	advisories: z.array(z.strictObject({ advisory: z.enum(advisories), ...somewhere })).optional(),
	license: z.string().optional(),
	media_id: z.string().optional(),
	media_type: z.enum(mediaTypes).optional(),
	movie_type: z.enum(movieTypes).optional(),
	movie_version: z.enum(movieVersions).optional(),
	production_studios: z
		.array(z.strictObject({ name: z.string().min(1), country: countryCode.optional() }))
		.optional(),
	sports_type: z.enum(sportsTypes).optional(),
	episode_number: z.int().optional(),
	production_id: z.string().optional(),
};

export const videos = [
	endpoint('videos.create', 'POST', '/videos', {
		body: z.strictObject({
			title: z.string().min(1),
			source_url: webAddress.nullish(),
			...editable,
		}),
		item: video,
	}),
	endpoint('videos.get', 'GET', '/videos/:id', {
		query: z.strictObject({ href: ownHref('videos') }),
		item: video,
	}),
	endpoint('videos.getAll', 'GET', '/videos', {
		query: z.strictObject({
			query: z.string().optional(),
			plan: queryList(plans).optional(),
			sort: z.enum(videoSorts).optional(),
			...paging,
		}),
		item: video,
	}),
	endpoint('videos.getFiles', 'GET', '/videos/:id/files', {
		query: z.strictObject({
			quality: z.enum(qualities).optional(),
			format: z.enum(formats).optional(),
		}),
		item: file,
	}),
	endpoint('videos.update', 'PUT', '/videos/:id', {
		body: z.strictObject({
			title: z.string().min(1).optional(),
			// Only for a video without a source (docs/developers/service.md, Videos).
			source_url: webAddress.nullish(),
			...editable,
			...updateOnly,
		}),
		item: video,
	}),
	endpoint('videos.delete', 'DELETE', '/videos/:id', {
		body: z.strictObject({ href: ownHref('videos') }),
		item: deleted,
	}),
] as const;
