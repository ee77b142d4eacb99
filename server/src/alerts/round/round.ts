import type { AlertProblem } from '@simdeck/contract/alerts.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { canCount, countsOf } from '../../sims/list/count-many.ts'
import type { FleetIndex } from '../../sims/fleet-index/fleet-index.ts'
import { figuresNow } from '../figures.ts'
import { selectGroupIds } from '../queries.ts'
import { watchedOf } from '../watched.ts'
import { beginRound, deleteOldAlerts, giveUpRound, keepViews, selectWatching, type WatchingRule } from './queries.ts'
import { storeRound } from './store-round.ts'

/** A rule with its present value, or with the reason why it has none. */
export type Judgement = { rule: WatchingRule } & ({ value: number } | { problem: AlertProblem })

/** Just under a minute, so that a run of the job that is due after a minute finds its round due. */
const everySeconds = 58
const asker = { key: 'alerts', gone: new AbortController().signal }

/**
 * Judges every rule once a minute, on one node. A node without a current index leaves the round to others, so that no rule is judged by
 * wrong numbers. A round whose node dies is followed by the next one.
 */
export async function judgeRules(db: Db, index: FleetIndex): Promise<void> {
  if (!(await canCount(index))) return
  const at = await beginRound(db, everySeconds)
  if (!at) return
  let judgements: Judgement[] | null = null
  try {
    await keepViews(db)
    judgements = await judgementsOf(db, index, await selectWatching(db))
    if (judgements && judgements.length > 0) await db.transaction().execute((trx) => storeRound(trx, at, judgements!))
  } catch (error) {
    await giveUpRound(db)
    throw error
  }
  if (!judgements) await giveUpRound(db)
}

/** The values of the rules; null if they cannot be counted now. Rules on figures that are not gathered at present are absent. */
async function judgementsOf(db: Db, index: FleetIndex, rules: readonly WatchingRule[]): Promise<Judgement[] | null> {
  const counted = await countedJudgements(
    db,
    index,
    rules.filter(({ figure }) => figure === null),
  )
  return counted && [...counted, ...(await figureJudgements(db, rules))]
}

async function figureJudgements(db: Db, rules: readonly WatchingRule[]): Promise<Judgement[]> {
  if (rules.every(({ figure }) => figure === null)) return []
  const values = await figuresNow(db)
  return rules.flatMap((rule) => {
    const value = rule.figure === null ? undefined : values.get(rule.figure)
    return value === undefined ? [] : { rule, value }
  })
}

/** The numbers of SIMs of the rules. Equal filters are counted once. */
async function countedJudgements(db: Db, index: FleetIndex, rules: readonly WatchingRule[]): Promise<Judgement[] | null> {
  const watched = rules.map((rule) => ({ rule, watches: watchedOf(rule.search) }))
  const named = watched.flatMap(({ watches }) => ('groups' in watches ? watches.groups : []))
  const groups = await selectGroupIds(db, [...new Set(named)])
  const filters = new Map<string, SimFilter>()
  const asked = watched.map(({ rule, watches }): { rule: WatchingRule } & ({ problem: AlertProblem } | { key: string }) => {
    if ('problem' in watches) return { rule, problem: watches.problem }
    if (!watches.groups.every((id) => groups.has(id))) return { rule, problem: 'groupDeleted' as const }
    const key = JSON.stringify(watches.filter)
    filters.set(key, watches.filter)
    return { rule, key }
  })
  const counts = await countsOf(db, index, [...filters.values()], asker)
  if (!counts) return null
  const values = new Map([...filters.keys()].map((key, at) => [key, counts[at]!]))
  return asked.map((one) => ('problem' in one ? one : { rule: one.rule, value: values.get(one.key)! }))
}

/** Deletes values and firings that are not kept longer. */
export const sweepAlerts = (db: Db): Promise<void> => deleteOldAlerts(db)
