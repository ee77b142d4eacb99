import { joinedTexts, splitTexts } from '@simdeck/contract/list.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { fold } from '../fleet-index/data/columns/fold.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import type { Asker } from '../fleet-index/question-queue.ts'
import type { Share } from '../sql/shares.ts'
import { bySql } from './by-sql.ts'

/** The SIMs that match by their RSRP: from each of the descending `starts` on, weaker ones, and those without a value. */
export async function signalCounts(db: Db, index: FleetIndex, filter: SimFilter, starts: readonly number[], asker: Asker) {
  return (await index.signals({ filter, starts }, asker)) ?? (await bySql.signals(db, filter, starts))
}

/** SIMs with an applet in a version. `filter` lists them, in the form of an address; null if no filter lists exactly these. */
export type AppletCount = { name: string | null; version: string | null; count: number; filter: Record<string, string> | null }

/** All SIMs by applet and its version, most first, at most `take`. */
export async function appletCounts(db: Db, index: FleetIndex, take: number, asker: Asker): Promise<AppletCount[]> {
  const of = ['poller_name', 'other_applet_name', 'other_applet_version'] as const
  const shares = (await index.shares({ filter: {}, of }, asker)) ?? (await bySql.shares(db, {}, of))
  return countsByApplet(shares, take)
}

export function countsByApplet(shares: readonly Share[], take: number): AppletCount[] {
  const counts = new Map<string, Omit<AppletCount, 'filter'>>()
  for (const { values, count } of shares) {
    const { other_applet_name: name = null, other_applet_version: version = null } = values
    const key = JSON.stringify([name, version])
    counts.set(key, { name, version, count: (counts.get(key)?.count ?? 0) + count })
  }
  const sorted = [...counts.values()].toSorted((one, other) => other.count - one.count || (nameOf(one) < nameOf(other) ? -1 : 1))
  return sorted.slice(0, take).map((one) => ({ ...one, filter: filterOf(one, shares) }))
}

const nameOf = ({ name, version }: Omit<AppletCount, 'filter'>): string => `${name} ${version}`

/** The filter by applet finds a part of a name, also of the poller, so it may find other SIMs as well. */
function filterOf({ name, version, count }: Omit<AppletCount, 'filter'>, shares: readonly Share[]): AppletCount['filter'] {
  if (name === null || !isWhole(name) || (version !== null && !isWhole(version))) return null
  const part = fold(name)
  const found = shares.filter(
    ({ values: { poller_name: poller, other_applet_name: other, other_applet_version: own } }) =>
      [poller, other].some((each) => typeof each === 'string' && fold(each).includes(part)) && (version === null || own === version),
  )
  if (found.reduce((sum, share) => sum + share.count, 0) !== count) return null
  return { applet: joinedTexts([name]), ...(version !== null && { applet_version: joinedTexts([version]) }) }
}

/** True for a text that a filter keeps as it is. */
const isWhole = (text: string): boolean => {
  const read = splitTexts(joinedTexts([text]))
  return read.length === 1 && read[0] === text
}
