import { describe, expect, it } from 'vitest';

import { operations } from '../scripts/lib/descriptions.mts';
import { itIsATool, NO_TOOLS } from './guards/tool.mts';
import { nodeTypes } from './kit/engine.mts';

itIsATool(operations);

describe('every node', () => {
	it.each(Object.entries(nodeTypes).filter(([, { poll }]) => !poll))(
		'%s can be a tool, unless its results are tokens',
		(name, { description }) => {
			expect(description.usableAsTool ?? false).toBe(!NO_TOOLS.includes(name));
		},
	);
});
