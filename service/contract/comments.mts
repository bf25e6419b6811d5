import { z } from 'zod';

import {
	endpoint,
	href,
	integer,
	link,
	object,
	ownHref,
	pageOf,
	paging,
	text,
	times,
} from './common.mts';

const written = {
	_links: z.looseObject({ self: link, video: link }).nullish(),
	id: z.int(),
	video_id: integer,
	content: text,
	comments_count: integer,
	...times,
};
/**
 * A reply has the shape of a comment; a reply to a reply does not exist (docs/service.md,
 * Comments).
 */
const reply = z.looseObject(written);
export const comment = z.looseObject({
	...written,
	_embedded: z
		.looseObject({ customer: object, video: object, comments: z.array(reply).nullish() })
		.nullish(),
});

const reported = z.looseObject({ message: z.string() });

export const comments = [
	endpoint({
		id: 'comments.create',
		method: 'POST',
		path: '/comments',
		body: z.strictObject({
			video: href('videos'),
			customer: href('customers'),
			content: z.string().min(1),
			comment: href('comments').optional(),
		}),
		response: { status: [200, 201] },
		item: comment,
	}),
	endpoint({
		id: 'comments.get',
		method: 'GET',
		path: '/comments/:id',
		query: z.strictObject({ comment: ownHref('comments') }),
		item: comment,
	}),
	endpoint({
		id: 'comments.getAll',
		method: 'GET',
		path: '/comments',
		query: z.strictObject({ video: href('videos'), ...paging }),
		response: { body: pageOf('comments', comment) },
		item: comment,
	}),
	endpoint({
		id: 'comments.report',
		method: 'POST',
		path: '/comments/:id/report',
		body: z.strictObject({ comment: ownHref('comments') }),
		response: { status: [200, 201] },
		item: reported,
	}),
] as const;
