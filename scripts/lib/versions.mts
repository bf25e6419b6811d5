// The versions of n8n that the pages promise.

/** The version that the project is developed against. */
export const TESTED_N8N = '2.41.1';

/** The first version of the oldest minor that works. */
export const OLDEST_N8N = '2.20.0';

/** @example minorOf('2.41.1') // '2.41' */
export const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.');
