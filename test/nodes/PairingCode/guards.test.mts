import { guardNode } from '../../guards/node.mts';

guardNode('pairingCode');
