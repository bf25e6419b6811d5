import { guardNode } from '../../guards/node.mts';

guardNode('liveEvent');
