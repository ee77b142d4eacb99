import { defaultSecurityDomainAid, fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import { parseFrame } from '@simdeck/protocol/ota/frame.ts'
import type { SealedFrame } from '@simdeck/protocol/ota/frame.ts'
import type { Sender } from '@simdeck/protocol/ota/frame-header.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import { sessionKeys } from '@simdeck/protocol/ota/keys.ts'
import type { FrameKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import type { Poll, Telemetry } from '@simdeck/protocol/ota/messages.ts'
import type { WrappedScript } from '@simdeck/protocol/ota/script.ts'
import type { SecurityDomain } from '@simdeck/protocol/ota/security-domain.ts'
import { answerFrame, expireSession } from '@simdeck/protocol/ota/server-frame.ts'
import { answerPoll, claimedIccid, openPoll } from '@simdeck/protocol/ota/server-poll.ts'
import type { OpenedPoll } from '@simdeck/protocol/ota/server-poll.ts'
import { defaultSettings, newProgress } from '@simdeck/protocol/ota/server-state.ts'
import type { ServerEffect, ServerSession, ServerStep, OtaJob } from '@simdeck/protocol/ota/server-state.ts'
import type { SecurityLevel } from '@simdeck/protocol/scp03/level.ts'
import type { Clock } from '../clock.ts'
import type { OpenLink } from '../link.ts'
import type { SimProfile } from '../profile.ts'
import { Random } from '../random.ts'
import { keyJobFor, newKeyRecord, withKeysFor, withNextPoller, withNextSet } from './new-keys.ts'
import type { KeyJob, KeyRecord } from './new-keys.ts'

/**
 * The failure of a node at a commit. It dies before the commit (`lost`), it dies between commit and answer (`unsent`), or another node
 * takes over and builds the script again (`moved`).
 */
export type NodeFailure = 'lost' | 'unsent' | 'moved'

export interface MemoryServerOptions {
  seed?: string
  /** Called at every commit. */
  nodeFails?: () => NodeFailure | null
  /** Called when the end of a job is committed. */
  ended?: (jobId: number) => void
  /** Called with every answer. */
  observe?: (from: Sender, frame: Uint8Array) => void
}

/** A job that is not built yet: its keys and its security domain are those of the moment at which a step uses it. */
export interface OpenJob extends Pick<OtaJob, 'jobId' | 'progress'> {
  job: Job | KeyJob
}

export interface KnownSim {
  jobs: OpenJob[]
  keys: KeyRecord
  session: ServerSession | null
  storedCounter: number
  polls: Poll[]
  encrypted: boolean[]
  telemetry: Telemetry
  /** The end of each job: status, code and status word. */
  ends: Map<number, string>
  /** All committed effects, in order. */
  effects: ServerEffect[]
  /** The answers of the card that each ended job had kept. */
  found: Map<number, unknown>
  /** The number of POLLs that the server answered with COMMAND_DATA, which continues an interrupted script. */
  resumed: number
  /** Script and keys of the present session, which the node caches. */
  cached: { script: WrappedScript | null; keys: FrameKeys } | null
}

/** The poller that the factory installed. */
const pollerAid = fromHex(fixedAids.pollerA.moduleAid)
const unhindered = { refusal: null, stop: null } as const

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

  add(
    profile: SimProfile,
    jobs: readonly (Job | KeyJob)[] = [],
    level: SecurityLevel = 0x33,
    more: Partial<SecurityDomain> = {},
  ): KnownSim {
    const securityDomain: SecurityDomain = {
      aid: fromHex(profile.securityDomainAid ?? defaultSecurityDomainAid),
      keyVersionNumber: profile.keyVersionNumber ?? 0x30,
      keys: profile.scp03,
      level,
      challengeLength: 8,
      ...more,
    }
    const known: KnownSim = {
      jobs: jobs.map((job, jobId) => ({ jobId, job, progress: newProgress() })),
      keys: newKeyRecord(profile.iccid, profile, securityDomain),
      session: null,
      storedCounter: -1,
      polls: [],
      encrypted: [],
      telemetry: {},
      ends: new Map(),
      effects: [],
      found: new Map(),
      resumed: 0,
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
    const made = this.#step(known, parsed.value)
    if (!made || made.step.kind === 'refused') return null
    const { step, keys } = made
    const failure = step.kind === 'repeat' ? null : (this.#options.nodeFails?.() ?? null)
    if (failure) known.cached = null
    if (failure === 'lost') return null
    this.#store(known, parsed.value, { step, keys }, failure)
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
    const { session } = known
    if (!session) return
    const expired = expireSession({ session, jobs: this.#openJobs(known).jobs, nowMs: this.#nowMs() - sweepMs })
    if (!expired) return
    this.#apply(known, expired)
    known.session = null
  }

  #step(known: KnownSim, frame: SealedFrame): { step: ServerStep; keys: KeyRecord } | null {
    const { session, cached } = known
    const random = this.#random
    const fresh = {
      sessionId: random.uint32() || 1,
      serverNonce: random.bytes(8),
      hostChallenge: random.bytes(16),
      scriptId: random.bytes(8),
    }
    const opened = frame.code === messageCode.poll ? this.#openPoll(known, frame) : null
    const { jobs, keys } = this.#openJobs(known)
    const common = { jobs, fresh, settings: defaultSettings, nowMs: this.#nowMs(), script: cached?.script ?? null }
    if (frame.code !== messageCode.poll) {
      if (!session) return null
      return { step: answerFrame({ frame, session, keys: cached?.keys ?? sessionKeys(keys.poller, session), ...common }), keys }
    }
    if (!opened?.poll) return null
    known.polls.push(opened.poll)
    known.encrypted.push(opened.enc)
    const { storedCounter } = known
    return { step: answerPoll({ poll: opened, simKeys: keys.poller, storedCounter, previous: session, ...common }), keys }
  }

  /** A POLL under new keys makes them those of the SIM, in a commit of its own. Each key has a counter of its own. */
  #openPoll(known: KnownSim, frame: SealedFrame): OpenedPoll | null {
    const opened = openPoll(frame, known.keys.pollKeys, false)
    if (opened.ok) return opened.value
    const { nextPoller } = known.keys
    const proof = nextPoller && openPoll(frame, nextPoller.pollKeys, false)
    if (!proof?.ok) return null
    known.keys = withNextPoller(known.keys)
    known.storedCounter = -1
    return proof.value
  }

  /** The open jobs with their keys, and the record that is stored with the step. A second job for new keys waits for the first. */
  #openJobs(known: KnownSim): { jobs: OtaJob[]; keys: KeyRecord } {
    let { keys } = known
    const kinds = new Set<string>()
    const open = known.jobs.flatMap((item): (Omit<OtaJob, 'securityDomain'> & { jobId: number })[] => {
      if (known.ends.has(item.jobId)) return []
      if (item.job.kind !== 'new-keys') return [{ ...item, job: item.job, ...unhindered }]
      if (kinds.has(item.job.of)) return []
      kinds.add(item.job.of)
      keys = withKeysFor(keys, item.jobId, item.job, this.#random)
      return [{ ...item, job: keyJobFor(item.job, keys, pollerAid), ...unhindered }]
    })
    const { nextSet, domain } = keys
    const other = nextSet ? { keyVersionNumber: nextSet.keyVersionNumber, keys: nextSet.keys } : undefined
    return { jobs: open.map((item) => ({ ...item, securityDomain: { ...domain, other } })), keys }
  }

  #store(
    known: KnownSim,
    frame: SealedFrame,
    { step, keys }: { step: Exclude<ServerStep, { kind: 'refused' }>; keys: KeyRecord },
    failure: NodeFailure | null,
  ): void {
    if (step.kind === 'repeat') return
    known.telemetry = { ...known.telemetry, ...step.telemetry }
    const counts = frame.code === messageCode.poll && (step.kind === 'advance' || step.record)
    if (counts) known.storedCounter = Math.max(known.storedCounter, counterOf(frame))
    if (step.kind !== 'advance') return
    known.keys = keys
    known.session = step.session
    known.cached = failure ? null : { script: step.script, keys: step.keys }
    const isNew = step.effects.some(({ type }) => type === 'scriptPinned')
    if (step.session?.sequence === 0 && step.session.asked === 'commandData' && !isNew) known.resumed++
    this.#apply(known, step)
  }

  #apply(known: KnownSim, { progress, effects }: Pick<Extract<ServerStep, { kind: 'advance' }>, 'progress' | 'effects'>): void {
    const changed = new Map(progress.map((one) => [one.jobId, one.progress]))
    known.jobs = known.jobs.map((item) => ({ ...item, progress: changed.get(item.jobId) ?? item.progress }))
    known.effects.push(...effects)
    for (const effect of effects) this.#follow(known, effect)
  }

  #follow(known: KnownSim, effect: ServerEffect): void {
    const { jobs, ends, keys } = known
    if (effect.type === 'keySetFound') {
      // While a job sends the new set, the job itself proves it.
      const { nextSet } = keys
      if (nextSet && ends.has(nextSet.jobId))
        known.keys = nextSet.keyVersionNumber === effect.keyVersionNumber ? withNextSet(keys) : { ...keys, nextSet: null }
    }
    if (effect.type !== 'ended') return
    const { jobId, status, code, sw, found } = effect
    if (ends.has(jobId)) throw new Error(`${jobId} ended twice`)
    ends.set(jobId, [status, code, sw?.toString(16)].filter((one) => one !== null && one !== undefined).join(' '))
    known.found.set(jobId, found)
    const job = jobs.find((one) => one.jobId === jobId)?.job
    if (status === 'Succeeded' && job?.kind === 'new-keys' && job.of === 'securityDomain') known.keys = withNextSet(keys)
    this.#options.ended?.(jobId)
  }
}

function counterOf({ clear }: SealedFrame): number {
  return new DataView(clear.buffer, clear.byteOffset).getUint32(18)
}
