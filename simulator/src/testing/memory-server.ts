import { fromHex } from '@simdeck/protocol/bytes.ts'
import { defaultSecurityDomainAid } from '@simdeck/protocol/aid.ts'
import { iccidFromBytes, iccidToBytes } from '@simdeck/protocol/iccid.ts'
import { parseFrame } from '@simdeck/protocol/ota/frame.ts'
import type { SealedFrame } from '@simdeck/protocol/ota/frame.ts'
import type { Job } from '@simdeck/protocol/ota/job.ts'
import { pollKeys, sessionKeys } from '@simdeck/protocol/ota/keys.ts'
import type { Poll, Telemetry } from '@simdeck/protocol/ota/messages.ts'
import { answerFrame } from '@simdeck/protocol/ota/server-frame.ts'
import { answerPoll, claimedIccid, openPoll } from '@simdeck/protocol/ota/server-poll.ts'
import { defaultSettings, newProgress } from '@simdeck/protocol/ota/server-state.ts'
import type { ServerSession, ServerStep, WorkItem } from '@simdeck/protocol/ota/server-state.ts'
import type { SecurityLevel } from '@simdeck/protocol/scp03/level.ts'
import type { Clock } from '../clock.ts'
import type { OpenLink } from '../link.ts'
import type { SimProfile } from '../profile.ts'
import { Random } from '../random.ts'

interface KnownSim {
  profile: SimProfile
  work: WorkItem[]
  session: ServerSession | null
  storedCounter: number
  polls: Poll[]
  encrypted: boolean[]
  telemetry: Telemetry
  /** How each job ended: status, code and status word. */
  ends: Map<string, string>
}

/** The server's end made of protocol's own steps, in memory: no database, one node. */
export class MemoryServer {
  readonly sims = new Map<string, KnownSim>()
  readonly #random = new Random('server')
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  add(profile: SimProfile, jobs: readonly Job[] = [], level: SecurityLevel = 0x33): KnownSim {
    const securityDomain = {
      aid: fromHex(profile.securityDomainAid ?? defaultSecurityDomainAid),
      keyVersionNumber: profile.keyVersionNumber ?? 0x30,
      keys: profile.scp03,
      level,
      challengeLength: 8,
    } as const
    const work = jobs.map((job, i) => ({ jobId: `job${i}`, job, progress: newProgress(), securityDomain, refusal: null, stop: null }))
    const known: KnownSim = {
      profile,
      work,
      session: null,
      storedCounter: -1,
      polls: [],
      encrypted: [],
      telemetry: {},
      ends: new Map(),
    }
    this.sims.set(profile.iccid, known)
    return known
  }

  sim(iccid: string): KnownSim {
    const known = this.sims.get(iccid)
    if (!known) throw new Error('no such SIM')
    return known
  }

  /** The answer to a frame; null for what is refused. */
  answer(bytes: Uint8Array): Uint8Array | null {
    const parsed = parseFrame(bytes, 'card')
    if (!parsed.ok) return null
    const known = this.#simOf(parsed.value)
    const step = known && this.#step(known, parsed.value)
    if (!known || !step || step.kind === 'refused') return null
    this.#store(known, step)
    return step.answer
  }

  /** Frames that take a millisecond each way; `drop` loses one. */
  openLink(clock: Clock, drop: (from: 'card' | 'server', frame: Uint8Array) => boolean = () => false): OpenLink {
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
    if (iccid) return this.sims.get(iccidFromBytes(iccid)) ?? null
    return [...this.sims.values()].find(({ session }) => session?.id === frame.sessionId) ?? null
  }

  #step(known: KnownSim, frame: SealedFrame): ServerStep | null {
    const { profile, session } = known
    const random = this.#random
    const fresh = {
      sessionId: random.uint32() || 1,
      serverNonce: random.bytes(8),
      hostChallenge: random.bytes(8),
      scriptId: random.bytes(8),
    }
    const work = known.work.filter(({ jobId }) => !known.ends.has(jobId))
    const common = { work, fresh, settings: defaultSettings, nowMs: this.#nowMs(), script: null }
    if (frame.code !== 1) return session && answerFrame({ frame, session, keys: sessionKeys(profile, session), ...common })
    const opened = openPoll(frame, pollKeys(profile, iccidToBytes(profile.iccid)), false)
    if (!opened.ok || !opened.value.poll) return null
    known.polls.push(opened.value.poll)
    known.encrypted.push(opened.value.enc)
    const step = answerPoll({ poll: opened.value, simKeys: profile, storedCounter: known.storedCounter, previous: session, ...common })
    known.storedCounter = Math.max(known.storedCounter, opened.value.clear.pollCounter)
    return step
  }

  #store(known: KnownSim, step: ServerStep): void {
    if (step.kind === 'answer' || step.kind === 'advance') known.telemetry = { ...known.telemetry, ...step.telemetry }
    if (step.kind !== 'advance') return
    known.session = step.session
    const changed = new Map(step.progress.map(({ jobId, progress }) => [jobId, progress]))
    known.work = known.work.map((item) => ({ ...item, progress: changed.get(item.jobId) ?? item.progress }))
    for (const effect of step.effects) {
      if (effect.type !== 'ended') continue
      const details = [effect.code, effect.sw?.toString(16)].filter((one) => one !== null && one !== undefined)
      known.ends.set(effect.jobId, [effect.status, ...details].join(' '))
    }
  }
}
