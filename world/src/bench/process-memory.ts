import { readFileSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'

/** Bytes of memory that a process holds, and held at most. Where the system does not keep the peak, that is what it holds. */
export function processMemory(pid: number): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const bytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
    return { now: bytes('VmRSS'), peak: bytes('VmHWM') }
  } catch {
    const now = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
    return { now, peak: now }
  }
}

/** From now on the peak is counted anew, where the system can do that. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // Elsewhere than on Linux, or without the right to.
  }
}
