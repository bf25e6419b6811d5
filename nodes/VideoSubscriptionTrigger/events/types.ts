/** The events of the trigger: the values of its parameter. */
export const EVENT_TYPES = [
	'commentCreated',
	'customerCreated',
	'customerStatusChanged',
	'liveEventCreated',
	'productAdded',
	'productRemoved',
	'uploadCompleted',
	'videoPublished',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/**
 * Returns the name of an event in the panel.
 *
 * @example eventName('customerCreated') // 'Customer Created'
 */
export function eventName(event: EventType): string {
	return event.replace(/[A-Z]/g, ' $&').replace(/^./, (letter) => letter.toUpperCase());
}
