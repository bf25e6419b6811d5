import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Installs, data folders, logs and screenshots. Ignored by git; can be deleted. */
export const CACHE = path.join(ROOT, '.cache');

export const LOGS = path.join(CACHE, 'logs');

export const PACKAGE_NAME = 'n8n-nodes-video-subscription';
