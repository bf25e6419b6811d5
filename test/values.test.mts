import { operations } from '../scripts/lib/descriptions.mts';
import { itReadsOrRefusesValues } from './guards/values.mts';

itReadsOrRefusesValues(operations);
