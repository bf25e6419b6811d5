import { operations } from '../scripts/lib/descriptions.mts';
import { itKeepsItsParameters, itKeepsItsTexts } from './guards/promised.mts';
import { nodeTypes } from './kit/engine.mts';
import { PANEL_TEXTS } from './kit/panelTexts.mts';

itKeepsItsParameters(Object.entries(nodeTypes), operations);
itKeepsItsTexts(PANEL_TEXTS);
