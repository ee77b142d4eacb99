import type { Sender } from '@simdeck/protocol/ota/frame-header.ts'
import type { messageCode } from '@simdeck/protocol/ota/message-codes.ts'

/** Selects the occasions at which a fault occurs: not at the first `skip` (default 0), but at the next `times` (default 1). */
export interface Occasion {
  skip?: number
  times?: number | 'always'
}

/** Selects the frames that a fault affects. */
export interface FrameOccasion extends Occasion {
  from: Sender
  /** The only message that the fault affects. The default is every message. */
  message?: keyof typeof messageCode
  /** The fault waits until the LOAD of this block, or of a later one, has run. Blocks are compared by P2, so modulo 256. */
  afterBlock?: number
}

/** Selects the commands that a fault affects. Every command that reaches the card counts, also SELECT. */
export interface CommandOccasion extends Occasion {
  /** The only instruction that the fault affects, such as 0xa4. The default is every instruction. */
  ins?: number
  /** The only block (P2) whose LOAD the fault affects. */
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

/** A change by another hand: it deletes the applet or its package, puts an older version of the package, or locks the applet. */
export type ContentChange = 'applet' | 'package' | 'version' | 'lock'

/** Faults of the card. */
export type CardMisbehaviour =
  /** The card cryptogram in the answer to INITIALIZE UPDATE is wrong. */
  | ({ kind: 'wrongCryptogram' } & Occasion)
  /** The card has no free memory while the command runs. Without `ins`, the fault affects LOAD and INSTALL. */
  | ({ kind: 'outOfMemory' } & CommandOccasion)
  /** The card answers with this status word. It runs the command only if the word means success (9000, 61, 62, 63, 91). */
  | ({ kind: 'statusWord'; sw: number } & CommandOccasion)
  /** The power fails before the command runs, or after it runs but before the poller counts it. */
  | ({ kind: 'powerLoss'; before?: boolean } & CommandOccasion)
  /** The power fails after the poller counts the command and before it answers. */
  | ({ kind: 'cardReset' } & CommandOccasion)
  /** The signature that the IoT SAFE applet makes for the server is wrong. */
  | ({ kind: 'wrongSafeSignature' } & Occasion)
  /** The server reads another public key than the one of the IoT SAFE applet. */
  | ({ kind: 'otherSafeKey' } & Occasion)
  /** The IoT SAFE applet writes another subject into its request for a certificate. */
  | ({ kind: 'otherSafeSubject' } & Occasion)
  /** A file of the IoT SAFE applet reads back with another last octet than it has. */
  | ({ kind: 'otherSafeContent' } & Occasion)
  /** Before a POLL of a card with another applet than pollers, somebody else changes that applet. Other POLLs do not count. */
  | ({ kind: 'otherHand'; change: ContentChange } & Occasion)
  /** The poller cannot run the command and ends the session (CLOSE_SESSION). */
  | ({ kind: 'giveUp' } & CommandOccasion)

/** Faults of the poller. */
export type PollerMisbehaviour =
  /** At a frame of the server, the poller forgets its open session and polls. `skip` counts frames in open sessions. */
  | ({ kind: 'secondPoll' } & Occasion)
  /** The timer expires this number of milliseconds early. A negative number delays it. */
  | ({ kind: 'clockJump'; ms: number; timer?: 'poll' | 'answer' | 'resend' } & Occasion)
  /** Before a POLL, the poll counter in NVM is 0 again. */
  | ({ kind: 'lostCounter' } & Occasion)
  /** A poller that is installed while the fleet runs never polls. */
  | ({ kind: 'neverPolls' } & Occasion)
  /** A poller that is installed while the fleet runs polls, and is silent for ever once the server opens its first session. */
  | ({ kind: 'fallsSilent' } & Occasion)
  /** The poller expects another index than that of the LOAD_COMMAND, and answers status 201. */
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

  /** Counts one more occasion. Returns true if the fault occurs at this occasion. */
  faultOccurs(): boolean {
    const seen = this.#seen++
    return seen >= this.#skip && seen - this.#skip < this.#times
  }
}
