import { readFileSync, writeFileSync } from 'node:fs';

function bytes(status: string, name: string): number {
	return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
}

/** What a process holds in memory, and the most it has held, in bytes; Linux only. */
export function memoryOf(pid: number): { current: number; peak: number } {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return { current: bytes(status, 'VmRSS'), peak: bytes(status, 'VmHWM') };
}

/** Has the peak of a process counted from now on; Linux only. */
export function restartPeak(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
