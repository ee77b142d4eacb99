import { readFileSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'

/** Current and peak memory of a process in bytes. The current value replaces the peak on systems that record no peak. */
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

/** Resets the peak memory of a process, where the system supports it. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // Other systems than Linux, and a missing permission, keep the old peak.
  }
}
