import { commentCreated } from './comments/commentCreated';
import { customerCreated, liveEventCreated } from './created';
import type { EventSource } from './event';
import { productAdded, productRemoved } from './membership/product';
import { customerStatusChanged } from './membership/statusChanged';
import type { EventType } from './types';
import { uploadCompleted, videoPublished } from './videos/events';

/** The events of the trigger, by the value of its parameter. */
export const events: Record<EventType, EventSource> = {
	commentCreated,
	customerCreated,
	customerStatusChanged,
	liveEventCreated,
	productAdded,
	productRemoved,
	uploadCompleted,
	videoPublished,
};

/** Returns the name of the search that finds an event. Several events may share one. */
export const searchOf = (event: EventType): string => events[event].search ?? event;
