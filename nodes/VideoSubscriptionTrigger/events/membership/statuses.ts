/** The status that everyone comes back to; its list is never read whole. */
export const ENABLED = 'enabled';

/** Statuses whose lists are read (spec, States and transitions). */
export const LISTED_STATUSES = ['cancelled', 'disabled', 'expired', 'paused', 'refunded'] as const;
