import { itKeepsItsParameters } from '../guards/promised.mts';
import { nodeTypeOf } from '../kit/engine.mts';

const node = 'videoSubscriptionTrigger';
itKeepsItsParameters([[node, nodeTypeOf(node)]], []);
