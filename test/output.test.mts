import { itReturnsItsRecords, itUsesEveryField } from './guards/output.mts';
import { savedNodes } from './kit/saved.mts';

itReturnsItsRecords(savedNodes);
itUsesEveryField();
