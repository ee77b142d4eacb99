import type { Cut } from './chunk.ts'
import type { FrameRefusal } from './frame.ts'
import type { CommandRole, JobPlan } from './kinds/job-kind.ts'
import type { Job } from './kinds/kinds.ts'
import type { FrameKeys } from './keys.ts'
import type { Telemetry } from './messages.ts'
import type { ScriptRecord, SecurityDomain, WrappedScript } from './script.ts'
import type { TraceEntry } from './trace.ts'

/** The stored session of a SIM: nonces and challenges, never keys (OTA protocol §5.6). */
export interface ServerSession {
  id: number
  state: 'scp' | 'script' | 'ending'
  enc: boolean
  receiveBuffer: number
  instanceAid: Uint8Array
  cardNonce: Uint8Array
  serverNonce: Uint8Array
  pollCounter: number
  /** MAC of the POLL that opened it. */
  pollMac: Uint8Array
  /** The answered sequence, the MAC of that frame and the answer, byte for byte. */
  sequence: number
  frameMac: Uint8Array
  answer: Uint8Array
  lastFrameAtMs: number
  jobId: number
  /** In `scp`: the challenge of the INITIALIZE UPDATE under way. */
  hostChallenge: Uint8Array | null
  /** In `script`: whether COMMAND_DATA or LOAD_COMMAND was sent, and the index after its last command. */
  asked: 'commandData' | 'loadCommand' | null
  chunkEnd: number
}

/** What is stored of a job beside the job itself. */
export interface JobProgress {
  plan: JobPlan
  script: ScriptRecord | null
  /** The position that the latest try reached. */
  reached: number
  /** Interrupted, and not yet counted: what the card did before it stopped is known at its next POLL. */
  uncounted: boolean
  /** Where it was interrupted last; -1 before the first time. */
  interruptedAt: number
  /** Interruptions there, running. */
  interruptions: number
  /** Interruptions anywhere. */
  allInterruptions: number
  /** What the kind of the job keeps of the card's answers; null: nothing. */
  found: unknown
}

/** Progress of a job that was never tried; `again` as plan when an earlier try may have left something on the card. */
export function newProgress(plan: JobPlan = 'first'): JobProgress {
  const counts = { reached: 0, uncounted: false, interruptedAt: -1, interruptions: 0, allInterruptions: 0 }
  return { plan, script: null, ...counts, found: null }
}

/** Counts an interruption: running as long as the job stops at the same command, from 1 where it came further, or less far. */
export function countInterruption(progress: JobProgress): JobProgress {
  const { reached, interruptedAt, interruptions, allInterruptions } = progress
  return {
    ...progress,
    uncounted: false,
    interruptedAt: reached,
    interruptions: reached === interruptedAt ? interruptions + 1 : 1,
    allInterruptions: allInterruptions + 1,
  }
}

/** One open job of the SIM, with what it takes to send it. */
export interface OtaJob {
  jobId: number
  job: Job
  progress: JobProgress
  /** null: keys or target are missing (101). */
  securityDomain: SecurityDomain | null
  /** Why the job must not be sent, found by the caller. */
  refusal: 101 | 203 | 501 | null
  /** Given up at the next frame. */
  stop: 'cancelled' | 'paused' | null
  /** Of a removal: the install that it makes room for. Unless that can be sent, it is not begun. */
  makesRoomFor?: number
  /** The octets of free memory that a POLL has to report before the install is begun. Left out: the memory is not checked. */
  memoryNeeded?: number
}

/** Values made anew for every step, whether it uses them or not; all from a cryptographic generator. */
export interface Fresh {
  /** Not 0, and unique among the sessions. */
  sessionId: number
  serverNonce: Uint8Array
  /** 8 octets, or 16 for a security domain with S16: as long as its `challengeLength`. */
  hostChallenge: Uint8Array
  scriptId: Uint8Array
}

export interface SessionSettings {
  /** More interruptions at one command running, or more in all for each command of the job, fail it with 402. */
  maxInterruptions: number
}

export const defaultSettings: SessionSettings = { maxInterruptions: 5 }

/** A session without a new frame for so long has expired (OTA protocol §5.7). */
export const sessionExpiryMs = 180_000

/** Why a frame got no answer (OTA protocol §5.9, items 1 to 9). */
export type Refusal = FrameRefusal | 'pollForm' | 'session' | 'sequence' | 'ended' | 'double'

export interface AckedResult {
  index: number
  role: CommandRole
  title: string
  sw: number
  data: Uint8Array
}

/**
 * What the code does not tell of an end: a user cancelled, the card does not offer the security level that its SIM is set to, it
 * reported too little free memory, or what it answered cannot be decoded.
 */
export type EndReason = 'cancelled' | 'securityLevel' | 'notEnoughMemory' | 'unreadable'

export type JobEnd = 'Succeeded' | 'Failed' | 'NotFound' | 'Blocked'

/** What happened, to be written in the transaction of the step. */
export type ServerEffect =
  | { type: 'started'; jobId: number }
  | { type: 'scriptPinned'; jobId: number; scriptId: Uint8Array; digest: Uint8Array; total: number }
  | { type: 'acked'; jobId: number; acked: number; total: number; results: AckedResult[] }
  | { type: 'interrupted'; jobId: number; code: number }
  /** `found`: what the kind kept of the card's answers. */
  | { type: 'ended'; jobId: number; status: JobEnd; code: number | null; sw: number | null; reason: EndReason | null; found: unknown }
  | { type: 'sessionEnded'; sessionId: number; code: number }

/**
 * refused: no answer, the connection is closed, nothing is stored. repeat: send the stored answer, store nothing. answer: send it;
 * counter and telemetry follow in a batch when `record`. advance: store session, progress and effects in one transaction, then send.
 */
export type ServerStep =
  | { kind: 'refused'; reason: Refusal }
  | { kind: 'repeat'; answer: Uint8Array }
  | { kind: 'answer'; answer: Uint8Array; code: number; record: boolean; telemetry: Telemetry; trace: TraceEntry[] }
  | {
      kind: 'advance'
      answer: Uint8Array
      /** null: the POLL opened no session, and an older one is gone. */
      session: ServerSession | null
      progress: { jobId: number; progress: JobProgress }[]
      effects: ServerEffect[]
      telemetry: Telemetry
      trace: TraceEntry[]
      /** For the node's memory only: session keys and the wrapped script. */
      keys: FrameKeys
      script: WrappedScript | null
    }

/** Whether a script cut for `cut` fits a card that now says `now`. */
export function stillFits(cut: Cut, now: Cut): boolean {
  return now.receiveBuffer >= cut.receiveBuffer && (cut.enc || !now.enc)
}
