import { endpointOf, type BodyOf, type QueryOf } from '../contract/index.mts';
import type { World } from '../call.mts';
import { unprocessable, violation } from '../response.mts';
import type { VideoRecord } from '../records.mts';
import { on } from '../route.mts';
import { newestFirst, oldestFirst } from '../table.mts';
import { catalogPage } from './catalog.mts';

type Sort = NonNullable<QueryOf<'videos.getAll'>['sort']>;
const sorts: Record<Sort, (a: VideoRecord, b: VideoRecord) => number> = {
	alphabetical: (a, b) => a.title.localeCompare(b.title),
	newest: newestFirst,
	oldest: oldestFirst,
	plays: (a, b) => b.plays - a.plays,
	finishes: (a, b) => b.finishes - a.finishes,
	duration: (a, b) => b.seconds - a.seconds,
};

type Given = BodyOf<'videos.update'>;

/** The parameters that belong to one `media_type` (docs/developers/service.md, Extra fields of a video). */
const mediaTypeOf = {
	movie_type: 'movie',
	sports_type: 'live_sporting_event',
	episode_number: 'episode',
	production_id: 'episode',
} satisfies Partial<Record<keyof Given, Given['media_type']>>;

/** @throws Refusal 422 for a parameter of another type of video */
const assertFits = ({ hidden }: VideoRecord, fields: Given): void => {
	const type = fields.media_type ?? hidden.media_type;
	for (const [name, needed] of Object.entries(mediaTypeOf)) {
		if (name in fields && type !== needed) throw violation(422, `${name}: is for ${needed} only`);
	}
};

/** Starts processing a source. */
const upload = (video: VideoRecord, { settings }: World): void => {
	const { uploadSeconds, now } = settings;
	video.hasSource = true;
	video.status = 'processing';
	video.finishesAt = uploadSeconds === null ? null : Number(now()) + uploadSeconds * 1000;
};

/** Applies the parameters of a request: undefined keeps a value, null clears it. */
const change = (video: VideoRecord, fields: Given): void => {
	const { title, description, thumbnail_url, plans, metadata, ...rest } = fields;
	const { time_available, time_unavailable, is_commenting_enabled, ...hidden } = rest;
	if (title !== undefined) video.title = title;
	if (description !== undefined) video.description = description;
	if (thumbnail_url !== undefined) video.thumbnailUrl = thumbnail_url;
	if (time_available !== undefined) video.timeAvailable = time_available;
	if (time_unavailable !== undefined) video.timeUnavailable = time_unavailable;
	video.plans = plans ?? video.plans;
	video.metadata = { ...video.metadata, ...metadata };
	video.isCommentingEnabled = is_commenting_enabled ?? video.isCommentingEnabled;
	video.hidden = { ...video.hidden, ...hidden };
};

export const videoRoutes = [
	on(endpointOf('videos.create'), (call) => {
		const { id } = call.state.addVideo({ status: null, hasSource: false, seconds: 0 });
		const video = call.state.editVideo(id, (draft) => {
			change(draft, call.body);
			if (call.body.source_url) upload(draft, call);
		});
		call.lag.created('videos', id);
		return { status: 201, json: call.render.videoInFull(video) };
	}),
	on(endpointOf('videos.getAll'), (call) => {
		const { sort } = call.query;
		return catalogPage(call, 'videos', call.state.videos, {
			compare: sort && sorts[sort],
			show: (video) => call.render.video(video),
		});
	}),
	on(endpointOf('videos.getFiles'), ({ state, render, id, query }) => {
		const files = render.files(state.videos.existing(id), true);
		return {
			status: 200,
			json: files.filter(
				({ quality, format }) =>
					(query.quality === undefined || quality === query.quality) &&
					(query.format === undefined || format === query.format),
			),
		};
	}),
	on(endpointOf('videos.update'), (call) => {
		const { state, id, body } = call;
		const video = state.videos.existing(id);
		assertFits(video, body);
		if (body.source_url && video.hasSource) {
			throw unprocessable('source_url: replacing an existing source is not supported');
		}
		state.editVideo(id, (draft) => {
			change(draft, body);
			if (body.source_url) upload(draft, call);
		});
	}),
	on(endpointOf('videos.delete'), ({ state, settings, id }) => {
		state.editVideo(id, (video) => {
			video.deletedAt ??= Number(settings.now()) + settings.deletionSeconds * 1000;
		});
	}),
];
