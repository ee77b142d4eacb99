import { basePaths, endpoints, fillPath } from '@simdeck/contract/endpoints.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { sortOf } from '@simdeck/contract/list.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { endedTaskStates, type TaskResult } from '@simdeck/contract/tasks.ts'
import { deriveKey } from '../platform/crypto/seal.ts'
import { checkSignedPath, signPath } from '../platform/crypto/signed-path.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type Handlers, signedIn } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import { cancelTask, countTasks, lockTask, selectTaskPage } from './queries.ts'
import { resultPage } from './results/results.ts'
import { resultsCsv } from './results/results-csv.ts'
import { shapeTasks, taskById } from './task-shape.ts'
import { notifyOfEnd } from './task-notifications.ts'
import type { Tasks } from './tasks.ts'

type Calls = 'listTasks' | 'getTask' | 'cancelTask' | 'listTaskResults' | 'getTaskResultsUrl' | 'downloadTaskResults'
type Dependencies = { db: Db; tasks: Tasks; masterKey: string; publish: Publish }

const csvPath = (id: number) => basePaths.main + fillPath(endpoints.downloadTaskResults.path, { id })

export function taskRoutes({ db, tasks, masterKey, publish }: Dependencies): Handlers<Calls> {
  const signingKey = deriveKey(masterKey, 'signed urls')

  return {
    async listTasks({ query }) {
      const order = sortOf(query.sort)?.order === 'ASC' ? 'asc' : 'desc'
      const [total, rows] = await Promise.all([countTasks(db, query), selectTaskPage(db, query, { order, ...windowOf(query) })])
      return pageOf(await shapeTasks(db, rows), query, total)
    },

    getTask: ({ params }) => taskById(db, params.id),

    async cancelTask(call) {
      const { id } = call.params
      await db.transaction().execute(async (trx) => {
        const task = await lockTask(trx, id)
        if (!task) throw new ApiError('taskNotFound')
        if (!signedIn(call).permissions.has(tasks.needs(task.kind))) throw new ApiError('noPermission')
        if (endedTaskStates.includes(task.state)) throw new ApiError('taskEnded')
        const isOver = await cancelTask(trx, task)
        if (isOver) await notifyOfEnd(trx, task, { state: 'cancelled', failure: null })
        await call.audit(trx)
      })
      publish({ tasks: [id] })
      return taskById(db, id)
    },

    async listTaskResults({ params: { id }, query, language }) {
      const { kind } = await taskById(db, id)
      return resultPage(db, id, query, tasks.reasonTextOf(kind, language))
    },

    async getTaskResultsUrl({ params: { id }, query: { outcome }, language }) {
      await taskById(db, id)
      return signPath(signingKey, csvPath(id), new Date(), signedQuery(language, outcome))
    },

    async downloadTaskResults({ params: { id }, query: { language, outcome, ...link } }) {
      const now = new Date()
      checkSignedPath(signingKey, csvPath(id), link, now, signedQuery(language, outcome))
      const { kind } = await taskById(db, id)
      return {
        stream: resultsCsv(db, { taskId: id, outcome }, tasks.reasonTextOf(kind, language)),
        fileName: `task-results-${Math.floor(now.getTime() / 1000)}.csv`,
      }
    },
  }
}

const signedQuery = (language: Language, outcome: TaskResult['outcome'] | undefined) => ({ language, ...(outcome && { outcome }) })
