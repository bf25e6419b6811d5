import { endpointOf } from '../contract/index.mts';
import { idIn, listPage } from '../call.mts';
import { unprocessable } from '../response.mts';
import { on } from '../route.mts';

export const commentRoutes = [
	on(endpointOf('comments.create'), ({ state, render, lag, body }) => {
		const videoId = idIn(body.video);
		if (!state.videos.existing(videoId).isCommentingEnabled) {
			throw unprocessable('Comments on this video are off');
		}
		const parent = body.comment === undefined ? undefined : state.comments.get(idIn(body.comment));
		if (parent !== undefined && parent.parentId !== null) {
			throw unprocessable('comment: a reply cannot be replied to');
		}
		if (parent !== undefined && parent.videoId !== videoId) {
			throw unprocessable('comment: is on another video');
		}
		const comment = state.addComment({
			videoId,
			customerId: idIn(body.customer),
			content: body.content,
			parentId: parent?.id ?? null,
		});
		lag.created('comments', comment.id);
		return { status: 201, json: render.comment(comment, true) };
	}),
	on(endpointOf('comments.getAll'), (call) => {
		const { replies, commentOrder } = call.settings;
		const newest = call.state
			.commentsOn(idIn(call.query.video))
			.filter(({ parentId }) => replies !== 'inside' || parentId === null);
		const all = commentOrder === 'newest' ? newest : newest.toReversed();
		return listPage(call, 'comments', all, (comment) =>
			call.render.comment(comment, replies !== 'beside'),
		);
	}),
	on(endpointOf('comments.report'), ({ state, id }) => {
		state.comments.existing(id).reports += 1;
		return { status: 200, json: { message: 'The comment was reported.' } };
	}),
];
