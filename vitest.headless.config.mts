import { defineConfig } from 'vitest/config';

// One n8n without its editor: the first run installs it.
export default defineConfig({
	test: { include: ['test/headless/**/*.test.mts'], testTimeout: 60_000, hookTimeout: 900_000 },
});
