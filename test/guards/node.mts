import { operations, type DescribedOperation } from '../../scripts/lib/descriptions.mts';
import type { Endpoint } from '../../service/contract/index.mts';
import { nodeTypeOf } from '../kit/engine.mts';
import { savedNodes } from '../kit/saved.mts';
import { operationSources } from '../../scripts/schemas/operationFiles.mts';
import { itFitsTheContract } from './contract.mts';
import { itIsDescribedInFull } from './descriptions.mts';
import { itHasTheFieldsOfLists } from './lists.mts';
import { itTakesEveryFormOfAnId } from './locators.mts';
import { itReturnsItsRecords } from './output.mts';
import { itStaysInItsPath } from './paths.mts';
import { itKeepsItsParameters } from './promised.mts';
import { itCreatesOnce } from './repeats.mts';
import { itSendsAsBefore } from './requests.mts';
import { itMakesTextsSafe } from './safeTexts.mts';
import { itFitsItsSchema } from './schemas.mts';
import { itHasTheUsualPanel } from './structure.mts';
import { itIsATool } from './tool.mts';
import { itBearsTheTraitsOfServices } from './traits.mts';
import { itChangesNothingInTestMode } from './testMode.mts';
import { itReadsOrRefusesValues } from './values.mts';

/** Returns the endpoints that the routes of operations name. */
function endpointsOf(guarded: DescribedOperation[]): Endpoint[] {
	const names = guarded.map(({ name }) => name);
	const own = operationSources.filter(({ name }) => names.includes(name));
	return [...new Set(own.flatMap(({ endpoint }) => endpoint ?? []))];
}

/** Runs the guards over all operations for those of one node, so that the tests of its folder notice as much. */
export function guardNode(node: string): void {
	const guarded = operations.filter((operation) => operation.node === node);
	const saved = savedNodes.filter((saved) => saved.node === node);
	itKeepsItsParameters([[node, nodeTypeOf(node)]], guarded);
	itIsDescribedInFull([[node, nodeTypeOf(node)]], guarded);
	itHasTheUsualPanel([[node, nodeTypeOf(node)]], guarded);
	itSendsAsBefore(guarded);
	itReturnsItsRecords(saved);
	itMakesTextsSafe(saved);
	itFitsItsSchema(guarded);
	itCreatesOnce(saved);
	itChangesNothingInTestMode(saved);
	itStaysInItsPath(guarded);
	itTakesEveryFormOfAnId(guarded);
	itReadsOrRefusesValues(guarded);
	itIsATool(guarded);
	itBearsTheTraitsOfServices(guarded);
	itHasTheFieldsOfLists(guarded);
	itFitsTheContract(guarded, saved, endpointsOf(guarded));
}
