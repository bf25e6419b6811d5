import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's top level. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Everything the scripts make: installs, data folders, logs, screenshots. Ignored by git; deleting it is safe. */
export const CACHE = path.join(ROOT, '.cache');

export const LOGS = path.join(CACHE, 'logs');

export const PACKAGE_NAME = 'n8n-nodes-video-subscription';
