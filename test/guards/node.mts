import { operations } from '../../scripts/lib/descriptions.mts';
import { nodeTypeOf } from '../kit/engine.mts';
import { savedNodes } from '../kit/saved.mts';
import { itReturnsItsRecords } from './output.mts';
import { itKeepsItsParameters } from './promised.mts';
import { itCreatesOnce } from './repeats.mts';
import { itSendsAsBefore } from './requests.mts';

/** Runs the guards over all operations for those of one node, so that the tests of its folder notice as much. */
export function guardNode(node: string): void {
	const guarded = operations.filter((operation) => operation.node === node);
	const saved = savedNodes.filter((one) => one.node === node);
	itKeepsItsParameters([[node, nodeTypeOf(node)]], guarded);
	itSendsAsBefore(guarded);
	itReturnsItsRecords(saved);
	itCreatesOnce(saved);
}
