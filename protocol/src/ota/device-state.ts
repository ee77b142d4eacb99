import type { ResponseApdu } from '../apdu.ts'
import type { FrameRefusal } from './frame.ts'
import type { FrameKeys, SimKeys } from './keys.ts'
import type { PollTlv } from './messages.ts'

/** State that survives a reset of the card (OTA protocol §5.6). */
export interface DeviceNvm {
  /** The highest poll counter that may have been used. After a reset the card continues above it. */
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
  /** True while the secure channel and the selection of the script in `nvm` are still valid. */
  alive: boolean
  /** True if SCP_INIT opened a channel that no script uses yet. */
  channelPending: boolean
  /** The last frame sent. The card repeats it if no answer arrives. */
  lastFrame: Uint8Array
  resends: number
  /** The purpose of the timer. There is one timer. */
  timer: 'poll' | 'answer' | 'resend' | null
  /** True if a POLL was not answered and the card has already used the short pause. */
  retried: boolean
  /** Number of consecutive POLLs that the card sent in response to CLOSE_SESSION(300). */
  resyncs: number
}

export type DeviceInput =
  /** The timer that was set last has expired. */
  | { type: 'timer' }
  /** An idle card polls now, before its timer expires. */
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

/** Functions of the card that a step calls, in the order of the events. */
export interface DeviceEnvironment {
  config: DeviceConfig
  /** Returns eight octets of the card's random generator. */
  newNonce: () => Uint8Array
  /** Returns a random number from 30,000 to 60,000. */
  retryPauseMs: () => number
  telemetry: () => readonly PollTlv[]
  /** Writes the non-volatile part atomically. */
  persist: (nvm: DeviceNvm) => void
  /** Starts a new script: in the channel that was just opened, or without a channel, with the MF selected. */
  beginScript: (secured: boolean) => void
  /** Runs a C-APDU; null if the poller cannot continue (it then answers CLOSE_SESSION(401)). */
  execute: (command: Uint8Array) => ResponseApdu | null
}

/** Reason for dropping a frame (OTA protocol §5.9, items 1 to 5 and 10 to 13). */
export type DeviceRefusal = FrameRefusal | 'session' | 'sequence' | 'tooLong' | 'idle'

export interface DeviceStep {
  state: DeviceState
  effects: DeviceEffect[]
  /** Reason if the card drops the frame: its state is unchanged, and the connection is closed. */
  refused: DeviceRefusal | null
}

/** State of a card that was just switched on. `nvm` is missing if its poller was just installed. */
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
