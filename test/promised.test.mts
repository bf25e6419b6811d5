import { operations } from '../scripts/lib/descriptions.mts';
import { itKeepsItsParameters } from './guards/promised.mts';
import { nodeTypes } from './kit/engine.mts';

itKeepsItsParameters(Object.entries(nodeTypes), operations);
