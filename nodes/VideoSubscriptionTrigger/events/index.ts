import { commentCreated } from './comments/commentCreated';
import { customerCreated, liveEventCreated } from './created';
import { productAdded, productRemoved } from './membership/product';
import { customerStatusChanged } from './membership/statusChanged';
import { uploadCompleted, videoPublished } from './videos/events';

/** The events of the trigger, by the value of its parameter. */
export const events = {
	commentCreated,
	customerCreated,
	customerStatusChanged,
	liveEventCreated,
	productAdded,
	productRemoved,
	uploadCompleted,
	videoPublished,
};

export type EventType = keyof typeof events;

export const EVENT_TYPES = Object.keys(events) as EventType[];
