import { EVENT_TYPES } from '../../../nodes/VideoSubscriptionTrigger/events/types.ts';
import { itDelivers, OF_VIDEOS } from './play.mts';

itDelivers(EVENT_TYPES.filter((event) => !OF_VIDEOS.includes(event)));
