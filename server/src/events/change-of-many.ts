import type { Change } from './changes.ts'

/** From here on a look at all SIMs costs less than a list of those that changed. */
const listedWork = 500
/** No screen shows more; whoever needs more asks again. */
const pushedRows = 10_000

/** The change to publish after many SIMs, and OTAs of theirs, were written at once. */
export function changeOfMany({ sims, jobs = [] }: { sims: readonly number[]; jobs?: readonly number[] }): Change {
  return {
    sims: sims.length > pushedRows ? [] : sims,
    jobs: jobs.length > pushedRows ? [] : jobs,
    work: sims.length > listedWork ? 'all' : sims,
  }
}
