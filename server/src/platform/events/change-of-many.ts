import type { Change } from './changes.ts'

/** Maximum number of SIMs in a list of changed ones. For more SIMs it costs less to read all SIMs again. */
export const mostListed = 500
/** Maximum number of ids that are published. No screen shows more rows, and other readers query again. */
const pushedRows = 10_000

/** The change to publish after many SIMs, and their OTAs, were written at once. */
export function changeOfMany({ sims, jobs = [] }: { sims: readonly number[]; jobs?: readonly number[] }): Change {
  return {
    sims: sims.length > pushedRows ? [] : sims,
    jobs: jobs.length > pushedRows ? [] : jobs,
    work: workOf(sims),
  }
}

/** The SIMs whose due OTAs may have changed. */
export const workOf = (sims: readonly number[]): readonly number[] | 'all' => (sims.length > mostListed ? 'all' : sims)
