import { guardNode } from '../../guards/node.mts';

guardNode('authorization');
