export type { SimulatedAnswer } from './answer.mts';
export { SimulatedFault, type Fault, type FaultKind } from './faults.mts';
export type { ServiceOptions } from './options.mts';
export {
	createService,
	SimulatedService,
	type LoggedRequest,
	type SimulatedRequest,
	type Violation,
} from './service.mts';
export { startService, type RunningService, type ServerOptions } from './server.mts';
