import type { Sender } from '@simdeck/protocol/ota/frame-header.ts'
import type { messageCode } from '@simdeck/protocol/ota/message-codes.ts'

/** The occasions of a fault: the first `skip` pass (0 unless given), the next `times` show the fault (1 unless given). */
export interface Occasion {
  skip?: number
  times?: number | 'always'
}

/** The frames that a fault meets. */
export interface FrameOccasion extends Occasion {
  from: Sender
  /** The fault meets this message only; every message unless given. */
  message?: keyof typeof messageCode
  /** The fault begins after the LOAD of this block or a later one ran (P2, so modulo 256). */
  afterBlock?: number
}

/** The commands that a fault meets, among those that reach the card, SELECT included. */
export interface CommandOccasion extends Occasion {
  /** The fault meets this instruction only, such as 0xa4; every instruction unless given. */
  ins?: number
  /** The fault meets LOADs of this block only (P2). */
  block?: number
}

/** Faults of the connection between a SIM and its server. */
export type NetworkMisbehaviour =
  /** The frame never arrives. */
  | ({ kind: 'drop' } & FrameOccasion)
  /** The frame arrives twice. */
  | ({ kind: 'double' } & FrameOccasion)
  /** The frame arrives this number of milliseconds later. */
  | ({ kind: 'delay'; ms: number } & FrameOccasion)
  /** The frame arrives after the next frame in the same direction. */
  | ({ kind: 'reorder' } & FrameOccasion)
  /** This number of octets is missing at the end of the frame. */
  | ({ kind: 'truncate'; octets: number } & FrameOccasion)
  /** One bit of the octet at this index is changed. */
  | ({ kind: 'changeOctet'; at: number } & FrameOccasion)
  /** The MAC, the last eight octets, is wrong. */
  | ({ kind: 'wrongMac' } & FrameOccasion)
  /** The connection breaks instead of carrying the frame. */
  | ({ kind: 'loseConnection' } & FrameOccasion)
  /** The SIM's latest POLL, or the one before, is sent once more over another connection. */
  | ({ kind: 'replayPoll'; poll: 'latest' | 'older' } & Omit<FrameOccasion, 'from'>)

/** Faults of the card. */
export type CardMisbehaviour =
  /** The card cryptogram in the answer to INITIALIZE UPDATE is wrong. */
  | ({ kind: 'wrongCryptogram' } & Occasion)
  /** The card has no free memory while the command runs. The fault meets LOAD and INSTALL unless `ins` or `block` is given. */
  | ({ kind: 'outOfMemory' } & CommandOccasion)
  /** The command ends with this status word. It runs when the word means success (9000, 61, 62, 63, 91), otherwise it does not. */
  | ({ kind: 'statusWord'; sw: number } & CommandOccasion)
  /** The power fails before or after the command runs, before the poller counts it or answers. */
  | ({ kind: 'powerLoss'; before?: boolean } & CommandOccasion)
  /** The power fails after the poller counted the command, before it answers. */
  | ({ kind: 'cardReset' } & CommandOccasion)
  /** The poller cannot run the command and gives the session up (CLOSE_SESSION). */
  | ({ kind: 'giveUp' } & CommandOccasion)

/** Faults of the poller. */
export type PollerMisbehaviour =
  /** At a frame of the server, the poller forgets its open session and polls. `skip` counts frames in open sessions. */
  | ({ kind: 'secondPoll' } & Occasion)
  /** The timer runs out this number of milliseconds earlier, or later when negative. */
  | ({ kind: 'clockJump'; ms: number; timer?: 'poll' | 'answer' | 'resend' } & Occasion)
  /** Before a POLL, the poll counter in NVM is 0 again. */
  | ({ kind: 'lostCounter' } & Occasion)
  /** The poller takes a LOAD_COMMAND for one of another index and answers status 201. */
  | ({ kind: 'wrongIndex' } & Occasion)

/** One fault of a virtual SIM, as plain data in its profile. */
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

  /** Counts one more occasion. Returns true when the fault shows. */
  meets(): boolean {
    const seen = this.#seen++
    return seen >= this.#skip && seen - this.#skip < this.#times
  }
}
