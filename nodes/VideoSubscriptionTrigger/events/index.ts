import { commentCreated } from './comments/commentCreated';
import { customerCreated } from './created/customer';
import { liveEventCreated } from './created/liveEvent';
import { productAdded } from './membership/productAdded';
import { customerStatusChanged } from './membership/statusChanged';
import { videoPublished } from './videoMilestone/published';
import { uploadCompleted } from './videoMilestone/uploaded';

/** The events of the trigger, by the value of its parameter. */
export const events = {
	commentCreated,
	customerCreated,
	customerStatusChanged,
	liveEventCreated,
	productAdded,
	uploadCompleted,
	videoPublished,
};

export type EventType = keyof typeof events;
