import type { Change } from './changes.ts'

/** Maximum number of SIMs in `rereadSims`. For more SIMs it costs less to read all SIMs again. */
export const maxRereadSims = 500
/** Maximum number of ids that are published. No screen shows more rows, and other readers query again. */
const maxPublishedIds = 10_000

/** The change to publish after many SIMs, and their OTAs, were written at once. */
export function changeOfMany({ sims, jobs = [] }: { sims: readonly number[]; jobs?: readonly number[] }): Change {
  return {
    sims: sims.length > maxPublishedIds ? [] : sims,
    jobs: jobs.length > maxPublishedIds ? [] : jobs,
    rereadSims: rereadSimsOf(sims),
  }
}

/** The value of `rereadSims` for these SIMs. */
export const rereadSimsOf = (sims: readonly number[]): readonly number[] | 'all' => (sims.length > maxRereadSims ? 'all' : sims)
