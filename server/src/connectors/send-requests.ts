import { setTimeout as delay } from 'node:timers/promises'
import type { Publish } from '../platform/events/changes.ts'
import { type TaskRun, TaskPause } from '../tasks/task-handler.ts'
import { holderOf } from './holder.ts'
import { CallFailure } from './http-call.ts'
import { AccountClosed, type Dependencies } from './jasper.ts'
import {
  hasOpenRequests,
  leaseRequest,
  markSent,
  releaseRequest,
  type RequestAnswer,
  type StatusRequest,
  storeAnswer,
} from './request-queries.ts'
import { refusedBy } from './reasons.ts'

const pollMs = 500
/** Calls without a usable answer after which a request ends, if the carrier answers about the SIM all the while. */
const maxFruitless = 10

/**
 * Sends the stored requests of a task to the carriers, one at a time, and stores each answer. After a call without an answer the carrier is
 * asked for the SIM's status before the change is requested again. Throws `TaskPause` while an account is closed.
 */
export async function sendRequests(dependencies: Dependencies & { publish: Publish }, run: TaskRun): Promise<void> {
  const { db, publish } = dependencies
  for (;;) {
    if (run.stopped()) return
    const request = await leaseRequest(db, run.task.id)
    if (!request) {
      if (!(await hasOpenRequests(db, run.task.id))) return
      // Another node holds the rest, or died while it did.
      await delay(pollMs)
      await run.recheck()
      continue
    }
    const answer = await answerOf(dependencies, request)
    if (answer === null) continue
    const stored = await db.transaction().execute((trx) => storeAnswer(trx, request, { ...answer, actor: run.task.created_by_name }))
    if (stored) publish({ sims: [request.sim_id], tasks: [run.task.id] })
  }
}

type Found = Omit<RequestAnswer, 'actor'>

/** The answer to the request; null if the carrier has to be asked again. */
async function answerOf(dependencies: Dependencies, request: StatusRequest): Promise<Found | null> {
  const state = { sent: request.state === 'sent', wasRead: false }
  try {
    return await ask(dependencies, request, state)
  } catch (error) {
    const unsent = !state.sent || (error instanceof CallFailure && !error.mayHaveRun && request.state === 'stored')
    const isFruitless = error instanceof CallFailure && state.wasRead && error.failure !== 'busy'
    if (isFruitless && request.fruitless + 1 >= maxFruitless)
      return { status: null, reason: 'noUsableAnswer', accountId: null, askedAt: new Date() }
    await releaseRequest(dependencies.db, request, { unsent, isFruitless })
    if (error instanceof AccountClosed) throw new TaskPause()
    if (error instanceof CallFailure) return null
    throw error
  }
}

async function ask(dependencies: Dependencies, request: StatusRequest, state: { sent: boolean; wasRead: boolean }): Promise<Found> {
  const { db } = dependencies
  const { iccid, to_status: to } = request
  const found = await holderOf(dependencies, request, state.sent)
  if (!found) return { status: null, reason: 'notAtCarrier', accountId: null, askedAt: new Date() }
  const { jasper, accountId } = found
  state.wasRead = found.device !== null
  let { askedAt } = found
  if (found.device?.status === to) return { status: to, reason: null, accountId, askedAt }
  await markSent(db, request)
  state.sent = true
  askedAt = new Date()
  const refusal = await jasper.changeStatus(iccid, to)
  if (!refusal) return { status: to, reason: null, accountId, askedAt }
  askedAt = new Date()
  const device = await jasper.readDevice(iccid)
  if (device?.status === to) return { status: to, reason: null, accountId, askedAt }
  return { status: device?.status ?? null, reason: refusedBy(refusal.refused), accountId, askedAt }
}
