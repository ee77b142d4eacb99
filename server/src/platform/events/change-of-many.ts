import type { Change } from './changes.ts'

/** From here on a look at all SIMs costs less than a list of those that changed. */
export const mostListed = 500
/** No screen shows more; whoever needs more asks again. */
const pushedRows = 10_000

/** The change to publish after many SIMs, and OTAs of theirs, were written at once. */
export function changeOfMany({ sims, jobs = [] }: { sims: readonly number[]; jobs?: readonly number[] }): Change {
  return {
    sims: sims.length > pushedRows ? [] : sims,
    jobs: jobs.length > pushedRows ? [] : jobs,
    work: workOf(sims),
  }
}

/** Which SIMs may have work or no longer have. */
export const workOf = (sims: readonly number[]): readonly number[] | 'all' => (sims.length > mostListed ? 'all' : sims)
