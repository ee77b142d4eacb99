import type { Change } from './changes.ts'

/** Number of SIMs from which a look at all SIMs costs less than a list of the changed ones. */
export const mostListed = 500
/** Maximum of ids that are published; no screen shows more, and other readers ask again. */
const pushedRows = 10_000

/** The change to publish after many SIMs, and their OTAs, were written at once. */
export function changeOfMany({ sims, jobs = [] }: { sims: readonly number[]; jobs?: readonly number[] }): Change {
  return {
    sims: sims.length > pushedRows ? [] : sims,
    jobs: jobs.length > pushedRows ? [] : jobs,
    work: workOf(sims),
  }
}

/** The SIMs that may have gained or lost work. */
export const workOf = (sims: readonly number[]): readonly number[] | 'all' => (sims.length > mostListed ? 'all' : sims)
