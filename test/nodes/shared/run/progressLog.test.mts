import type { Logger } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { clock } from '../../../../nodes/shared/concurrency/clock';
import { ProgressLog } from '../../../../nodes/shared/run/progressLog';

describe('ProgressLog', () => {
	afterEach(() => {
		vi.restoreAllMocks();
	});

	it('logs once a minute what is done and what is left', () => {
		const lines: string[] = [];
		const logger = { info: (line: string) => lines.push(line) } as unknown as Logger;
		const now = vi.spyOn(clock, 'monotonic').mockReturnValue(0);
		const progress = new ProgressLog(logger, 'Sync Access', 6000);
		for (let second = 1; second <= 150; second++) {
			now.mockReturnValue(second * 1000);
			for (let n = 0; n < 10; n++) progress.advance();
		}
		expect(lines).toEqual([
			'Sync Access: 591 done, 5,409 left',
			'Sync Access: 1,191 done, 4,809 left',
		]);
	});
});
