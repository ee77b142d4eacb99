import { defaultSecurityDomainAid } from '@simdeck/protocol/aid.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import { parseFrame } from '@simdeck/protocol/ota/frame.ts'
import type { SealedFrame } from '@simdeck/protocol/ota/frame.ts'
import type { Sender } from '@simdeck/protocol/ota/frame-header.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import { pollKeys, sessionKeys } from '@simdeck/protocol/ota/keys.ts'
import type { FrameKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import type { Poll, Telemetry } from '@simdeck/protocol/ota/messages.ts'
import type { WrappedScript } from '@simdeck/protocol/ota/script.ts'
import type { SecurityDomain } from '@simdeck/protocol/ota/security-domain.ts'
import { answerFrame, expireSession } from '@simdeck/protocol/ota/server-frame.ts'
import { answerPoll, claimedIccid, openPoll } from '@simdeck/protocol/ota/server-poll.ts'
import { defaultSettings, newProgress } from '@simdeck/protocol/ota/server-state.ts'
import type { ServerEffect, ServerSession, ServerStep, OtaJob } from '@simdeck/protocol/ota/server-state.ts'
import type { SecurityLevel } from '@simdeck/protocol/scp03/level.ts'
import type { Clock } from '../clock.ts'
import type { OpenLink } from '../link.ts'
import type { SimProfile } from '../profile.ts'
import { Random } from '../random.ts'

/**
 * The failure of a node at a commit. It dies before the commit (`lost`), it dies between commit and answer (`unsent`), or another node
 * takes over and builds the script again (`moved`).
 */
export type NodeFailure = 'lost' | 'unsent' | 'moved'

export interface MemoryServerOptions {
  seed?: string
  /** Called at every commit. */
  nodeFails?: () => NodeFailure | null
  /** Called with every answer. */
  observe?: (from: Sender, frame: Uint8Array) => void
}

export interface KnownSim {
  profile: SimProfile
  jobs: OtaJob[]
  session: ServerSession | null
  storedCounter: number
  polls: Poll[]
  encrypted: boolean[]
  telemetry: Telemetry
  /** The end of each job: status, code and status word. */
  ends: Map<number, string>
  /** All committed effects, in order. */
  effects: ServerEffect[]
  /** The number of POLLs that the server answered with COMMAND_DATA, which continues an interrupted script. */
  resumed: number
  pollKeys: FrameKeys
  /** Script and keys of the present session, which the node caches. */
  cached: { script: WrappedScript | null; keys: FrameKeys } | null
}

/** The time after which a sweep finds an expired session. The SIM's next POLL may find it earlier. */
const sweepMs = 5_000

/** The server's end, in memory, made of protocol's own steps. Its store outlives the nodes, which may die at every commit. */
export class MemoryServer {
  readonly sims = new Map<string, KnownSim>()
  readonly #byEfIccid = new Map<string, KnownSim>()
  readonly #nowMs: () => number
  readonly #random: Random
  readonly #options: MemoryServerOptions

  constructor(nowMs: () => number, options: MemoryServerOptions = {}) {
    this.#nowMs = nowMs
    this.#options = options
    this.#random = new Random(options.seed ?? 'server')
  }

  add(profile: SimProfile, jobs: readonly Job[] = [], level: SecurityLevel = 0x33, more: Partial<SecurityDomain> = {}): KnownSim {
    const securityDomain: SecurityDomain = {
      aid: fromHex(profile.securityDomainAid ?? defaultSecurityDomainAid),
      keyVersionNumber: profile.keyVersionNumber ?? 0x30,
      keys: profile.scp03,
      level,
      challengeLength: 8,
      ...more,
    }
    const open = jobs.map((job, i) => ({ jobId: i, job, progress: newProgress(), securityDomain, refusal: null, stop: null }))
    const known: KnownSim = {
      profile,
      jobs: open,
      session: null,
      storedCounter: -1,
      polls: [],
      encrypted: [],
      telemetry: {},
      ends: new Map(),
      effects: [],
      resumed: 0,
      pollKeys: pollKeys(profile, iccidToBytes(profile.iccid)),
      cached: null,
    }
    this.sims.set(profile.iccid, known)
    this.#byEfIccid.set(toHex(iccidToBytes(profile.iccid)), known)
    return known
  }

  sim(iccid: string): KnownSim {
    const known = this.sims.get(iccid)
    if (!known) throw new Error('no such SIM')
    return known
  }

  /** The answer to a frame. Null when the frame is refused or the node dies. */
  answer(bytes: Uint8Array): Uint8Array | null {
    const parsed = parseFrame(bytes, 'card')
    if (!parsed.ok) return null
    const known = this.#simOf(parsed.value)
    if (!known) return null
    this.#sweep(known)
    const step = this.#step(known, parsed.value)
    if (!step || step.kind === 'refused') return null
    const failure = step.kind === 'repeat' ? null : (this.#options.nodeFails?.() ?? null)
    if (failure) known.cached = null
    if (failure === 'lost') return null
    this.#store(known, parsed.value, step, failure)
    if (failure === 'unsent') return null
    this.#options.observe?.('server', step.answer)
    return step.answer
  }

  /** Opens connections whose frames take a millisecond each way. `drop` loses a frame. */
  openLink(clock: Clock, drop: (from: Sender, frame: Uint8Array) => boolean = () => false): OpenLink {
    return (_to, listener) => {
      let open = true
      return {
        send: (frame) => {
          if (drop('card', frame)) return
          clock.setTimer(1, () => {
            const answer = this.answer(frame)
            clock.setTimer(1, () => {
              if (!open) return
              if (answer === null) {
                open = false
                listener.lost()
              } else if (!drop('server', answer)) listener.frame(answer)
            })
          })
        },
        close: () => {
          open = false
        },
      }
    }
  }

  #simOf(frame: SealedFrame): KnownSim | null {
    const iccid = claimedIccid(frame)
    if (iccid) return this.#byEfIccid.get(toHex(iccid)) ?? null
    for (const known of this.sims.values()) if (known.session?.id === frame.sessionId) return known
    return null
  }

  #sweep(known: KnownSim): void {
    const { session, jobs, ends } = known
    if (!session) return
    const expired = expireSession({ session, jobs: jobs.filter(({ jobId }) => !ends.has(jobId)), nowMs: this.#nowMs() - sweepMs })
    if (!expired) return
    this.#apply(known, expired)
    known.session = null
  }

  #step(known: KnownSim, frame: SealedFrame): ServerStep | null {
    const { profile, session, cached } = known
    const random = this.#random
    const fresh = {
      sessionId: random.uint32() || 1,
      serverNonce: random.bytes(8),
      hostChallenge: random.bytes(16),
      scriptId: random.bytes(8),
    }
    const jobs = known.jobs.filter(({ jobId }) => !known.ends.has(jobId))
    const common = { jobs, fresh, settings: defaultSettings, nowMs: this.#nowMs(), script: cached?.script ?? null }
    if (frame.code !== messageCode.poll)
      return session && answerFrame({ frame, session, keys: cached?.keys ?? sessionKeys(profile, session), ...common })
    const opened = openPoll(frame, known.pollKeys, false)
    if (!opened.ok || !opened.value.poll) return null
    known.polls.push(opened.value.poll)
    known.encrypted.push(opened.value.enc)
    return answerPoll({ poll: opened.value, simKeys: profile, storedCounter: known.storedCounter, previous: session, ...common })
  }

  #store(known: KnownSim, frame: SealedFrame, step: Exclude<ServerStep, { kind: 'refused' }>, failure: NodeFailure | null): void {
    if (step.kind === 'repeat') return
    known.telemetry = { ...known.telemetry, ...step.telemetry }
    const counts = frame.code === messageCode.poll && (step.kind === 'advance' || step.record)
    if (counts) known.storedCounter = Math.max(known.storedCounter, counterOf(frame))
    if (step.kind !== 'advance') return
    known.session = step.session
    known.cached = failure ? null : { script: step.script, keys: step.keys }
    if (step.session?.sequence === 0 && step.session.asked === 'commandData') known.resumed++
    this.#apply(known, step)
  }

  #apply(known: KnownSim, { progress, effects }: Pick<Extract<ServerStep, { kind: 'advance' }>, 'progress' | 'effects'>): void {
    const changed = new Map(progress.map((one) => [one.jobId, one.progress]))
    known.jobs = known.jobs.map((item) => ({ ...item, progress: changed.get(item.jobId) ?? item.progress }))
    known.effects.push(...effects)
    for (const effect of effects) {
      if (effect.type !== 'ended') continue
      if (known.ends.has(effect.jobId)) throw new Error(`${effect.jobId} ended twice`)
      const details = [effect.code, effect.sw?.toString(16)].filter((one) => one !== null && one !== undefined)
      known.ends.set(effect.jobId, [effect.status, ...details].join(' '))
    }
  }
}

function counterOf({ clear }: SealedFrame): number {
  return new DataView(clear.buffer, clear.byteOffset).getUint32(18)
}
