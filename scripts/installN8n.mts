// `npm run install:n8n`: a real n8n, for `npm start` and the end-to-end tests.
import { installN8n, N8N_VERSION } from './lib/n8n.mts';
import { step } from './lib/progress.mts';
await step(`Installing n8n ${N8N_VERSION}`, installN8n);
