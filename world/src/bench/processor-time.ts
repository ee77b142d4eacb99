import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

let ticks = 0

/** Fields of /proc/PID/stat after the name, which may hold spaces. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

export const parentOf = (pid: number): number => Number(statOf(pid)[1])

/** Seconds of processor time that a process has used, ended children included. Linux only. */
export function processorSeconds(pid: number): number {
  ticks ||= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  const fields = statOf(pid)
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / ticks
}

/** The same of a process and of those that it started, which run now. */
export function familySeconds(pid: number): number {
  let seconds = processorSeconds(pid)
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if (parentOf(Number(name)) === pid) seconds += processorSeconds(Number(name))
    } catch {
      // It has ended.
    }
  }
  return seconds
}
