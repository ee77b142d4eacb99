import type { Random } from '@simdeck/simulator/random.ts'
import { responseApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, concat, fromHex, uint } from '@simdeck/protocol/bytes.ts'
import { deviceStep } from '@simdeck/protocol/ota/device-session.ts'
import { newDevice } from '@simdeck/protocol/ota/device-state.ts'
import type { DeviceConfig, DeviceEnvironment, DeviceInput, DeviceNvm, DeviceState } from '@simdeck/protocol/ota/device-state.ts'
import { clearLength, parseFrame, sealFrame } from '@simdeck/protocol/ota/frame.ts'
import { sessionKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import type { MessageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { closeSessionBody, commandDataBody, loadCommandBody, scpInitBody } from '@simdeck/protocol/ota/messages.ts'
import type { Feed } from './feed.ts'
import { block, edgeOctet, mutate, onceIn, pick } from './mutate.ts'
import { assertInvariant, readOrNull } from './target.ts'

const scriptId = fromHex('a0a1a2a3a4a5a6a7')
const simKeys = { capAuthKey: new Uint8Array(16).fill(1), encryptKey: new Uint8Array(16).fill(2) }
const serverNonce = new Uint8Array(8).fill(3)
const serverCodes = [messageCode.scpInit, messageCode.commandData, messageCode.loadCommand, messageCode.closeSession] as const

const step = { frame: 0, timer: 1, lost: 2, reset: 3, poll: 4 } as const

const commands = ['84820300', '84e8000002aabb', '80ca006600', '00a40400', '84e80000'].map(fromHex)

/** An input: the initial state of the card, then events: frames sealed with the valid keys, and events of a radio link. */
export function deviceSteps(random: Random): Uint8Array {
  const script = pick(random, [0, 0, 1, 0xfffd, 0xffff])
  const steps = Array.from({ length: random.between(1, 8) }, () => {
    const kind = onceIn(random, 6) ? random.between(1, 4) : step.frame
    if (kind !== step.frame) return bytesOf(kind)
    const [code, body] = message(random)
    return concat(
      bytesOf(kind, code, onceIn(random, 8) ? edgeOctet(random) : 0),
      block(onceIn(random, 3) ? mutate(random, body, commands) : body),
    )
  })
  return concat(bytesOf(random.between(0, 3)), uint(script, 2), uint(pick(random, [0, 0, 0, 0xfffd, 0xfffe]), 2), ...steps)
}

function message(random: Random): [MessageCode, Uint8Array] {
  const code = pick(random, serverCodes)
  const list = Array.from({ length: random.between(1, 5) }, () => pick(random, commands))
  const index = pick(random, [0, 0, 1, 2, 0xfffd, 0xffff])
  switch (code) {
    case messageCode.commandData:
      return [code, commandDataBody.encode({ scriptId: onceIn(random, 2) ? scriptId : random.bytes(8), index, commands: list })]
    case messageCode.loadCommand:
      return [code, loadCommandBody.encode({ index, commands: list })]
    case messageCode.scpInit:
      return [code, scpInitBody.encode({ securityDomainAid: fromHex('a000000151000000'), initializeUpdate: commands[1]! })]
    default:
      return [
        code,
        closeSessionBody.encode({ code: pick(random, [0, 300, 400, 401]), detail: pick(random, [0, 0x1ff, 0xffffffff]), waitSeconds: 0 }),
      ]
  }
}

/** A poller in memory, whose card answers depending on the octets of the command. */
class Poller {
  state: DeviceState
  readonly #env: DeviceEnvironment
  #persisted: DeviceNvm

  constructor(config: DeviceConfig, nvm: DeviceNvm) {
    this.state = newDevice(nvm)
    this.#persisted = nvm
    this.#env = {
      config,
      newNonce: () => new Uint8Array(8).fill(4),
      retryPauseMs: () => 30_000,
      telemetry: () => [],
      persist: (now) => {
        this.#persisted = now
      },
      beginScript: () => undefined,
      execute: (command) => ((command[3] ?? 0) === 0xee ? null : responseApdu(0x9000, new Uint8Array((command.at(-1) ?? 0) % 200))),
    }
  }

  handle(input: DeviceInput): void {
    const before = this.state
    const { state, effects, refused } = deviceStep(before, input, this.#env)
    assertInvariant(refused === null || (state === before && effects.length === 0), 'a refused frame changed the state')
    this.state = state
    assertInvariant(JSON.stringify(state.nvm) === JSON.stringify(this.#persisted), 'the state in use differs from the stored state')
    for (const effect of effects) {
      if (effect.type !== 'send') continue
      assertInvariant(parseFrame(effect.bytes, 'card').ok, 'the card sent an invalid frame')
      assertInvariant(effect.bytes.length <= Math.max(this.#env.config.sendBuffer, 320), 'the card sent more than its buffer holds')
    }
    assertInvariant(state.phase === 'idle' || state.timer !== null, 'the card waits without a timer')
  }
}

/** Runs the card's end against a server that has the keys and breaks the rules of the protocol. */
export function runDevice(feed: Feed): string {
  const options = feed.octet()
  const next = feed.uint16()
  const sequence = feed.uint16()
  const enc = (options & 1) === 0
  const config = {
    keys: simKeys,
    iccid: fromHex('98184000000000000071'),
    enc,
    pollerVersion: 0x0100,
    receiveBuffer: 1500,
    sendBuffer: (options & 2) === 0 ? 320 : 1500,
    instanceAid: fromHex('f000000001'),
    intervalMs: 300_000,
  }
  const poller = new Poller(config, { counterReserve: 0x100, script: next === 0 ? null : { id: scriptId, next, lastSw: 0x9000 } })
  poller.handle({ type: 'poll' })
  if (sequence > 0) beginAt(poller, sequence)
  for (let left = 12; left > 0 && !feed.done; left--) runStep(poller, feed, enc)
  return `device ${poller.state.phase}`
}

/** Moves the session to a later sequence number. */
function beginAt(poller: Poller, sequence: number): void {
  const { cardNonce, counter } = poller.state
  const keys = sessionKeys(simKeys, { cardNonce, serverNonce, pollCounter: counter })
  poller.state = { ...poller.state, phase: 'open', alive: true, session: { id: 7, keys, sequence } }
}

function runStep(poller: Poller, feed: Feed, enc: boolean): void {
  switch (feed.octet() % 5) {
    case step.timer:
      return poller.handle({ type: 'timer' })
    case step.lost:
      return poller.handle({ type: 'lost' })
    case step.reset:
      return poller.handle({ type: 'reset' })
    case step.poll:
      return poller.handle({ type: 'poll' })
    default:
      return giveFrame(poller, feed, enc)
  }
}

function giveFrame(poller: Poller, feed: Feed, enc: boolean): void {
  const code = serverCodes[feed.octet() % serverCodes.length] ?? messageCode.closeSession
  const skew = feed.octet()
  const body = feed.block()
  const { session, cardNonce, counter } = poller.state
  const keys = session?.keys ?? sessionKeys(simKeys, { cardNonce, serverNonce, pollCounter: counter })
  const sequence = (session?.sequence ?? 0) + (skew >> 4)
  const header = { from: 'server', enc, code, sessionId: session?.id ?? 7 * ((skew & 1) ^ 1), sequence } as const
  const bytes = readOrNull(() => sealFrame(header, serverNonce.subarray(0, clearLength(header)), body, keys))
  if (bytes) poller.handle({ type: 'frame', bytes })
}
