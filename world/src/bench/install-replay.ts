import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'
import { parseFrame } from '@simdeck/protocol/ota/frame.ts'
import { type FrameKeys, sessionKeys } from '@simdeck/protocol/ota/keys.ts'
import { answerFrame } from '@simdeck/protocol/ota/server-frame.ts'
import {
  defaultSettings,
  newProgress,
  type Fresh,
  type JobProgress,
  type ServerSession,
  type ServerStep,
} from '@simdeck/protocol/ota/server-state.ts'
import type { WrappedScript } from '@simdeck/protocol/ota/script.ts'
import { installJob, SessionLoop } from '@simdeck/protocol/ota/session-loop.fixture.ts'
import { rawLogRows } from '@simdeck/server/ota/batch/raw-log-rows.ts'
import { fromStored, toStored } from '@simdeck/server/ota/stored.ts'

type Advance = Extract<ServerStep, { kind: 'advance' }>
type Recorded = { bytes: Uint8Array; fresh: Fresh; nowMs: number; answer: Uint8Array }

/** An install in memory. It records the frames of the card after the POLL, and the random values that the server used for each. */
class RecordingLoop extends SessionLoop {
  readonly recorded: Recorded[] = []
  opened: ServerSession | null = null
  #script: WrappedScript | null = null

  override serve(bytes: Uint8Array): ServerStep {
    const parsed = parseFrame(bytes, 'card')
    if (!parsed.ok || parsed.value.code === 1 || !this.session) return super.serve(bytes)
    this.opened ??= this.session
    const fresh = {
      sessionId: 1,
      serverNonce: this.random.octets(8),
      hostChallenge: this.random.octets(16),
      scriptId: this.random.octets(8),
    }
    const keys = sessionKeys(this.config.keys, this.session)
    const common = { jobs: this.open, fresh, settings: defaultSettings, nowMs: this.nowMs, script: this.#script }
    const step = answerFrame({ frame: parsed.value, session: this.session, keys, ...common })
    if (step.kind !== 'advance') throw new Error(`the recorded frame was ${step.kind}`)
    this.#script = step.script
    this.recorded.push({ bytes, fresh, nowMs: this.nowMs, answer: step.answer })
    return step
  }
}

export type InstallRecord = {
  loop: RecordingLoop
  roundTrips: number
  up: number
  down: number
  blocks: number
  commands: readonly Uint8Array[]
}

/** Records an install of `octets` octets on a card with the given receive buffer. */
export function recordInstall(octets: number, receiveBuffer: number): InstallRecord {
  const loop = new RecordingLoop({ jobs: [installJob(octets)], receiveBuffer })
  loop.run()
  if (loop.status.get(0) !== 'Succeeded') throw new Error('the install did not succeed')
  const octetsOf = (from: string) => loop.frames.reduce((sum, frame) => sum + (frame.from === from ? frame.bytes.length : 0), 0)
  const blocks = loop.card.executed.filter((name) => name.startsWith('load ')).length
  const commands = replay({ loop })
  return { loop, roundTrips: loop.frames.length / 2, up: octetsOf('card'), down: octetsOf('server'), blocks, commands }
}

/**
 * Repeats the server's work for the recorded frames, except the database: it parses the frame, decodes the state from JSON, builds the
 * answer and encodes the new rows. Returns the wrapped commands.
 */
export function replay({ loop }: { loop: RecordingLoop }): readonly Uint8Array[] {
  const opened = loop.opened!
  const keys: FrameKeys = sessionKeys(loop.config.keys, opened)
  let session = toStored(opened)
  let progress = toStored(loop.jobs[0]!.progress)
  let script: WrappedScript | null = null
  let commands: readonly Uint8Array[] = []
  const first = loop.jobs[0]!
  progress = toStored(newProgress())
  for (const { bytes, fresh, nowMs, answer } of loop.recorded) {
    const parsed = parseFrame(bytes, 'card')
    if (!parsed.ok) throw new Error(parsed.reason)
    const jobs = [{ ...first, progress: fromStored<JobProgress>(JSON.parse(progress)) }]
    const step = answerFrame({
      frame: parsed.value,
      session: fromStored<ServerSession>(JSON.parse(session)),
      keys,
      jobs,
      fresh,
      settings: defaultSettings,
      nowMs,
      script,
    }) as Advance
    if (Buffer.compare(step.answer, answer) !== 0) throw new Error('the replay gives another answer')
    session = toStored(step.session)
    for (const changed of step.progress) progress = toStored(changed.progress)
    const at = new Date(nowMs)
    rawLogRows(step.trace, {
      simId: 1,
      sessionId: 1,
      jobId: 1,
      bytesIn: bytes.length,
      bytesOut: answer.length,
      receivedAt: at,
      answeredAt: at,
    })
    script = step.script ?? script
    if (script) commands = script.commands
  }
  return commands
}

/** AES-CMAC and AES-CBC of the same frames and commands by `node:crypto` alone, without subkeys or ICVs. */
export function bareCrypto({ loop, commands }: InstallRecord): () => void {
  const key = createSecretKey(randomBytes(16))
  const iv = new Uint8Array(16)
  const blocks = (length: number) => new Uint8Array(Math.max(16, Math.ceil(length / 16) * 16))
  const frames = loop.recorded.flatMap(({ bytes, answer }) => [
    { mac: blocks(bytes.length - 8), body: blocks(bytes.length - 18), down: false },
    { mac: blocks(answer.length - 8), body: blocks(answer.length - 18), down: true },
  ])
  const wrapped = commands.map(({ length }) => ({ mac: blocks(16 + length - 8), body: blocks(length - 13), down: true }))
  const work = [...frames, ...wrapped]
  return () => {
    for (const { mac, body, down } of work) {
      createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false).update(mac)
      const cipher = down ? createCipheriv('aes-128-cbc', key, iv) : createDecipheriv('aes-128-cbc', key, iv)
      cipher.setAutoPadding(false).update(body)
    }
  }
}
