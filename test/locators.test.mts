import { operations } from '../scripts/lib/descriptions.mts';
import { itTakesEveryFormOfAnId } from './guards/locators.mts';

itTakesEveryFormOfAnId(operations);
