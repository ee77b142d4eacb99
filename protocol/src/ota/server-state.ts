import type { Cut } from './chunk.ts'
import type { FrameRefusal } from './frame.ts'
import type { CommandRole, JobPlan } from './kinds/job-kind.ts'
import type { OutcomeFault } from './kinds/job-kind.ts'
import type { Job } from './kinds/kinds.ts'
import type { FrameKeys } from './keys.ts'
import type { Telemetry } from './messages.ts'
import type { ScriptRecord, WrappedScript } from './script.ts'
import type { SecurityDomain } from './security-domain.ts'
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
  /** MAC of the POLL that opened the session. */
  pollMac: Uint8Array
  /** The sequence of the last answered frame, the MAC of that frame, and the answer, byte for byte. */
  sequence: number
  frameMac: Uint8Array
  answer: Uint8Array
  lastFrameAtMs: number
  jobId: number
  /** In state `scp`: the host challenge of the INITIALIZE UPDATE that was sent. */
  hostChallenge: Uint8Array | null
  /** In state `script`: the message that was sent, and the index after its last command. */
  asked: 'commandData' | 'loadCommand' | null
  chunkEnd: number
}

/** Stored progress of a job. */
export interface JobProgress {
  plan: JobPlan
  script: ScriptRecord | null
  /** Position that the latest attempt reached. */
  reached: number
  /** True for an interruption that is not yet counted, because only the next POLL reveals the last command that the card ran. */
  uncounted: boolean
  /** Position of the latest interruption; -1 before the first one. */
  interruptedAt: number
  /** Number of consecutive interruptions at that position. */
  interruptions: number
  /** Number of all interruptions. */
  allInterruptions: number
  /** True if the next channel is to be opened with the other key set of the security domain. */
  asksOther?: boolean
  /** Data that the kind of the job keeps of the card's answers; null for none. */
  found: unknown
}

/** Progress of a job before its first attempt. Its plan is `again` if an earlier job may have left something on the card. */
export function newProgress(plan: JobPlan = 'first'): JobProgress {
  const counts = { reached: 0, uncounted: false, interruptedAt: -1, interruptions: 0, allInterruptions: 0 }
  return { plan, script: null, ...counts, found: null }
}

/** Counts an interruption. `interruptions` counts those at the same position in a row; an interruption at another position sets it to 1. */
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

/** One open job of the SIM, with the data for sending it. */
export interface OtaJob {
  jobId: number
  job: Job
  progress: JobProgress
  /** Null if keys or target are missing (code 101). */
  securityDomain: SecurityDomain | null
  /** Code with which the caller refuses the job; null if it can be sent. */
  refusal: 101 | 203 | 501 | null
  /** Set if the job has to stop at the next frame. */
  stop: 'cancelled' | 'paused' | null
  /** For a removal: id of the install that it makes room for. The removal does not start if that install cannot be sent. */
  makesRoomFor?: number
  /** Octets of free memory that a POLL must report before the install starts. The memory is not checked if this is missing. */
  memoryNeeded?: number
}

/** Random values for one step, from a cryptographic generator. A step need not use all of them. */
export interface Fresh {
  /** Not 0, and unique among all sessions. */
  sessionId: number
  serverNonce: Uint8Array
  /** As long as the `challengeLength` of the security domain: 8 octets, or 16 with S16. */
  hostChallenge: Uint8Array
  scriptId: Uint8Array
}

export interface SessionSettings {
  /**
   * Limit of consecutive interruptions at one command, and of all interruptions per command of the job. A job above it fails with code 402.
   */
  maxInterruptions: number
}

export const defaultSettings: SessionSettings = { maxInterruptions: 5 }

/** Time without a new frame after which a session expires (OTA protocol §5.7). */
export const sessionExpiryMs = 180_000

/** Reason for not answering a frame (OTA protocol §5.9, items 1 to 9). */
export type Refusal = FrameRefusal | 'pollForm' | 'session' | 'sequence' | 'ended' | 'double'

export interface AckedResult {
  index: number
  role: CommandRole
  title: string
  sw: number
  data: Uint8Array
}

/**
 * Reason for the end of a job, where the code does not show it: a user cancelled it, the card does not support the security level of its
 * SIM, the card reported too little free memory, or the fault of its answers.
 */
export type EndReason = 'cancelled' | 'securityLevel' | 'notEnoughMemory' | MessageFault | OutcomeFault

/** A short message that carries the commands has failed, has no answer of the card, or was refused by it. */
export type MessageFault = 'messageFailed' | 'messageUnanswered' | 'messageRefused'

export type JobEnd = 'Succeeded' | 'Failed' | 'NotFound' | 'Blocked'

/** Change caused by a step, written in its transaction. */
export type ServerEffect =
  | { type: 'started'; jobId: number }
  | { type: 'scriptPinned'; jobId: number; scriptId: Uint8Array; digest: Uint8Array; total: number }
  | { type: 'acked'; jobId: number; acked: number; total: number; results: AckedResult[] }
  | { type: 'interrupted'; jobId: number; code: number }
  /** A channel shows which one of two key sets the card holds. */
  | { type: 'keySetFound'; jobId: number; keyVersionNumber: number }
  /** `found` is the data that the kind kept of the card's answers. */
  | { type: 'ended'; jobId: number; status: JobEnd; code: number | null; sw: number | null; reason: EndReason | null; found: unknown }
  | { type: 'sessionEnded'; sessionId: number; code: number }

/**
 * Result of a step, and the duty of its caller. `refused`: send and store nothing, close the connection. `repeat`: send the stored answer,
 * store nothing. `answer`: send it; if `record` is true, store counter and telemetry later in a batch. `advance`: store session, progress
 * and effects in one transaction, then send.
 */
export type ServerStep =
  | { kind: 'refused'; reason: Refusal }
  | { kind: 'repeat'; answer: Uint8Array }
  | {
      kind: 'answer'
      answer: Uint8Array
      code: number
      record: boolean
      telemetry: Telemetry
      /** Makes the trace, since most idle POLLs are not logged. A getter would give each step a hidden class of its own. */
      trace: () => TraceEntry[]
    }
  | {
      kind: 'advance'
      answer: Uint8Array
      /** Null if the POLL opened no session and ended an older one. */
      session: ServerSession | null
      progress: { jobId: number; progress: JobProgress }[]
      effects: ServerEffect[]
      telemetry: Telemetry
      trace: TraceEntry[]
      /** Session keys and the wrapped script. They stay in the memory of the node. */
      keys: FrameKeys
      script: WrappedScript | null
    }

/** True if a script for the frames of `cut` also fits the frames of `now`. */
export function stillFits(cut: Cut, now: Cut): boolean {
  return now.receiveBuffer >= cut.receiveBuffer && (cut.enc || !now.enc) && now.tls === cut.tls
}
