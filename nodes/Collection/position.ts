import type { INodeProperties } from 'n8n-workflow';

import type { Explanation } from '../shared/http/errorTexts';
import { inBody } from '../shared/properties/routing';

/** Explains a 400 in response to a move (docs/service.md, Errors). */
export const INVALID_POSITION = {
	400: {
		cause: 'The service did not accept the position',
		remedy: 'Look at the positions that the others have, and give one of those.',
	},
} satisfies Record<number, Explanation>;

export function positionField(): INodeProperties {
	return inBody({
		displayName: 'Position',
		name: 'position',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1,
		required: true,
		description:
			'The new position: of a collection among all collections, of an item in its collection',
	});
}
