import { itCreatesOnce } from './guards/repeats.mts';
import { savedNodes } from './kit/saved.mts';

itCreatesOnce(savedNodes);
