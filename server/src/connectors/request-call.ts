import type { Db } from '../platform/db/database.ts'
import { holderOf } from './holder.ts'
import { CallFailure } from './http-call.ts'
import type { Device } from './carrier-apis/carrier-api.ts'
import { AccountClosed, type Connector, type Dependencies } from './connector.ts'
import { refusedBy } from './reasons.ts'
import { renewLease, type RequestAnswer, type StatusRequest } from './request-queries.ts'

export type Found = Omit<RequestAnswer, 'actor'>

/** Another node took the request. */
export class NotHeld extends Error {
  override name = 'NotHeld'
}

/** Changes without a usable answer after which a request ends if the carrier answers about the SIM; with their waits more than an hour. */
const maxFruitless = 16

/** A request while this node asks the carrier for it. The lease is renewed before each call, so that no other node asks meanwhile. */
export class RequestCall {
  readonly #db: Db
  request: StatusRequest
  /** True once the carrier may have been asked for the change. */
  asked = false

  constructor(db: Db, request: StatusRequest) {
    this.#db = db
    this.request = request
  }

  /** Throws `NotHeld`. */
  async keep({ sent }: { sent: boolean } = { sent: false }): Promise<void> {
    const renewed = await renewLease(this.#db, this.request, { sent })
    if (!renewed) throw new NotHeld('the request belongs to another node')
    this.request = renewed
    this.asked ||= sent
  }
}

/** Asks the carrier for the change, unless the SIM has the status already. Throws `AccountClosed`, `CallFailure` and `NotHeld`. */
export async function askCarrier(dependencies: Dependencies, call: RequestCall): Promise<Found> {
  const { iccid, to_status: to, state, fruitless } = call.request
  const found = await holderOf(dependencies, call.request, { mustRead: state === 'sent', beforeCall: () => call.keep() })
  if (!found) return { status: null, reason: 'notAtCarrier', accountId: null, askedAt: new Date() }
  const { connector, accountId, device } = found
  const read = { accountId, askedAt: found.askedAt }
  if (device?.status === to) return { status: to, reason: null, ...read }
  if (device && fruitless >= maxFruitless) return { status: device.status, reason: 'noUsableAnswer', ...read }
  await call.keep({ sent: true })
  const askedAt = new Date()
  const refusal = await connector.changeStatus(iccid, to)
  if (!refusal) return { status: to, reason: null, accountId, askedAt }
  const readAt = new Date()
  const present = await readAfterRefusal(connector, call)
  if (present?.status === to) return { status: to, reason: null, accountId, askedAt: readAt }
  return { status: present?.status ?? null, reason: refusedBy(refusal.refused), accountId, askedAt: present ? readAt : askedAt }
}

/** The SIM after a refusal; null if it cannot be read now: the refusal stands without it. */
async function readAfterRefusal(connector: Connector, call: RequestCall): Promise<Device | null> {
  await call.keep()
  try {
    return await connector.readDevice(call.request.iccid)
  } catch (error) {
    if (error instanceof CallFailure || error instanceof AccountClosed) return null
    throw error
  }
}
