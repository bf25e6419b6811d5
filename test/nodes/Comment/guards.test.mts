import { guardNode } from '../../guards/node.mts';

guardNode('comment');
