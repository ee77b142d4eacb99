import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

let ticks = 0

/** Fields of /proc/PID/stat, or of a thread's file in its folder `task`, after the name, which may contain spaces. */
function statOf(path: number | string): string[] {
  const text = readFileSync(`/proc/${path}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

export const parentOf = (pid: number): number => Number(statOf(pid)[1])

/** Processor seconds of a process, including its ended children. Linux only. */
export const processorSeconds = (pid: number): number => secondsIn(statOf(pid), [11, 12, 13, 14])

function secondsIn(fields: readonly string[], places: readonly number[]): number {
  ticks ||= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return places.reduce((sum, at) => sum + Number(fields[at]), 0) / ticks
}

/** Processor seconds of the running threads of a process, by their names. Linux only. */
export function threadSeconds(pid: number): Map<string, number> {
  const seconds = new Map<string, number>()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const name = readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim()
    seconds.set(name, (seconds.get(name) ?? 0) + secondsIn(statOf(`${pid}/task/${thread}`), [11, 12]))
  }
  return seconds
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
