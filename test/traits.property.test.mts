import { operations } from '../scripts/lib/descriptions.mts';
import { itBearsTheTraitsOfServices } from './guards/traits.mts';

itBearsTheTraitsOfServices(operations);
