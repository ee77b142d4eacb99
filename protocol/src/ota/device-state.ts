import type { ResponseApdu } from '../apdu.ts'
import type { FrameRefusal } from './frame.ts'
import type { FrameKeys, SimKeys } from './keys.ts'
import type { PollTlv } from './messages.ts'

/** What survives the card's reset (OTA protocol §5.6). */
export interface DeviceNvm {
  /** The highest poll counter that may have been used. After a reset the card goes on above it. */
  counterReserve: number
  script: { id: Uint8Array; next: number; lastSw: number } | null
}

/** An open session. A reset ends it. */
export interface DeviceSession {
  id: number
  keys: FrameKeys
  /** The sequence of the last frame that the card sent. */
  sequence: number
}

/** The state of the card's end. Everything but `nvm` is in RAM. */
export interface DeviceState {
  nvm: DeviceNvm
  phase: 'idle' | 'polled' | 'open'
  counter: number
  /** The nonce of the latest POLL. */
  cardNonce: Uint8Array
  session: DeviceSession | null
  /** Secure channel and selection of the script in `nvm` still stand. */
  alive: boolean
  /** SCP_INIT opened a channel that no script uses yet. */
  channelPending: boolean
  /** The last frame sent. The card sends it again when no answer comes. */
  lastFrame: Uint8Array
  resends: number
  /** The purpose of the timer. There is one timer. */
  timer: 'poll' | 'answer' | 'resend' | null
  /** True when a POLL went unanswered and the card used the short pause. */
  retried: boolean
  /** New POLLs that the card sent in a row in answer to CLOSE_SESSION(300). */
  resyncs: number
}

export type DeviceInput =
  /** The timer that was set last ran out. */
  | { type: 'timer' }
  /** The card polls now, before its timer runs out, when it is idle. */
  | { type: 'poll' }
  | { type: 'frame'; bytes: Uint8Array }
  /** The connection was lost or could not be opened, or the answer was 204. */
  | { type: 'lost' }
  | { type: 'reset' }

export type DeviceEffect =
  /** The bytes go over the open connection, or a new one. */
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

/** The functions that the card gives to a step. A step calls them in the order in which things happen. */
export interface DeviceEnvironment {
  config: DeviceConfig
  /** Gives eight octets of the card's random generator. */
  newNonce: () => Uint8Array
  /** Gives a random number from 30,000 to 60,000. */
  retryPauseMs: () => number
  telemetry: () => readonly PollTlv[]
  /** Writes the non-volatile part atomically. */
  persist: (nvm: DeviceNvm) => void
  /** A new script begins: in the channel just opened, or without one on the file system from the MF on. */
  beginScript: (secured: boolean) => void
  /** Runs a C-APDU; null when the poller cannot go on (it then answers CLOSE_SESSION(401)). */
  execute: (command: Uint8Array) => ResponseApdu | null
}

/** The reason for which the card drops a frame (OTA protocol §5.9, items 1 to 5 and 10 to 13). */
export type DeviceRefusal = FrameRefusal | 'session' | 'sequence' | 'tooLong' | 'idle'

export interface DeviceStep {
  state: DeviceState
  effects: DeviceEffect[]
  /** The reason when the card drops a frame: nothing has changed and the connection is closed. */
  refused: DeviceRefusal | null
}

/** The state of a card that was just switched on. Without `nvm`, its poller was just installed. */
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
