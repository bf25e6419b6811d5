import { operations } from '../scripts/lib/descriptions.mts';
import { itSendsAsBefore } from './guards/requests.mts';

itSendsAsBefore(operations);
