import { z } from 'zod';

import { endpoint, href, integer, link, object, ownHref, paging, text, times } from './common.mts';

const written = {
	_links: z.looseObject({ self: link, video: link }).nullish(),
	id: z.int(),
	video_id: integer,
	content: text,
	comments_count: integer,
	...times,
};
/** A reply has the shape of a comment, without replies of its own (docs/developers/service.md, Comments). */
const reply = z.looseObject(written);
export const comment = z.looseObject({
	...written,
	_embedded: z
		.looseObject({ customer: object, video: object, comments: z.array(reply).nullish() })
		.nullish(),
});

const reported = z.looseObject({ message: z.string() });

export const comments = [
	endpoint('comments.create', 'POST', '/comments', {
		body: z.strictObject({
			video: href('videos'),
			customer: href('customers'),
			content: z.string().min(1),
			comment: href('comments').optional(),
		}),
		item: comment,
	}),
	endpoint('comments.get', 'GET', '/comments/:id', {
		query: z.strictObject({ comment: ownHref('comments') }),
		item: comment,
	}),
	endpoint('comments.getAll', 'GET', '/comments', {
		query: z.strictObject({ video: href('videos'), ...paging }),
		item: comment,
	}),
	endpoint('comments.report', 'POST', '/comments/:id/report', {
		body: z.strictObject({ comment: ownHref('comments') }),
		item: reported,
	}),
] as const;
