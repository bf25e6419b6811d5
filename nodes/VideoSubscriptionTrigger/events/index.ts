import type { EventSource } from '../core/event';
import { commentCreated } from './commentCreated';
import { customerCreated } from './customerCreated';
import { liveEventCreated } from './liveEventCreated';
import { uploadCompleted } from './uploadCompleted';

/** The events of the trigger, by the value of its parameter. */
export const events = {
	commentCreated,
	customerCreated,
	liveEventCreated,
	uploadCompleted,
} satisfies Record<string, EventSource>;

export type EventType = keyof typeof events;
