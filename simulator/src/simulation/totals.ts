import type { SimulationReport } from './simulate-session.ts'

/** The sums of many simulated sessions, as plain data. */
export interface SimulationTotals {
  sessions: number
  frames: number
  faults: Record<string, number>
  nodeFailures: number
  powerLosses: number
  interruptions: number
  resumed: number
  ends: Record<string, number>
  /** The sessions with faults, by their own seeds. */
  failures: { seed: string; wrong: string[] }[]
}

export function newTotals(): SimulationTotals {
  return { sessions: 0, frames: 0, faults: {}, nodeFailures: 0, powerLosses: 0, interruptions: 0, resumed: 0, ends: {}, failures: [] }
}

const counted = ['frames', 'nodeFailures', 'powerLosses', 'interruptions', 'resumed'] as const

export function addReport(totals: SimulationTotals, report: SimulationReport): void {
  totals.sessions++
  for (const name of counted) totals[name] += report[name]
  addCounts(totals.faults, report.faults)
  for (const end of report.ends) totals.ends[end] = (totals.ends[end] ?? 0) + 1
  if (report.wrong.length > 0) totals.failures.push({ seed: report.seed, wrong: report.wrong })
}

export function addTotals(totals: SimulationTotals, more: SimulationTotals): void {
  totals.sessions += more.sessions
  for (const name of counted) totals[name] += more[name]
  addCounts(totals.faults, more.faults)
  addCounts(totals.ends, more.ends)
  totals.failures.push(...more.failures)
}

function addCounts(counts: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count
}
