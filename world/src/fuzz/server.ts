import type { Random } from '@simdeck/simulator/random.ts'
import { commandApdu, decodeCommand, leAny } from '@simdeck/protocol/apdu.ts'
import { bytesOf, concat, fromHex, uint } from '@simdeck/protocol/bytes.ts'
import { clearLength, openFrame, parseFrame, sealFrame } from '@simdeck/protocol/ota/frame.ts'
import { pollKeys, sessionKeys } from '@simdeck/protocol/ota/keys.ts'
import type { FrameKeys } from '@simdeck/protocol/ota/keys.ts'
import { isMessageCode, messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import type { MessageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { commandDataBody, loadCommandBody, pollBody, pollClear, resBody, scpInitBody } from '@simdeck/protocol/ota/messages.ts'
import type { Resume } from '@simdeck/protocol/ota/messages.ts'
import { answerFrame } from '@simdeck/protocol/ota/server-frame.ts'
import { answerPoll, openPoll } from '@simdeck/protocol/ota/server-poll.ts'
import { defaultSettings, newProgress } from '@simdeck/protocol/ota/server-state.ts'
import type { ServerSession, ServerStep, OtaJob } from '@simdeck/protocol/ota/server-state.ts'
import type { WrappedScript } from '@simdeck/protocol/ota/script.ts'
import type { SecurityDomain } from '@simdeck/protocol/ota/security-domain.ts'
import { answerInitializeUpdate } from '@simdeck/protocol/scp03/card.ts'
import { initializeUpdateCommand } from '@simdeck/protocol/scp03/initialize-update.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import type { Feed } from './feed.ts'
import { block, edgeOctet, mutate, onceIn, pick, splice } from './mutate.ts'
import { assertInvariant, readOrNull } from './target.ts'

const iccid = fromHex('98184000000000000071')
const simKeys = { capAuthKey: new Uint8Array(16).fill(1), encryptKey: new Uint8Array(16).fill(2) }
const keysOfPolls = pollKeys(simKeys, iccid)
const instanceAid = fromHex('f000000001')
const packageAid = fromHex('f000000002')
const key = new Uint8Array(16).fill(5)
const domain: SecurityDomain = {
  aid: fromHex('a000000151000000'),
  keyVersionNumber: 0x30,
  keys: { enc: key, mac: key, dek: key },
  level: 0x03,
  challengeLength: 8,
}
const jobs: readonly Job[] = [
  {
    kind: 'install',
    loadFile: concat(fromHex('c4820200'), new Uint8Array(512)),
    packageAid,
    moduleAid: fromHex('f000000003'),
    instanceAid: fromHex('f000000004'),
    privileges: bytesOf(0),
    parameters: bytesOf(),
  },
  { kind: 'remove', packageAid },
  { kind: 'script', secured: false, commands: [{ command: commandApdu(0x00, 0xb0, 0, 0, bytesOf(), leAny), tolerated: [0x6a82] }] },
]

/** An input: the kind of each frame, changes to the answer of an honest card, and oddities of the frame itself. */
export function serverSteps(random: Random): Uint8Array {
  const steps = Array.from({ length: random.between(1, 8) }, (_, i) => {
    const kind = i === 0 || onceIn(random, 6) ? messageCode.poll : onceIn(random, 12) ? edgeOctet(random) : 0
    const odd = onceIn(random, 8) ? edgeOctet(random) : 0
    const patch = onceIn(random, 2) ? bytesOf() : concat(bytesOf(random.between(0, 40), pick(random, [0, 1, 2, 255])), changes(random))
    return concat(bytesOf(kind, odd, edgeOctet(random)), block(patch))
  })
  return concat(bytesOf(random.between(0, 255)), ...steps)
}

const results = [
  fromHex('00000001016a880000'),
  fromHex('00000003029000000090000000'),
  fromHex('00c9000000'),
  fromHex('0000000101900000203000'),
]

function changes(random: Random): Uint8Array {
  return onceIn(random, 2) ? random.bytes(random.between(0, 6)) : mutate(random, pick(random, results), results)
}

const cachedKeys = new WeakMap<Uint8Array, FrameKeys>()

/** Keys of a session, derived once, since this takes longer than the rest of a step. */
function keysOf(session: ServerSession): FrameKeys {
  const keys = cachedKeys.get(session.serverNonce) ?? sessionKeys(simKeys, session)
  cachedKeys.set(session.serverNonce, keys)
  return keys
}

/** The server's end in memory. */
class Server {
  jobs: OtaJob[]
  session: ServerSession | null = null
  #storedCounter = -1
  #script: WrappedScript | null = null
  #made = 0
  nowMs = 0

  constructor(options: number) {
    const level = ([0x01, 0x03, 0x33] as const)[options % 3]!
    this.jobs = jobs.map((job, i) => ({
      jobId: i,
      job,
      progress: newProgress(),
      refusal: null,
      stop: (options & (0x10 << i)) === 0 ? null : 'paused',
      securityDomain: { ...domain, level },
    }))
  }

  serve(bytes: Uint8Array): ServerStep | null {
    const parsed = parseFrame(bytes, 'card')
    if (!parsed.ok) return null
    const frame = parsed.value
    const made = ++this.#made
    const fresh = {
      sessionId: made,
      serverNonce: new Uint8Array(8).fill(made),
      hostChallenge: new Uint8Array(8).fill(made),
      scriptId: new Uint8Array(8).fill(made),
    }
    const common = { jobs: this.jobs, fresh, settings: defaultSettings, nowMs: this.nowMs, script: this.#script }
    const { session } = this
    if (frame.code !== messageCode.poll) return session && this.#apply(answerFrame({ frame, session, keys: keysOf(session), ...common }))
    const opened = openPoll(frame, keysOfPolls, false)
    if (!opened.ok) return null
    const poll = opened.value
    const step = this.#apply(answerPoll({ poll, simKeys, storedCounter: this.#storedCounter, previous: session, ...common }))
    if (step.kind === 'advance') this.#storedCounter = poll.clear.pollCounter
    return step
  }

  #apply(step: ServerStep): ServerStep {
    if (step.kind !== 'advance') return step
    assertInvariant(parseFrame(step.answer, 'server').ok, 'the server sent an invalid frame')
    assertInvariant(
      step.answer.length <= Math.min(1500, step.session?.receiveBuffer ?? 1500),
      'the answer exceeds the receive buffer of the card',
    )
    for (const { progress } of step.progress) {
      const { script } = progress
      if (script)
        assertInvariant(
          script.acked <= script.sent && script.sent <= script.total,
          'more commands acknowledged than sent, or more sent than exist',
        )
    }
    const ended = step.effects.flatMap((effect) => (effect.type === 'ended' ? [effect.jobId] : []))
    assertInvariant(new Set(ended).size === ended.length, 'a job that ended twice')
    assertInvariant(
      ended.every((id) => this.jobs.some(({ jobId }) => jobId === id)),
      'an ended job ended again',
    )
    const changed = new Map(step.progress.map(({ jobId, progress }) => [jobId, progress]))
    this.session = step.session
    this.#script = step.script
    this.jobs = this.jobs
      .filter(({ jobId }) => !ended.includes(jobId))
      .map((item) => ({ ...item, progress: changed.get(item.jobId) ?? item.progress }))
    return step
  }
}

/** An honest card, which has only the keys of its SIM and its security domain. */
class Card {
  counter = 0
  resume: Resume = { state: 0 }
  #lastAnswer: Uint8Array | null = null
  readonly #enc: boolean
  readonly #server: Server

  constructor(server: Server, enc: boolean) {
    this.#server = server
    this.#enc = enc
  }

  /** Sends the card's next message with changes: `odd` and `choice` change the frame, `patch` (offset, count, octets) the body. */
  send(kind: number, odd: number, choice: number, patch: Uint8Array): void {
    const session = this.#server.session
    const isPoll = kind === messageCode.poll || !session
    const [due, honest] = isPoll ? [messageCode.poll, this.#poll(choice)] : this.#answer(session)
    const code = isMessageCode(kind) ? kind : due
    const body = patch.length < 2 ? honest : splice(honest, patch[0]!, patch[1] === 255 ? honest.length : patch[1]!, patch.subarray(2))
    const sequence = code === messageCode.poll || !session ? 0 : session.sequence + 1 - (odd & 1) + ((odd >> 1) & 1)
    const header = {
      from: 'card',
      enc: this.#enc !== (odd === 0xff),
      code,
      sessionId: code === messageCode.poll || !session ? 0 : session.id,
      sequence,
    } as const
    const keys = code === messageCode.poll || !session ? keysOfPolls : keysOf(session)
    const clear = pollClear.encode({
      iccid,
      cardNonce: new Uint8Array(8).fill(choice),
      pollCounter: code === messageCode.poll ? ++this.counter : 0,
    })
    const bytes = readOrNull(() => sealFrame(header, clear.subarray(0, clearLength(header)), body, keys))
    const step = bytes && this.#server.serve(bytes)
    if (step && step.kind !== 'refused') this.#lastAnswer = step.answer
  }

  #poll(choice: number): Uint8Array {
    const script = this.#server.jobs[0]?.progress.script
    const state = choice % 3
    const resume: Resume =
      script && (state === 1 || state === 2)
        ? { state, scriptId: script.id, next: (script.acked + (choice >> 6)) & 0xffff, lastSw: 0x9000 }
        : { state: 0 }
    return pollBody.encode({
      pollerVersion: 0x0100,
      receiveBuffer: [255, 512, 1500, 0xffff][choice & 3]!,
      instanceAid,
      resume,
      tlvs: [{ tag: 3, value: bytesOf(choice) }],
    })
  }

  #answer(session: ServerSession): [MessageCode, Uint8Array] {
    const parsed = this.#lastAnswer && parseFrame(this.#lastAnswer, 'server')
    const frame = parsed?.ok ? parsed.value : null
    const opened = frame && openFrame(frame, keysOf(session), session.enc)
    if (!frame || !opened?.ok) return [messageCode.resCommandApdu, bytesOf()]
    if (frame.code === messageCode.scpInit) return [messageCode.resCommandApdu, initializeUpdated(opened.value)]
    if (frame.code === messageCode.closeSession) return [messageCode.closeSession, new Uint8Array(8)]
    const first = frame.code === messageCode.commandData
    const { index, commands } = first ? commandDataBody.decode(opened.value) : loadCommandBody.decode(opened.value)
    const res = resBody.encode({
      status: 0,
      next: index + commands.length,
      results: commands.map(() => ({ sw: 0x9000, data: new Uint8Array() })),
    })
    return [first ? messageCode.resFirstChunk : messageCode.resCommandApdu, res]
  }
}

function initializeUpdated(body: Uint8Array): Uint8Array {
  const { hostChallenge } = initializeUpdateCommand.decode(decodeCommand(scpInitBody.decode(body).initializeUpdate))
  const { response } = answerInitializeUpdate({
    keys: domain.keys,
    keyVersionNumber: 0x30,
    i: 0x70,
    diversificationData: new Uint8Array(10),
    sequenceCounter: uint(1, 3),
    hostChallenge,
    cardChallenge: new Uint8Array(8),
  })
  return resBody.encode({ status: 0, next: 0, results: [{ sw: 0x9000, data: response }] })
}

/** Runs the server's end against a card that has the keys and breaks the rules of the protocol. */
export function runServer(feed: Feed): string {
  const options = feed.octet()
  const server = new Server(options)
  const card = new Card(server, (options & 0x80) === 0)
  for (let left = 12; left > 0 && !feed.done; left--) {
    const [kind, odd, choice] = [feed.octet(), feed.octet(), feed.octet()]
    if (odd === 0x7f) server.nowMs += 200_000
    card.send(kind, odd, choice, feed.block())
  }
  return `server ${server.session?.state ?? 'without session'}, ${server.jobs.length} jobs left`
}
