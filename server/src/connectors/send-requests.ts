import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectorFailure } from '@simdeck/contract/connectors.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type TaskRun, TaskPause } from '../tasks/task-handler.ts'
import { askCarrier, type Found, NotHeld, RequestCall } from './request-call.ts'
import { CallFailure } from './http-call.ts'
import { AccountClosed, type Dependencies } from './connector.ts'
import { closedForTask, leaseRequest, releaseRequest, type StatusRequest, storeAnswer, untilDue } from './request-queries.ts'

const pollMs = 500
/** A task whose next request is due later than this leaves its place to other tasks. */
const maxPollMs = 5_000
/** The wait of a request whose account was closed, or had no turn for it. */
const closedWaitSeconds = 1
/** Waits of a request after changes without a usable answer: doubled each time, up to ten minutes. */
const maxWaitSeconds = 600

/**
 * Sends the stored requests of a task to the carriers, one at a time, and stores each answer. After a call without an answer the carrier is
 * asked for the SIM's status before the change is requested again. Throws `TaskPause` if no request is due for a while.
 */
export async function sendRequests(dependencies: Dependencies & { publish: Publish }, run: TaskRun): Promise<void> {
  const { db, publish } = dependencies
  let failure: ConnectorFailure | null = run.task.waits_for
  for (;;) {
    if (run.stopped()) return
    const request = await leaseRequest(db, run.task.id)
    if (!request) {
      const ms = await untilDue(db, run.task.id)
      if (ms === null) return
      const closed = await closedForTask(db, run.task.id)
      if (closed !== null || (failure !== null && ms > maxPollMs)) throw new TaskPause(closed ?? failure ?? 'busy')
      // Another node holds the rest, or died while it did.
      await delay(pollMs)
      await run.recheck()
      continue
    }
    const answer = await answerOf(dependencies, request)
    if (typeof answer === 'string') failure = answer
    if (answer === null || typeof answer === 'string') continue
    const stored = await db.transaction().execute((trx) => storeAnswer(trx, request, { ...answer, actor: run.task.created_by_name }))
    if (stored) publish({ sims: [request.sim_id], tasks: [run.task.id] })
  }
}

/** The answer to the request; the cause for which the carrier has to be asked again; null if another node took the request. */
async function answerOf(dependencies: Dependencies, request: StatusRequest): Promise<Found | ConnectorFailure | null> {
  const call = new RequestCall(dependencies.db, request)
  try {
    return await askCarrier(dependencies, call)
  } catch (error) {
    if (error instanceof NotHeld) return null
    const isClosed = error instanceof AccountClosed
    const failed = error instanceof CallFailure
    const didNotRun = isClosed || (failed && !error.mayHaveRun)
    const isFruitless = call.asked && failed && error.failure !== 'busy'
    await releaseRequest(dependencies.db, call.request, {
      unsent: request.state === 'stored' && (!call.asked || didNotRun),
      isFruitless,
      waitSeconds: isFruitless ? Math.min(maxWaitSeconds, 2 ** request.fruitless) : isClosed ? closedWaitSeconds : 0,
    })
    if (isClosed || failed) return error.failure
    throw error
  }
}
