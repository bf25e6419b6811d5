import { guardNode } from '../../guards/node.mts';

guardNode('video');
