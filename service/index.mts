export { SimulatedFault, type Fault, type FaultKind } from './faults.mts';
export type { ServiceOptions } from './options.mts';
export { createService, SimulatedService, type SimulatedRequest } from './service.mts';
export { startService, type RunningService, type ServerOptions } from './server.mts';
