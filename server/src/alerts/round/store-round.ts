import type { Db } from '../../platform/db/database.ts'
import type { StateRow } from '../tables.ts'
import { judged, type State } from './judge.ts'
import {
  endFirings,
  insertFirings,
  lockStates,
  type NewState,
  selectListeners,
  storeValues,
  type WatchingRule,
  writeStates,
} from './queries.ts'
import type { Judgement } from './round.ts'
import { type Told, tell } from './tell.ts'

/** The members whose names a firing keeps. */
const maxNamed = 20

/**
 * Stores the states that follow from the values of a round, with the firings that begin and end and their notifications, all in the
 * caller's transaction. A rule that changed since its value was counted, or that a later round has judged, stays as it is: so two nodes
 * never tell one cause twice.
 */
export async function storeRound(trx: Db, at: Date, judgements: readonly Judgement[]): Promise<void> {
  const states = await lockStates(
    trx,
    judgements.map(({ rule }) => rule.id),
  )
  const current = judgements.flatMap((judgement) => {
    const row = states.get(judgement.rule.id)
    return row && row.revision === judgement.rule.revision && !(row.judged_at && row.judged_at >= at) ? [{ ...judgement, row }] : []
  })
  const outcomes = current.map((one) =>
    'value' in one ? byValue(one.rule, one.row, one.value, at) : byProblem(one.rule, one.row, one.problem, at),
  )
  const told = outcomes.flatMap(({ change }) => change ?? [])
  await writeStates(
    trx,
    outcomes.map(({ state }) => state),
  )
  const idsOf = (change: Told['change']) => told.filter((one) => one.change === change).map(({ rule }) => rule.id)
  const ended = await endFirings(trx, at, idsOf('ended'), 'recovered')
  await endFirings(trx, at, idsOf('lost'), 'lost')
  const listeners =
    told.length > 0
      ? await selectListeners(
          trx,
          told.map(({ rule }) => rule.id),
        )
      : new Map<number, never[]>()
  const began = told.flatMap(({ rule, change, value }) => {
    if (change !== 'began' || value === null) return []
    const members = listeners.get(rule.id) ?? []
    const named = members.slice(0, maxNamed).map(({ name, bell, mail }) => ({ name, bell, mail }))
    return [{ ...rule, ruleId: rule.id, value, told: named, toldCount: members.length }]
  })
  await insertFirings(trx, at, began)
  await storeValues(
    trx,
    at,
    current.flatMap((one) => ('value' in one ? [{ rule_id: one.rule.id, value: one.value }] : [])),
  )
  await tell(trx, at, told, { listeners, ended })
}

type Outcome = { state: NewState; change: Told | null }

function byValue(rule: WatchingRule, row: StateRow, value: number, at: Date): Outcome {
  const before: State = { phase: row.phase, since: row.since, judgedAt: row.judged_at, toldAt: row.told_at }
  const condition = {
    comparison: rule.comparison,
    threshold: rule.threshold,
    holdMinutes: rule.hold_minutes,
    recoversAt: rule.recovers_at,
    recoverMinutes: rule.recover_minutes,
    repeatHours: rule.repeat_hours,
  }
  const { state, change } = judged(before, condition, value, at)
  return {
    state: { rule_id: rule.id, phase: state.phase, since: state.since, told_at: state.toldAt, judged_at: at, value, problem: null },
    change: change && { rule, change, value },
  }
}

/** A rule that cannot be judged any more does not fire, and its members are told once that nobody watches. */
function byProblem(rule: WatchingRule, row: StateRow, problem: NonNullable<StateRow['problem']>, at: Date): Outcome {
  const { value, judged_at } = row
  const since = row.problem === null ? at : row.since
  return {
    state: { rule_id: rule.id, phase: 'normal', since, told_at: null, value, judged_at, problem },
    change: row.problem === null ? { rule, change: 'lost', value } : null,
  }
}
