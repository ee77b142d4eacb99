import type { Sender } from '@simdeck/protocol/ota/frame-header.ts'
import type { messageCode } from '@simdeck/protocol/ota/message-codes.ts'

/** How often: of what fits, the first `skip` pass (0 unless given), then `times` show the fault (1 unless given). */
export interface Occasion {
  skip?: number
  times?: number | 'always'
}

/** Which frames a fault meets. */
export interface FrameOccasion extends Occasion {
  from: Sender
  /** Only this message; every one unless given. */
  message?: keyof typeof messageCode
  /** Only once the LOAD of this block, or a later one, has run (P2, so modulo 256). */
  afterBlock?: number
}

/** Which commands a fault meets, of those that reach the card, SELECT included. */
export interface CommandOccasion extends Occasion {
  /** Only this instruction, as in `A4`'s 0xa4; every one unless given. */
  ins?: number
  /** Only LOADs of this block (P2). */
  block?: number
}

/** Faults of the connection between a SIM and its server. */
export type NetworkMisbehaviour =
  /** The frame never arrives. */
  | ({ kind: 'drop' } & FrameOccasion)
  /** It arrives twice. */
  | ({ kind: 'double' } & FrameOccasion)
  /** It arrives so many milliseconds later. */
  | ({ kind: 'delay'; ms: number } & FrameOccasion)
  /** It arrives after the next frame that goes the same way. */
  | ({ kind: 'reorder' } & FrameOccasion)
  /** So many octets are missing at its end. */
  | ({ kind: 'truncate'; octets: number } & FrameOccasion)
  /** One bit of the octet at this place is changed. */
  | ({ kind: 'changeOctet'; at: number } & FrameOccasion)
  /** Its MAC, the last eight octets, is another. */
  | ({ kind: 'wrongMac' } & FrameOccasion)
  /** The connection breaks in place of it. */
  | ({ kind: 'loseConnection' } & FrameOccasion)
  /** Beside it, the SIM's latest POLL, or the one before that, is sent once more, over a connection of its own. */
  | ({ kind: 'replayPoll'; poll: 'latest' | 'older' } & Omit<FrameOccasion, 'from'>)

/** Faults of the card. */
export type CardMisbehaviour =
  /** The card cryptogram in the answer to INITIALIZE UPDATE is wrong. */
  | ({ kind: 'wrongCryptogram' } & Occasion)
  /** No octet is free while the command runs; LOAD and INSTALL unless `ins` or `block` say otherwise. */
  | ({ kind: 'outOfMemory' } & CommandOccasion)
  /** The command ends with this status word: it runs when the word stands for success (9000, 61, 62, 63, 91), else it does not. */
  | ({ kind: 'statusWord'; sw: number } & CommandOccasion)
  /** The power fails after the command ran, or before it did, and before the poller counts it or answers. */
  | ({ kind: 'powerLoss'; before?: boolean } & CommandOccasion)
  /** The power fails after the command ran and was counted, before the poller answers. */
  | ({ kind: 'cardReset' } & CommandOccasion)
  /** The poller cannot run the command and gives the session up (CLOSE_SESSION). */
  | ({ kind: 'giveUp' } & CommandOccasion)

/** Faults of the poller. */
export type PollerMisbehaviour =
  /** At a frame of the server, it forgets its open session and polls; `skip` counts frames in open sessions. */
  | ({ kind: 'secondPoll' } & Occasion)
  /** Its timer runs out so many milliseconds earlier, or later when negative. */
  | ({ kind: 'clockJump'; ms: number; timer?: 'poll' | 'answer' | 'resend' } & Occasion)
  /** Before a POLL, the poll counter in NVM is 0 again. */
  | ({ kind: 'lostCounter' } & Occasion)
  /** It takes a LOAD_COMMAND for one of another index and answers status 201. */
  | ({ kind: 'wrongIndex' } & Occasion)

/** One way in which a virtual SIM is not as it should be: plain data, kept in its profile. */
export type Misbehaviour = NetworkMisbehaviour | CardMisbehaviour | PollerMisbehaviour

/** Counts the occasions of one fault. */
export class Occasions {
  readonly #skip: number
  readonly #times: number
  #seen = 0

  constructor({ skip = 0, times = 1 }: Occasion) {
    this.#skip = skip
    this.#times = times === 'always' ? Number.POSITIVE_INFINITY : times
  }

  /** One more of what fits: whether the fault shows. */
  meets(): boolean {
    const seen = this.#seen++
    return seen >= this.#skip && seen - this.#skip < this.#times
  }
}
