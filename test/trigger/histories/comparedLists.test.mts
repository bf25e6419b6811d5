import { COMPARED, itDelivers } from './play.mts';

itDelivers(COMPARED);
