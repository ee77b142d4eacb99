import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { isSuccess } from '@simdeck/protocol/status-words.ts'
import { CardError } from '../card-error.ts'
import type { VirtualCard } from '../card/card.ts'
import { Occasions } from '../misbehaviour.ts'
import type { CardMisbehaviour, CommandOccasion } from '../misbehaviour.ts'
import { safeFault } from './safe-faults.ts'

/** A loss of power, which ends the running command and clears the card's RAM. */
export class PowerLoss extends Error {}

const instruction = { initializeUpdate: 0x50, install: 0xe6, load: 0xe8 } as const
/**
 * The offset of the card cryptogram in the answer to INITIALIZE UPDATE with a challenge of 8 octets. The cryptogram follows diversification
 * data, key information and challenge.
 */
const cryptogramAt = 10 + 3 + 8

/** The fields of a command that stay readable under its secure messaging. */
type ReadableFields = Pick<CommandApdu, 'ins' | 'p2'>

/** The faults of one card. `run` applies those inside the card, `execute` and `counted` those between the poller and the card. */
export class CardFaults {
  readonly #faults: { misbehaviour: CardMisbehaviour; occasions: Occasions }[]
  #resetPending = false
  /** P2 of the last LOAD that ran; -1 before the first. */
  lastBlock = -1

  constructor(misbehaviours: readonly CardMisbehaviour[]) {
    this.#faults = misbehaviours.map((misbehaviour) => ({ misbehaviour, occasions: new Occasions(misbehaviour) }))
  }

  /** Runs a command without its secure messaging, with the fault that it causes inside the card, if any. */
  run(card: VirtualCard, command: CommandApdu, run: () => ResponseApdu): ResponseApdu {
    for (const { misbehaviour, occasions } of this.#faults) {
      if (misbehaviour.kind === 'wrongCryptogram') {
        if (command.ins !== instruction.initializeUpdate || !occasions.faultOccurs()) continue
        const { sw, data } = run()
        return { sw, data: data.map((octet, i) => (i === cryptogramAt + (data.length > 40 ? 8 : 0) ? octet ^ 0x01 : octet)) }
      }
      const safe = safeFault(misbehaviour.kind, card, command)
      if (safe && occasions.faultOccurs()) return safe(run)
      if (misbehaviour.kind === 'outOfMemory' && fitsMemory(misbehaviour, command) && occasions.faultOccurs())
        return withoutMemory(card, run)
      if (misbehaviour.kind !== 'statusWord' || !fits(misbehaviour, command) || !occasions.faultOccurs()) continue
      if (!isSuccess(misbehaviour.sw)) throw new CardError(misbehaviour.sw, 'a status word that the profile demands')
      return { ...run(), sw: misbehaviour.sw }
    }
    return run()
  }

  /** Runs a C-APDU of the poller. Returns null when the poller gives up. Throws `PowerLoss`. */
  execute(command: Uint8Array, execute: (command: Uint8Array) => ResponseApdu | null): ResponseApdu | null {
    const readable = { ins: command[1] ?? 0, p2: command[3] ?? 0 }
    const faults = this.#faultsAt(readable)
    const has = (kind: CardMisbehaviour['kind'], before = false): boolean =>
      faults.some((one) => one.kind === kind && (one.kind !== 'powerLoss' || (one.before ?? false) === before))
    if (has('giveUp')) return null
    if (has('powerLoss', true)) throw new PowerLoss()
    const response = execute(command)
    if (readable.ins === instruction.load && response && isSuccess(response.sw)) this.lastBlock = readable.p2
    if (has('powerLoss')) throw new PowerLoss()
    this.#resetPending = has('cardReset')
    return response
  }

  /** Called after the poller counted a command in NVM. Throws `PowerLoss`. */
  counted(): void {
    if (!this.#resetPending) return
    this.#resetPending = false
    throw new PowerLoss()
  }

  #faultsAt(readable: ReadableFields): CardMisbehaviour[] {
    const faults: CardMisbehaviour[] = []
    for (const { misbehaviour, occasions } of this.#faults) {
      const { kind } = misbehaviour
      if (kind !== 'giveUp' && kind !== 'powerLoss' && kind !== 'cardReset') continue
      if (fits(misbehaviour, readable) && occasions.faultOccurs()) faults.push(misbehaviour)
    }
    return faults
  }
}

function fits({ ins, block }: CommandOccasion, command: ReadableFields): boolean {
  if (block !== undefined && (command.ins !== instruction.load || command.p2 !== block)) return false
  return ins === undefined || command.ins === ins
}

function fitsMemory(occasion: CommandOccasion, command: ReadableFields): boolean {
  const isUsual = command.ins === instruction.load || command.ins === instruction.install
  return (isUsual || occasion.ins !== undefined) && fits(occasion, command)
}

function withoutMemory({ nvm }: VirtualCard, run: () => ResponseApdu): ResponseApdu {
  const { memoryTotal } = nvm
  nvm.memoryTotal = 0
  try {
    return run()
  } finally {
    nvm.memoryTotal = memoryTotal
  }
}
