import { setTimeout as delay } from 'node:timers/promises'
import type { SmsReason } from '@simdeck/contract/sim-sms.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { responseStatus } from '@simdeck/protocol/scp80/response-status.ts'
import { esmClass } from '@simdeck/protocol/smpp/messages.ts'
import type { SmppMessage } from '@simdeck/protocol/smpp/messages.ts'
import { type ReceiptState, receiptOf } from '@simdeck/protocol/smpp/receipt.ts'
import { decodeUserData, holdsPacket } from '@simdeck/protocol/sms/user-data.ts'
import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { formsOf } from '../addresses.ts'
import { openKeySet } from '../../key-sets/sms-key-sets.ts'
import { proofOf } from '../messages/packets.ts'
import {
  type Answer,
  type AnswerableMessage,
  selectAnswerable,
  storeAnswers,
  storeProofs,
  type StoredProof,
  storeReceipts,
} from './queries.ts'

const flushMs = 50
const lookMs = 5
/** New outcomes that are stored without waiting for more: a gateway sends no more than its window before the first ones are confirmed. */
const enough = 20
/** The time for which a receipt waits for the answer to its message, which it may overtake. */
const earlyReceiptMs = 5_000
/** Messages of the gateway that wait to be stored. More are refused, and the gateway sends them again. */
const mostWaiting = 2_000

type Incoming = { stored: () => void; refused: (error: Error) => void }
type WaitingReceipt = Incoming & { messageId: string; reason: SmsReason | null; sinceMs: number }
type WaitingProof = Incoming & { address: string; packet: Uint8Array }

/** The cause of a failure that a receipt reports; null for a delivery, undefined for a state that ends nothing. */
function reasonOf(state: ReceiptState): SmsReason | null | undefined {
  if (state === 'delivered' || state === 'accepted') return null
  return state === 'enroute' ? undefined : state
}

/** Stores the answers, receipts and proofs of one session, many in one transaction. Those of the gateway are confirmed once they are stored. */
export class Outcomes {
  readonly #dependencies: { db: Db; sealer: Sealer; publish: Publish }
  readonly #answers: Answer[] = []
  readonly #receipts: WaitingReceipt[] = []
  readonly #proofs: WaitingProof[] = []
  #flushing: Promise<void> | null = null
  /** Outcomes since the last flush. */
  #fresh = 0
  /** The failure of the database after which the session is of no use; null while there is none. */
  problem: Error | null = null

  constructor(dependencies: { db: Db; sealer: Sealer; publish: Publish }) {
    this.#dependencies = dependencies
  }

  add(answer: Answer): void {
    this.#answers.push(answer)
    this.#fresh++
    void this.#flushSoon()
  }

  /** Takes a message of the gateway. Resolves once it is stored or of no use here, and rejects if the gateway is to send it again. */
  async receive(message: SmppMessage): Promise<void> {
    if (this.#receipts.length + this.#proofs.length >= mostWaiting) throw new Error('too many messages wait')
    const receipt = receiptOf(message)
    if (receipt) {
      const reason = reasonOf(receipt.state)
      if (reason === undefined) return
      return this.#stored((incoming) => {
        this.#receipts.push({ ...incoming, messageId: receipt.messageId, reason, sinceMs: performance.now() })
      })
    }
    const packet = responsePacketOf(message)
    if (packet) await this.#stored((incoming) => this.#proofs.push({ ...incoming, address: message.source.address, packet }))
  }

  /** Stores what waits; rejects if the database does not. */
  async finish(): Promise<void> {
    await this.#flushing?.catch(() => undefined)
    await this.#flush(true)
  }

  #stored(add: (incoming: Incoming) => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    add({ stored: resolve, refused: reject })
    this.#fresh++
    void this.#flushSoon()
    return promise
  }

  async #flushSoon(): Promise<void> {
    this.#flushing ??= this.#flushUntilEmpty().finally(() => (this.#flushing = null))
    await this.#flushing.catch(() => undefined)
  }

  async #flushUntilEmpty(): Promise<void> {
    while (this.#answers.length + this.#receipts.length + this.#proofs.length > 0) {
      for (let waitedMs = 0; waitedMs < flushMs && this.#fresh < enough; waitedMs += lookMs) await delay(lookMs)
      await this.#flush(false)
    }
  }

  async #flush(isLast: boolean): Promise<void> {
    const answers = this.#answers.splice(0)
    const receipts = this.#receipts.splice(0)
    const proofs = this.#proofs.splice(0)
    this.#fresh = 0
    const { db, publish } = this.#dependencies
    try {
      const { sims, found } = await db.transaction().execute(async (trx) => {
        const answered = answers.length > 0 ? await storeAnswers(trx, answers) : []
        const ended = receipts.length > 0 ? await storeReceipts(trx, receipts) : []
        const proved = proofs.length > 0 ? await storeProofs(trx, await this.#read(trx, proofs)) : []
        return { sims: [...answered, ...ended.map(({ sim_id }) => sim_id), ...proved], found: new Set(ended.map((one) => one.message_id)) }
      })
      publish({ sims: [...new Set(sims)] })
      for (const { stored } of proofs) stored()
      for (const receipt of receipts) {
        const mayComeLater = !isLast && !found.has(receipt.messageId) && performance.now() - receipt.sinceMs < earlyReceiptMs
        if (mayComeLater) this.#receipts.push(receipt)
        else receipt.stored()
      }
    } catch (error) {
      // The rows of the answers stay `sent`, and the next session sends these messages again.
      this.problem = error as Error
      for (const { refused } of [...receipts, ...proofs]) refused(error as Error)
      throw error
    }
  }

  /** The proofs that answer one of the last packets to their sender. */
  async #read(trx: Db, proofs: readonly WaitingProof[]): Promise<StoredProof[]> {
    const messages = await selectAnswerable(trx, [...new Set(proofs.flatMap(({ address }) => formsOf(address)))])
    const best = new Map<number, StoredProof>()
    for (const { address, packet } of proofs) {
      const proof = this.#proofFrom(messages, formsOf(address), packet)
      if (proof && weightOf(proof) > weightOf(best.get(proof.id))) best.set(proof.id, proof)
    }
    return [...best.values()]
  }

  #proofFrom(messages: readonly AnswerableMessage[], forms: readonly string[], packet: Uint8Array): StoredProof | null {
    for (const one of messages) {
      if (!forms.includes(one.destination)) continue
      const keySet = openKeySet(this.#dependencies.sealer, one.iccid, one)
      const proof = keySet && proofOf(new Uint8Array(one.packet), packet, keySet)
      // A card that cannot verify a packet does not know its counter: its refusal answers the newest packet.
      if (proof && (proof.counter === one.counter || !proof.isAuthentic))
        return { id: one.id, status: proof.status, isAuthentic: proof.isAuthentic, data: proof.data }
    }
    return null
  }
}

/** The order in which proofs of one message replace each other. */
function weightOf(proof: StoredProof | undefined): number {
  if (!proof) return 0
  if (!proof.isAuthentic) return 1
  return proof.status === responseStatus.ok ? 3 : 2
}

/** The response packet in a message of a card; null for any other message. */
function responsePacketOf({ esmClass: kind, userData: octets }: SmppMessage): Uint8Array | null {
  if ((kind & esmClass.userDataHeader) === 0) return null
  try {
    const userData = decodeUserData(octets, true)
    return holdsPacket(userData, 'responsePacket') ? userData.data : null
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}
