import { defineConfig } from 'vitest/config';

// The workflows that people have saved, as every minor version of n8n since the oldest promised one reads them.
export default defineConfig({
	logLevel: 'error',
	test: {
		include: ['test/compatibility/**/*.test.mts'],
		globalSetup: ['test/compatibility/install.mts'],
	},
});
