import type { EventSource } from '../core/event';
import { commentCreated } from './commentCreated';
import { customerCreated } from './customerCreated';
import { customerStatusChanged } from './customerStatusChanged';
import { liveEventCreated } from './liveEventCreated';
import { uploadCompleted } from './uploadCompleted';
import { videoPublished } from './videoPublished';

/** The events of the trigger, by the value of its parameter. */
export const events = {
	commentCreated,
	customerCreated,
	customerStatusChanged,
	liveEventCreated,
	uploadCompleted,
	videoPublished,
} satisfies Record<string, EventSource>;

export type EventType = keyof typeof events;
