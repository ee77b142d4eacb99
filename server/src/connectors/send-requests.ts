import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectorFailure } from '@simdeck/contract/connectors.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type TaskRun, TaskPause } from '../tasks/task-handler.ts'
import { askCarrier, type Found, NotHeld, RequestCall } from './request-call.ts'
import { CallFailure } from './http-call.ts'
import { mostCalls, selectAccounts } from './accounts-queries.ts'
import { CallLine } from './call-line.ts'
import { AccountClosed, type Dependencies } from './connector.ts'
import { closedForTask, leaseRequests, openRequests, releaseRequest, type StatusRequest, storeAnswer } from './request-queries.ts'

type Sender = Dependencies & { publish: Publish }

const pollMs = 250
/** A task whose next request is due later than this leaves its place to other tasks, and is continued after a wait of its own. */
const maxPollMs = 3_000
/** The wait of a request whose account was closed, or had no turn for it. */
const closedWaitSeconds = 1
/** Waits of a request after changes without a usable answer: doubled each time, up to ten minutes. */
const maxWaitSeconds = 600

/**
 * Sends the stored requests of a task to the carriers, a few at a time, and stores each answer. After a call without an answer the carrier
 * is asked for the SIM's status before the change is requested again. Throws `TaskPause` if no request is due for a while, and `TaskTurn` as `giveWay` does.
 */
export async function sendRequests(dependencies: Sender, run: TaskRun): Promise<void> {
  const { db } = dependencies
  const line = new CallLine()
  // While some are asked for, as many others are prepared, or their answers are stored.
  const atWork = 2 * Math.max(1, ...(await selectAccounts(db)).map(mostCalls))
  const working = new Set<Promise<void>>()
  let waitsFor: ConnectorFailure | null = run.task.waits_for
  const failures: unknown[] = []
  const begin = (request: StatusRequest): void => {
    const work = send(dependencies, run, line, request)
      .then((failure) => void (waitsFor = failure ?? waitsFor))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => void working.delete(work))
    working.add(work)
  }
  try {
    while (!run.stopped() && failures.length === 0) {
      await run.giveWay()
      const requests = await leaseRequests(db, run.task.id, atWork - working.size)
      for (const request of requests) begin(request)
      if (working.size > 0) await Promise.race(working)
      else if (await nothingDue(db, run, waitsFor)) return
    }
  } finally {
    await Promise.all(working)
  }
  if (failures.length > 0) throw failures[0]
}

/** Waits a moment for the next request; true if all are answered. Throws `TaskPause` if none is due for a while. */
async function nothingDue(db: Sender['db'], run: TaskRun, waitsFor: ConnectorFailure | null): Promise<boolean> {
  const open = await openRequests(db, run.task.id, maxPollMs)
  if (open === 'none') return true
  const closed = await closedForTask(db, run.task.id)
  const cause = closed?.failure ?? waitsFor
  if (cause !== null && (open === 'waiting' || (closed && closed.ms > maxPollMs))) throw new TaskPause(cause)
  // The account opens soon, or another node holds the rest, or died while it did.
  await delay(pollMs)
  await run.recheck()
  return false
}

/** Sends one request and stores its answer. Returns the cause for which the carrier has to be asked again. */
async function send(dependencies: Sender, { task }: TaskRun, line: CallLine, request: StatusRequest): Promise<ConnectorFailure | null> {
  const { db, publish } = dependencies
  const answer = await answerOf(dependencies, line, request)
  if (answer === null || typeof answer === 'string') return answer
  const stored = await db.transaction().execute((trx) => storeAnswer(trx, request, { ...answer, actor: task.created_by_name }))
  if (stored) publish({ sims: [request.sim_id], tasks: [task.id] })
  return null
}

/** The answer to the request; the cause for which the carrier has to be asked again; null if another node took the request. */
async function answerOf(dependencies: Dependencies, line: CallLine, request: StatusRequest): Promise<Found | ConnectorFailure | null> {
  const call = new RequestCall(dependencies.db, line, request)
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
