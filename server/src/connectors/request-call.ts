import type { Db } from '../platform/db/database.ts'
import type { AccountRow } from './accounts-queries.ts'
import type { CallLine } from './call-line.ts'
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
  readonly #line: CallLine
  request: StatusRequest
  /** True once the carrier may have been asked for the change. */
  asked = false

  constructor(db: Db, line: CallLine, request: StatusRequest) {
    this.#db = db
    this.#line = line
    this.request = request
  }

  /** Makes a call once the account may be asked. `sent`: it may change the SIM. Throws `NotHeld` before the call. */
  async inTurn<Result>(account: AccountRow, call: () => Promise<Result>, { sent } = { sent: false }): Promise<Result> {
    return this.#line.run(account, async () => {
      const renewed = await renewLease(this.#db, this.request, { sent })
      if (!renewed) throw new NotHeld('the request belongs to another node')
      this.request = renewed
      this.asked ||= sent
      return call()
    })
  }
}

/** Asks the carrier for the change, unless the SIM has the status already. Throws `AccountClosed`, `CallFailure` and `NotHeld`. */
export async function askCarrier(dependencies: Dependencies, call: RequestCall): Promise<Found> {
  const { iccid, to_status: to, state, fruitless } = call.request
  const found = await holderOf(dependencies, call.request, {
    mustRead: state === 'sent',
    inTurn: (account, read) => call.inTurn(account, read),
  })
  if (!found) return { status: null, reason: 'notAtCarrier', accountId: null, askedAt: new Date() }
  const { connector, account, device } = found
  const accountId = account.id
  const read = { accountId, askedAt: found.askedAt }
  if (device?.status === to) return { status: to, reason: null, ...read }
  if (device && fruitless >= maxFruitless) return { status: device.status, reason: 'noUsableAnswer', ...read }
  const change = async () => ({ askedAt: new Date(), refusal: await connector.changeStatus(iccid, to) })
  const { askedAt, refusal } = await call.inTurn(account, change, { sent: true })
  if (!refusal) return { status: to, reason: null, accountId, askedAt }
  const after = await readAfterRefusal(connector, call, account)
  if (after?.device?.status === to) return { status: to, reason: null, accountId, askedAt: after.askedAt }
  const readAt = after?.device ? after.askedAt : askedAt
  return { status: after?.device?.status ?? null, reason: refusedBy(refusal.refused), accountId, askedAt: readAt }
}

/** The SIM after a refusal; null if it cannot be read now: the refusal stands without it. */
async function readAfterRefusal(
  connector: Connector,
  call: RequestCall,
  account: AccountRow,
): Promise<{ device: Device | null; askedAt: Date } | null> {
  try {
    return await call.inTurn(account, async () => ({ askedAt: new Date(), device: await connector.readDevice(call.request.iccid) }))
  } catch (error) {
    if (error instanceof CallFailure || error instanceof AccountClosed) return null
    throw error
  }
}
