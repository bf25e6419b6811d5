import { readFileSync, writeFileSync } from 'node:fs';

function bytes(status: string, name: string): number {
	return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

/** Reads the resident and the peak memory of a process, in bytes; Linux only. */
export function memoryOf(pid: number): { current: number; peak: number } {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return { current: bytes(status, 'VmRSS'), peak: bytes(status, 'VmHWM') };
}

/** Returns the processes that a process has started: n8n's task runner, which executes Code nodes. */
const childrenOf = (pid: number): number[] =>
	readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Reads the peak memory of the processes that a process has started, in bytes; Linux only. */
export const peakOfChildren = (pid: number): number =>
	childrenOf(pid).reduce((sum, child) => sum + memoryOf(child).peak, 0);

/** Resets the peak memory counter of a process and of those that it has started; Linux only. */
export function restartPeak(pid: number): void {
	for (const process of [pid, ...childrenOf(pid)])
		writeFileSync(`/proc/${process}/clear_refs`, '5');
}

/** Ticks of the clock in a second, as Linux counts them for programs. */
const TICKS = 100;

/** Reads how long the processor has worked for a process, in milliseconds; Linux only. */
export function processorTimeOf(pid: number): number {
	// The name of the program, in brackets, may contain blanks.
	const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\) )/);
	const fields = after.split(' ').map(Number);
	const [inProgram = 0, inKernel = 0] = fields.slice(11, 13);
	return ((inProgram + inKernel) * 1000) / TICKS;
}
