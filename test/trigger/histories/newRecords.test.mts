import { EVENT_TYPES } from '../../../nodes/VideoSubscriptionTrigger/events/index.ts';
import { COMPARED, itDelivers } from './play.mts';

itDelivers(EVENT_TYPES.filter((event) => !COMPARED.includes(event)));
