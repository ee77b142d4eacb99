import type { AlertRuleInput } from '@simdeck/contract/alerts.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { changesBetween } from '../platform/audit/subjects.ts'
import { type Db, isUniqueViolation } from '../platform/db/database.ts'
import { type Handlers, signedIn } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import type { FleetIndex } from '../sims/fleet-index/fleet-index.ts'
import { QuestionQueue } from '../sims/fleet-index/question-queue.ts'
import { askerOf } from '../sims/list/asker.ts'
import { countOf } from '../sims/list/count-many.ts'
import { checkedSource, checkRecipients } from './checked-rule.ts'
import { figuresNow } from './figures.ts'
import * as queries from './queries.ts'
import { loggedFields } from './logged-fields.ts'
import { firingShape, ruleById, ruleRowById, withDetails } from './rules.ts'

type Calls =
  | 'listAlertRules'
  | 'countAlertRules'
  | 'listAlertRecipients'
  | 'getAlertRule'
  | 'createAlertRule'
  | 'updateAlertRule'
  | 'switchAlertRule'
  | 'deleteAlertRule'
  | 'countAlertSource'
  | 'listAlertFigures'
  | 'getAlertValues'
  | 'listAlertFirings'

const throwNameTaken = (error: unknown): never => {
  throw isUniqueViolation(error) ? new ApiError('alertRuleExists') : error
}

const conditionOf = ({
  comparison,
  threshold,
  holdMinutes,
  recoversAt,
  recoverMinutes,
}: Omit<AlertRuleInput, 'source' | 'recipients'>) => ({
  comparison,
  threshold,
  holdMinutes,
  recoversAt,
  recoverMinutes,
})
const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * A count without the index reads every SIM. An asker has one at a time, each within `timeLimits.list`, so that many requests of one member
 * keep one connection at most.
 */
const sqlLimits = { atOnce: 2, perAsker: 1, waitingPerAsker: 5 }

export function alertRoutes({ db, index }: { db: Db; index: FleetIndex }): Handlers<Calls> {
  const countsBySql = new QuestionQueue(sqlLimits)

  /** Locks the rule and returns it as it is. */
  async function locked(trx: Db, id: number) {
    if (!(await queries.lockRule(trx, id))) throw new ApiError('alertRuleNotFound')
    return ruleById(trx, id)
  }

  return {
    async listAlertRules({ query }) {
      const [total, rows] = await Promise.all([
        queries.countRules(db, query.name),
        queries.selectRules(db, { name: query.name, ...windowOf(query) }),
      ])
      return pageOf(await withDetails(db, rows), query, total)
    },

    countAlertRules: () => queries.countStates(db),

    listAlertRecipients: ({ query }) => queries.selectPossibleRecipients(db, query.name),

    getAlertRule: ({ params }) => ruleById(db, params.id),

    async createAlertRule(call) {
      const { body, audit } = call
      const { memberId } = signedIn(call)
      const id = await db
        .transaction()
        .execute(async (trx) => {
          const { view } = await checkedSource(trx, body.source, memberId)
          await checkRecipients(trx, body)
          const made = await queries.insertRule(trx, body, { view, createdBy: memberId })
          if (made === null) throw new ApiError('alertRuleLimit')
          await audit(trx, undefined, { subjects: [`alert:${made}`], name: body.name })
          return made
        })
        .catch(throwNameTaken)
      return ruleById(db, id)
    },

    async updateAlertRule(call) {
      const { params, body, audit } = call
      const { memberId } = signedIn(call)
      await db
        .transaction()
        .execute(async (trx) => {
          const before = await locked(trx, params.id)
          const isSameSource = isEqual(before.source, body.source)
          // A rule may go on watching a view that another member does not share.
          const view = isSameSource
            ? { viewName: before.sourceName, search: before.filter }
            : (await checkedSource(trx, body.source, memberId)).view
          await checkRecipients(trx, body)
          await queries.writeRule(trx, params.id, body, view)
          if (!isSameSource || !isEqual(conditionOf(before), conditionOf(body)))
            await queries.restartRule(trx, params.id, 'changed', { forget: !isSameSource })
          const changes = changesBetween(loggedFields(before), loggedFields(await ruleById(trx, params.id)))
          await audit(trx, undefined, { name: before.name, changes })
        })
        .catch(throwNameTaken)
      return ruleById(db, params.id)
    },

    async switchAlertRule({ params, body, audit }) {
      await db.transaction().execute(async (trx) => {
        const before = await locked(trx, params.id)
        if (before.on !== body.on) {
          await queries.switchRule(trx, params.id, body.on)
          await queries.restartRule(trx, params.id, 'off', { forget: false })
        }
        await audit(trx, undefined, { name: before.name, changes: changesBetween({ on: before.on }, body) })
      })
      return ruleById(db, params.id)
    },

    async deleteAlertRule({ params, audit }) {
      await db.transaction().execute(async (trx) => {
        const { name } = await locked(trx, params.id)
        await queries.removeRule(trx, params.id)
        await audit(trx, undefined, { name })
      })
    },

    async countAlertSource(call) {
      const { source } = call.body
      const { filter } = await checkedSource(db, source, signedIn(call).memberId)
      if (source.kind === 'figure') {
        const value = (await figuresNow(db)).get(source.figure)
        if (value === undefined) throw new ApiError('figureMissing')
        return { value, asOf: null }
      }
      const asker = askerOf(call)
      const found = () => countOf(db, index, filter ?? {}, asker)
      const { count, asOf } = await (index.isReady ? found() : countsBySql.run(asker, found))
      return { value: count, asOf: asOf?.toISOString() ?? null }
    },

    listAlertFigures: async () => [...(await figuresNow(db))].map(([figure, value]) => ({ figure, value })),

    async getAlertValues({ params }) {
      await ruleRowById(db, params.id)
      return (await queries.selectValues(db, params.id)).map(({ at, value }) => ({ at: at.toISOString(), value }))
    },

    async listAlertFirings({ query }) {
      const { rows, total } = await queries.selectFirings(db, { ruleId: query.ruleId, ...windowOf(query) })
      return pageOf(rows.map(firingShape), query, total)
    },
  }
}
