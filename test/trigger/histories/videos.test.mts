import { itDelivers, OF_VIDEOS } from './play.mts';

itDelivers(OF_VIDEOS);
