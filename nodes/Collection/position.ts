import type { INodeProperties } from 'n8n-workflow';

import type { Explanation } from '../shared/client/response';
import { inBody } from '../shared/panel/fields';

/** Explains a 400 in response to a move (docs/developers/service.md, Errors). */
export const INVALID_POSITION = {
	400: {
		cause: 'The service did not accept the position',
		remedy: 'Check which positions the others have, and enter one of those.',
	},
} satisfies Record<number, Explanation>;

/** Returns the field for the new position of an item or collection. */
export const positionField = (): INodeProperties =>
	inBody({
		displayName: 'Position',
		name: 'position',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1,
		required: true,
		description:
			'The new position: of a collection among all collections, of an item in its collection',
	});
