import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

let ticks = 0

/** Fields of /proc/PID/stat after the process name, which may contain spaces. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

export const parentOf = (pid: number): number => Number(statOf(pid)[1])

/** Processor seconds of a process, including its ended children. Linux only. */
export function processorSeconds(pid: number): number {
  ticks ||= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  const fields = statOf(pid)
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / ticks
}

/** Processor seconds of a process and its running children. */
export function familySeconds(pid: number): number {
  let seconds = processorSeconds(pid)
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if (parentOf(Number(name)) === pid) seconds += processorSeconds(Number(name))
    } catch {
      // The process has ended meanwhile.
    }
  }
  return seconds
}
