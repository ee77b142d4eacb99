import type { ResponseApdu } from '../apdu.ts'
import type { FrameRefusal } from './frame.ts'
import type { FrameKeys, SimKeys } from './keys.ts'
import type { PollTlv } from './messages.ts'

/** What survives the card's reset (OTA protocol §5.6). */
export interface DeviceNvm {
  /** Poll counters up to this one may have been used: after a reset the card goes on above it. */
  counterReserve: number
  script: { id: Uint8Array; next: number; lastSw: number } | null
}

/** An open session; dies with a reset. */
export interface DeviceSession {
  id: number
  keys: FrameKeys
  /** Sequence of the last frame sent. */
  sequence: number
}

/** The card's end. All but `nvm` is RAM. */
export interface DeviceState {
  nvm: DeviceNvm
  phase: 'idle' | 'polled' | 'open'
  counter: number
  /** Of the latest POLL. */
  cardNonce: Uint8Array
  session: DeviceSession | null
  /** Secure channel and selection of the script in `nvm` still stand. */
  alive: boolean
  /** SCP_INIT opened a channel that no script uses yet. */
  channelPending: boolean
  /** The last frame sent, for sending again. */
  lastFrame: Uint8Array
  resends: number
  /** What the one timer is for. */
  timer: 'poll' | 'answer' | 'resend' | null
  /** A POLL went unanswered and the short pause was used. */
  retried: boolean
  /** CLOSE_SESSION(300) answered by a new POLL, running. */
  resyncs: number
}

export type DeviceInput =
  /** The timer that was set last ran out. */
  | { type: 'timer' }
  /** Poll now, whatever the timer says; only when idle. */
  | { type: 'poll' }
  | { type: 'frame'; bytes: Uint8Array }
  /** The connection was lost or could not be opened, or the answer was 204. */
  | { type: 'lost' }
  | { type: 'reset' }

export type DeviceEffect =
  /** On the open connection, or a new one. */
  | { type: 'send'; bytes: Uint8Array }
  | { type: 'close' }
  /** Replaces the timer that was set before. */
  | { type: 'setTimer'; timer: 'poll' | 'answer' | 'resend'; ms: number }

export interface DeviceConfig {
  keys: SimKeys
  /** EF.ICCID. */
  iccid: Uint8Array
  enc: boolean
  pollerVersion: number
  receiveBuffer: number
  /** At least 320. */
  sendBuffer: number
  instanceAid: Uint8Array
  intervalMs: number
}

/** What the card lends to a step. The calls come in the order in which things happen. */
export interface DeviceEnvironment {
  config: DeviceConfig
  /** Eight octets from the card's generator. */
  newNonce: () => Uint8Array
  /** 30,000 to 60,000, at random. */
  retryPauseMs: () => number
  telemetry: () => readonly PollTlv[]
  /** Atomic write of the non-volatile part. */
  persist: (nvm: DeviceNvm) => void
  /** A new script begins: in the channel just opened, or without one on the file system from the MF on. */
  beginScript: (secured: boolean) => void
  /** Runs a C-APDU; null when the poller cannot go on (it then answers CLOSE_SESSION(401)). */
  execute: (command: Uint8Array) => ResponseApdu | null
}

/** Why the card dropped a frame (OTA protocol §5.9, items 1 to 5 and 10 to 13). */
export type DeviceRefusal = FrameRefusal | 'session' | 'sequence' | 'tooLong' | 'idle'

export interface DeviceStep {
  state: DeviceState
  effects: DeviceEffect[]
  /** A frame was dropped: nothing changed, the connection is closed. */
  refused: DeviceRefusal | null
}

/** A card that was just switched on; null: a poller that was just installed. */
export function newDevice(nvm: DeviceNvm | null = null): DeviceState {
  const stored = nvm ?? { counterReserve: 0, script: null }
  return {
    nvm: stored,
    phase: 'idle',
    counter: stored.counterReserve,
    cardNonce: new Uint8Array(8),
    session: null,
    alive: false,
    channelPending: false,
    lastFrame: new Uint8Array(),
    resends: 0,
    timer: null,
    retried: false,
    resyncs: 0,
  }
}
