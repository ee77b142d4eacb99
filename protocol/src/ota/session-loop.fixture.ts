import { concat, fromHex, toHex, uint } from '../bytes.ts'
import { deviceStep } from './device-session.ts'
import { newDevice } from './device-state.ts'
import type { DeviceConfig, DeviceEffect, DeviceInput, DeviceNvm, DeviceState } from './device-state.ts'
import { FakeCard, SeededOctets } from './fake-card.fixture.ts'
import { parseFrame } from './frame.ts'
import type { Sender } from './frame-header.ts'
import { pollKeys, sessionKeys } from './keys.ts'
import type { Job } from './kinds/kinds.ts'
import { answerFrame } from './server-frame.ts'
import { answerPoll, openPoll } from './server-poll.ts'
import { defaultSettings, newProgress } from './server-state.ts'
import type { ServerEffect, ServerSession, ServerStep, OtaJob } from './server-state.ts'
import type { WrappedScript } from './script.ts'
import type { SecurityDomain } from './security-domain.ts'

/** The card loses its power in the middle of a step. */
class PowerLoss extends Error {}

/** Changes one frame in transit: returns the frames that arrive, in order. `hold` delays a frame. */
export type Tamper = (from: Sender, bytes: Uint8Array, hold: (bytes: Uint8Array) => void) => Uint8Array[]

export interface LoopOptions {
  seed?: string
  jobs: readonly Job[]
  enc?: boolean
  receiveBuffer?: number
  sendBuffer?: number
  level?: SecurityDomain['level']
  keyLength?: 16 | 32
  challengeLength?: 8 | 16
  tamper?: Tamper
  /** Called before every write of the card. If it returns true, the power fails. */
  powerFails?: (moment: 'before' | 'after') => boolean
  /** Called at every commit. The node dies before the commit ('lost') or after it ('unsent'). */
  nodeFails?: () => 'lost' | 'unsent' | null
}

/** Both ends, a clock and a network between them, all in memory. Throws for a frame that violates OTA protocol §5.1. */
export class SessionLoop {
  readonly card: FakeCard
  readonly config: DeviceConfig
  readonly domain: SecurityDomain
  readonly random: SeededOctets
  readonly effects: ServerEffect[] = []
  readonly status = new Map<number, string>()
  readonly frames: { from: Sender; bytes: Uint8Array }[] = []
  readonly options: LoopOptions
  device: DeviceState = newDevice()
  jobs: OtaJob[]
  session: ServerSession | null = null
  storedCounter = -1
  nowMs = 0
  held: { to: Sender; bytes: Uint8Array }[] = []
  #nvm: DeviceNvm = this.device.nvm
  #timerAtMs = 0
  readonly #arriving: { to: Sender; bytes: Uint8Array }[] = []
  #script: WrappedScript | null = null
  readonly #sentFrames = new Map<string, string>()

  constructor(options: LoopOptions) {
    this.options = options
    this.random = new SeededOctets(options.seed ?? 'loop')
    const keyLength = options.keyLength ?? 16
    const challengeLength = options.challengeLength ?? 8
    const key = (): Uint8Array => this.random.octets(keyLength)
    const keys = { enc: key(), mac: key(), dek: key() }
    this.domain = { aid: fromHex('a000000151000000'), keyVersionNumber: 0x30, keys, level: options.level ?? 0x03, challengeLength }
    this.card = new FakeCard(this.domain, this.random)
    if (challengeLength === 16) this.card.i = 0x71
    this.jobs = options.jobs.map((job, i) => {
      this.status.set(i, 'Ready')
      return { jobId: i, job, progress: newProgress(), securityDomain: this.domain, refusal: null, stop: null }
    })
    this.config = {
      keys: { capAuthKey: key(), encryptKey: key() },
      iccid: fromHex('98184000000000000071'),
      enc: options.enc ?? true,
      pollerVersion: 0x0100,
      receiveBuffer: options.receiveBuffer ?? 255,
      sendBuffer: options.sendBuffer ?? 320,
      instanceAid: fromHex('f0000000010000000000000000000001'),
      intervalMs: 600_000,
    }
  }

  get open(): OtaJob[] {
    return this.jobs.filter(({ jobId }) => ['Ready', 'Started', 'Interrupted'].includes(this.status.get(jobId)!))
  }

  /** Lets the card poll until no job is open and the card is idle, or until this number of timers have expired. */
  run(maxTimers = 400): void {
    this.give({ type: 'poll' })
    for (let i = 0; i < maxTimers && (this.open.length > 0 || this.device.phase !== 'idle'); i++) this.tick()
  }

  /** Lets the timer of the card expire. Frames that the network held back arrive first. */
  tick(): void {
    this.nowMs = Math.max(this.nowMs, this.#timerAtMs)
    const late = this.held
    this.held = []
    this.#arriving.push(...late)
    this.#deliver()
    if (this.nowMs >= this.#timerAtMs) this.give({ type: 'timer' })
  }

  reset(): void {
    this.card.reset()
    this.device = newDevice(this.#nvm)
    this.#timerAtMs = this.nowMs + 45_000
    this.device = { ...this.device, timer: 'poll' }
  }

  /** Does the card's step and delivers every frame that follows from it. */
  give(input: DeviceInput): void {
    this.#step(input)
    this.#deliver()
  }

  #deliver(): void {
    for (let next = this.#arriving.shift(); next; next = this.#arriving.shift()) {
      if (next.to === 'card') this.#step({ type: 'frame', bytes: next.bytes })
      else this.#toServer(next.bytes)
    }
  }

  #step(input: DeviceInput): void {
    try {
      const step = deviceStep(this.device, input, {
        config: this.config,
        newNonce: () => this.random.octets(8),
        retryPauseMs: () => 30_000 + Math.floor(this.random.fraction() * 30_000),
        telemetry: () => [],
        persist: (nvm) => this.#persist(nvm),
        beginScript: () => undefined,
        execute: (command) => this.card.execute(command),
      })
      this.device = step.state
      for (const effect of step.effects) this.#perform(effect)
    } catch (error) {
      if (!(error instanceof PowerLoss)) throw error
      this.reset()
    }
  }

  #persist(nvm: DeviceNvm): void {
    if (this.options.powerFails?.('before')) throw new PowerLoss()
    const [before, after] = [this.#nvm.script, nvm.script]
    const counts = nvm.counterReserve === this.#nvm.counterReserve
    if (counts && before && after && toHex(before.id) === toHex(after.id) && after.next !== before.next + 1)
      throw new Error('an index ran twice, or was left out')
    this.#nvm = nvm
    if (this.options.powerFails?.('after')) throw new PowerLoss()
  }

  #perform(effect: DeviceEffect): void {
    if (effect.type === 'setTimer') this.#timerAtMs = this.nowMs + effect.ms
    if (effect.type === 'send') this.#carry('card', effect.bytes)
  }

  #carry(from: Sender, bytes: Uint8Array): void {
    this.frames.push({ from, bytes })
    this.#checkFrame(from, bytes)
    const to: Sender = from === 'card' ? 'server' : 'card'
    const arriving = this.options.tamper?.(from, bytes, (late) => this.held.push({ to, bytes: late })) ?? [bytes]
    for (const one of arriving) this.#arriving.push({ to, bytes: one })
  }

  #checkFrame(from: Sender, bytes: Uint8Array): void {
    const parsed = parseFrame(bytes, from)
    if (!parsed.ok) throw new Error(`${from} sent a frame that is refused: ${parsed.reason}`)
    const { sessionId, sequence } = parsed.value
    if (sessionId === 0) return
    const key = `${from} ${sessionId} ${sequence}`
    const sent = this.#sentFrames.get(key) ?? toHex(bytes)
    if (sent !== toHex(bytes)) throw new Error(`two different frames for ${key}`)
    this.#sentFrames.set(key, sent)
  }

  #toServer(bytes: Uint8Array): void {
    const step = this.serve(bytes)
    if (step.kind === 'refused') return
    const fate = step.kind === 'advance' ? (this.options.nodeFails?.() ?? null) : null
    if (fate !== null) this.#script = null
    if (fate === 'lost') return
    if (step.kind === 'advance') this.#commit(step)
    if (step.kind === 'answer' && step.record) this.storedCounter = Math.max(this.storedCounter, counterOf(bytes))
    if (step.kind === 'advance' && parseSession(bytes) === 0) this.storedCounter = counterOf(bytes)
    if (fate === null) this.#carry('server', step.answer)
  }

  /** The server's step for these octets. Stores nothing. */
  serve(bytes: Uint8Array): ServerStep {
    const parsed = parseFrame(bytes, 'card')
    if (!parsed.ok) return { kind: 'refused', reason: parsed.reason }
    const frame = parsed.value
    const fresh = {
      sessionId: new DataView(this.random.octets(4).buffer).getUint32(0) || 1,
      serverNonce: this.random.octets(8),
      hostChallenge: this.random.octets(16),
      scriptId: this.random.octets(8),
    }
    const common = { jobs: this.open, fresh, settings: defaultSettings, nowMs: this.nowMs, script: this.#script }
    if (frame.code !== 1) {
      if (!this.session || frame.sessionId !== this.session.id) return { kind: 'refused', reason: 'session' }
      return answerFrame({ frame, session: this.session, keys: sessionKeys(this.config.keys, this.session), ...common })
    }
    const opened = openPoll(frame, pollKeys(this.config.keys, this.config.iccid), false)
    if (!opened.ok) return { kind: 'refused', reason: opened.reason }
    return answerPoll({
      poll: opened.value,
      simKeys: this.config.keys,
      storedCounter: this.storedCounter,
      previous: this.session,
      ...common,
    })
  }

  #commit(step: Extract<ServerStep, { kind: 'advance' }>): void {
    this.session = step.session
    this.#script = step.script
    const changed = new Map(step.progress.map(({ jobId, progress }) => [jobId, progress]))
    this.jobs = this.jobs.map((item) => ({ ...item, progress: changed.get(item.jobId) ?? item.progress }))
    for (const effect of step.effects) {
      this.effects.push(effect)
      if (effect.type === 'started') this.#move(effect.jobId, 'Started')
      if (effect.type === 'interrupted') this.#move(effect.jobId, 'Interrupted')
      if (effect.type === 'ended') this.#move(effect.jobId, `${effect.status}${effect.code === null ? '' : ` ${effect.code}`}`)
    }
  }

  #move(jobId: number, status: string): void {
    const now = this.status.get(jobId)!
    if (!['Ready', 'Started', 'Interrupted'].includes(now)) throw new Error(`${jobId} changed from ${now} to ${status}`)
    this.status.set(jobId, status)
  }
}

function parseSession(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(4)
}

function counterOf(bytes: Uint8Array): number {
  return parseSession(bytes) === 0 ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(28) : -1
}

export const packageAid = fromHex('f0000000010000000000000000000010')
export const instanceAid = fromHex('f0000000010000000000000000000011')

/** An install of a load file whose components have this number of octets. */
export function installJob(octets: number): Extract<Job, { kind: 'install'; moduleAid: Uint8Array }> {
  const components = Uint8Array.from({ length: octets }, (_, i) => (i * 31 + (i >> 8)) & 0xff)
  const loadFile = concat(fromHex('c482'), uint(octets, 2), components)
  return {
    kind: 'install',
    loadFile,
    packageAid,
    moduleAid: instanceAid,
    instanceAid,
    privileges: fromHex('00'),
    parameters: fromHex('c900'),
  }
}

export const removeJob: Job = { kind: 'remove', packageAid }
