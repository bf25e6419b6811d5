import { guardNode } from '../../guards/node.mts';

guardNode('customer');
