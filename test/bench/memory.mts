import { readFileSync, writeFileSync } from 'node:fs';

function bytes(status: string, name: string): number {
	return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
}

/** Reads the resident and the peak memory of a process, in bytes; Linux only. */
export function memoryOf(pid: number): { current: number; peak: number } {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return { current: bytes(status, 'VmRSS'), peak: bytes(status, 'VmHWM') };
}

/** Resets the peak memory counter of a process; Linux only. */
export function restartPeak(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
