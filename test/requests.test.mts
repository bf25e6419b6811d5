import { operations } from '../scripts/lib/descriptions.mts';
import { itStaysInItsPath } from './guards/paths.mts';
import { itSendsAsBefore } from './guards/requests.mts';

itSendsAsBefore(operations);
itStaysInItsPath(operations);
