import { createHash } from 'node:crypto'
import { reportIntervalMinutes } from '@simdeck/protocol/applets/report-parameters.ts'
import type { ReportParameters } from '@simdeck/protocol/applets/report-parameters.ts'
import type { ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import type { deviceStep } from '@simdeck/protocol/ota/device-session.ts'
import { newDevice } from '@simdeck/protocol/ota/device-state.ts'
import type {
  DeviceConfig,
  DeviceEffect,
  DeviceEnvironment,
  DeviceInput,
  DeviceNvm,
  DeviceState,
  DeviceStep,
} from '@simdeck/protocol/ota/device-state.ts'
import type { SimKeys } from '@simdeck/protocol/ota/keys.ts'
import type { PollTlv } from '@simdeck/protocol/ota/messages.ts'
import { reportParametersOf } from './applets/applet-kind.ts'
import type { ApplicationRecord, PollerRecord } from './card/nvm.ts'
import type { Clock } from './clock.ts'
import type { FleetCounters } from './counters.ts'
import { PowerLoss } from './faults/card-faults.ts'
import type { Address, Link, OpenLink } from './link.ts'
import type { Random } from './random.ts'

/** The parts of the SIM that each of its pollers uses. */
export interface PollerHost {
  /** The keys of the next POLL. */
  keys: () => SimKeys
  iccid: Uint8Array
  receiveBuffer: number
  sendBuffer: number
  /** The factor by which the wait for the next POLL is shortened. Waits that the server asked for and network waits are not shortened. */
  speed: number
  clock: Clock
  random: Random
  counters: FleetCounters
  openLink: OpenLink
  resolve: (fqdn: string, port: number) => Address
  pollerVersionOf: (application: ApplicationRecord) => number
  telemetry: (encrypted: boolean) => readonly PollTlv[]
  execute: (command: Uint8Array, running: ApplicationRecord) => ResponseApdu | null
  beginScript: (secured: boolean) => void
  deviceStep: typeof deviceStep
  /** Called when a step ended in `PowerLoss`. */
  powerLost: () => void
  /** Called after every step that may have changed the content of the card. */
  contentMayHaveChanged: () => void
}

const keyCheckOf = ({ capAuthKey }: SimKeys): string => createHash('sha256').update(capAuthKey).digest('hex').slice(0, 8)

/** Restarts the counter if the CAP_AUTH_KEY has changed, since no POLL under the old key is valid any more. */
function readNvm(record: PollerRecord | null, keys: SimKeys): DeviceNvm | null {
  if (!record || (record.keyCheck !== undefined && record.keyCheck !== keyCheckOf(keys))) return null
  return { counterReserve: record.counterReserve, script: record.script && { ...record.script, id: fromHex(record.script.id) } }
}

function writeNvm(nvm: DeviceNvm, keys: SimKeys): PollerRecord {
  return {
    keyCheck: keyCheckOf(keys),
    counterReserve: nvm.counterReserve,
    script: nvm.script && { ...nvm.script, id: toHex(nvm.script.id) },
  }
}

/** One running poller instance: its end of the device session, its timer and its connection. */
export class PollerRunner implements DeviceEnvironment {
  readonly application: ApplicationRecord
  readonly #host: PollerHost
  #state: DeviceState
  #link: Link | null = null
  #cancelTimer: (() => void) | null = null
  #pollsAgain = false
  #parameters: { text: string; read: ReportParameters | null } = { text: '', read: null }

  constructor(application: ApplicationRecord, host: PollerHost) {
    this.application = application
    this.#host = host
    this.#state = newDevice(readNvm(application.poller, host.keys()))
  }

  get phase(): DeviceState['phase'] {
    return this.#state.phase
  }

  /** The report parameters in force: those of the installation, or of a later STORE DATA. */
  get parameters(): ReportParameters | null {
    const text = this.application.parameters
    if (this.#parameters.text !== text) this.#parameters = { text, read: reportParametersOf('poller', text) }
    return this.#parameters.read
  }

  /** Real time from one POLL to the next, in milliseconds. Infinite when the poller does not poll by itself. */
  get intervalMs(): number {
    const minutes = this.parameters && reportIntervalMinutes(this.parameters)
    return minutes ? (minutes * 60_000) / this.#host.speed : Number.POSITIVE_INFINITY
  }

  get config(): DeviceConfig {
    const { keys, iccid, receiveBuffer, sendBuffer, pollerVersionOf } = this.#host
    return {
      keys: keys(),
      iccid,
      receiveBuffer,
      sendBuffer,
      enc: this.parameters?.encryption ?? true,
      pollerVersion: pollerVersionOf(this.application),
      instanceAid: fromHex(this.application.aid),
      intervalMs: this.intervalMs,
    }
  }

  newNonce = (): Uint8Array => this.#host.random.bytes(8)
  retryPauseMs = (): number => this.#host.random.between(30_000, 60_000) / this.#host.speed
  telemetry = (): readonly PollTlv[] => this.#host.telemetry(this.config.enc)
  beginScript = (secured: boolean): void => this.#host.beginScript(secured)

  persist = (nvm: DeviceNvm): void => {
    this.application.poller = writeNvm(nvm, this.#host.keys())
  }

  execute = (command: Uint8Array): ResponseApdu | null => this.#host.execute(command, this.application)

  /** Polls for the first time after this number of milliseconds, unless it does not poll by itself. */
  start(ms: number): void {
    if (this.parameters && this.parameters.polling !== 'disabled') this.#setTimer(ms)
  }

  stop(): void {
    this.#pollsAgain = false
    this.#cancelTimer?.()
    this.#cancelTimer = null
    this.#closeLink()
  }

  /** Polls now, or after the end of the session that is open. */
  pollSoon(): void {
    this.#pollsAgain = true
    this.#pollAgainIfIdle()
  }

  #pollAgainIfIdle(): void {
    if (!this.#pollsAgain || this.#state.phase !== 'idle') return
    this.#pollsAgain = false
    this.step({ type: 'poll' })
  }

  step(input: DeviceInput): void {
    const before = this.#state
    const done = this.#stepOrLosePower(input)
    if (!done) return
    const { state, effects, refused } = done
    this.#state = state
    const { counters } = this.#host
    if (before.phase === 'polled' && state.phase === 'open') counters.sessions++
    if (state.resends > before.resends) counters.resends++
    if (refused) {
      counters.refused++
      this.#closeLink()
    }
    for (const effect of effects) this.#perform(effect)
    if (input.type === 'frame') this.#host.contentMayHaveChanged()
    this.#pollAgainIfIdle()
  }

  /** Runs a step. Returns null when the power failed: stored data stays, and the SIM has started again. */
  #stepOrLosePower(input: DeviceInput): DeviceStep | null {
    try {
      return this.#host.deviceStep(this.#state, input, this)
    } catch (error) {
      if (!(error instanceof PowerLoss)) throw error
      this.#state = newDevice(readNvm(this.application.poller, this.#host.keys()))
      this.#host.powerLost()
      return null
    }
  }

  #perform(effect: DeviceEffect): void {
    switch (effect.type) {
      case 'send':
        this.#send(effect.bytes)
        break
      case 'close':
        this.#closeLink()
        break
      case 'setTimer':
        this.#setTimer(effect.ms)
        break
    }
  }

  #send(frame: Uint8Array): void {
    const { counters, openLink, resolve } = this.#host
    const { parameters } = this
    if (!parameters) return
    counters.framesSent++
    if (this.#state.phase === 'polled') counters.polls++
    this.#link ??= openLink(resolve(parameters.fqdn, parameters.port), {
      frame: (bytes) => {
        counters.framesReceived++
        this.step({ type: 'frame', bytes })
      },
      lost: () => {
        counters.connectionsLost++
        this.#link = null
        this.step({ type: 'lost' })
      },
    })
    this.#link.send(frame)
  }

  #closeLink(): void {
    this.#link?.close()
    this.#link = null
  }

  #setTimer(ms: number): void {
    this.#cancelTimer?.()
    this.#cancelTimer = Number.isFinite(ms)
      ? this.#host.clock.setTimer(ms, () => {
          this.#cancelTimer = null
          this.step({ type: 'timer' })
        })
      : null
  }
}
