import type { Random } from '@simdeck/simulator/random.ts'
import { bytesOf, concat, equalBytes, fromHex, uint } from '@simdeck/protocol/bytes.ts'
import { frameOverhead, maxWholeFrame, openFrame, parseFrame, sealFrame, wholeFrameLength } from '@simdeck/protocol/ota/frame.ts'
import { messageNames } from '@simdeck/protocol/ota/message-codes.ts'
import type { MessageCode } from '@simdeck/protocol/ota/message-codes.ts'
import type { FrameKeys } from '@simdeck/protocol/ota/keys.ts'
import type { Codec } from '@simdeck/protocol/codec.ts'
import { Cmac } from '@simdeck/protocol/crypto/cmac.ts'
import {
  closeSessionBody,
  commandDataBody,
  loadCommandBody,
  messageBodies,
  pollBody,
  pollClear,
  resBody,
  scpInitBody,
  telemetryTlvs,
} from '@simdeck/protocol/ota/messages.ts'
import type { PollTlv } from '@simdeck/protocol/ota/messages.ts'
import { pollFields } from '@simdeck/protocol/ota/trace.ts'
import { deviceSteps, runDevice } from './device.ts'
import { Feed } from './feed.ts'
import { mutate, onceIn, pick } from './mutate.ts'
import { runServer, serverSteps } from './server.ts'
import { assertInvariant, readOrNull } from './target.ts'
import type { FuzzTarget } from './target.ts'

const keys: FrameKeys = { mac: new Uint8Array(16).fill(1), enc: new Uint8Array(16).fill(2), cmac: new Cmac(new Uint8Array(16).fill(1)) }
const closing = closeSessionBody.encode({ code: 300, detail: 0x101, waitSeconds: 0 })
const bodies = [
  fromHex('010000ff10f00000000100000000000000000000010001084a09512430325781020b44f0010012340001a2b3010301080404ffa1fff5050400011170'),
  fromHex('010000ff10f000000001000000000000000000000102a0a1a2a3a4a5a6a700029000'),
  commandDataBody.encode({ scriptId: new Uint8Array(8), index: 0, commands: [fromHex('84820300'), fromHex('84e8000008aabbccddeeff0011')] }),
  loadCommandBody.encode({ index: 2, commands: [fromHex('84e8000008aabbccddeeff0011')] }),
  scpInitBody.encode({ securityDomainAid: fromHex('a000000151000000'), initializeUpdate: fromHex('80500000080011223344556677') }),
  resBody.encode({
    status: 0,
    next: 2,
    results: [
      { sw: 0x9000, data: fromHex('aabb') },
      { sw: 0x6a84, data: new Uint8Array() },
    ],
  }),
  closing,
]
const iccid = fromHex('98184000000000000071')
const frames = [
  sealFrame({ from: 'card', enc: true, code: 1, sessionId: 0, sequence: 0 }, concat(iccid, new Uint8Array(12)), bodies[0]!, keys),
  sealFrame({ from: 'card', enc: false, code: 6, sessionId: 7, sequence: 3 }, bytesOf(), bodies[5]!, keys),
  sealFrame({ from: 'server', enc: true, code: 7, sessionId: 0, sequence: 0 }, new Uint8Array(8), closing, keys),
  sealFrame({ from: 'server', enc: false, code: 2, sessionId: 7, sequence: 3 }, bytesOf(), bodies[2]!, keys),
]

const inputKind = { bytes: 0, body: 1, device: 2, server: 3 } as const

function make(random: Random): Uint8Array {
  const kind = pick(random, [0, 0, 1, 1, 2, 3])
  if (kind === inputKind.device) return concat(bytesOf(kind), deviceSteps(random))
  if (kind === inputKind.server) return concat(bytesOf(kind), serverSteps(random))
  if (kind === inputKind.body) return concat(bytesOf(kind), mutate(random, pick(random, bodies), bodies))
  const stream = onceIn(random, 4) ? concat(pick(random, frames), pick(random, frames)) : pick(random, frames)
  const changed = mutate(random, stream, frames)
  // Half of the frames get a matching length, so that the code behind the length check runs too.
  const sized = onceIn(random, 2) && changed.length >= 2 && changed.length <= maxWholeFrame
  return concat(bytesOf(kind), sized ? concat(uint(changed.length - 2, 2), changed.subarray(2)) : changed)
}

/** Checks that the length of a frame, once known, does not change as more of the stream arrives. */
function checkSplitter(stream: Uint8Array): void {
  let knownLength: number | 'refused' | null = null
  for (let have = 0; have <= Math.min(stream.length, 64); have++) {
    const now = wholeFrameLength(stream.subarray(0, have))
    assertInvariant(knownLength === null || now === knownLength, 'the length of a frame depends on later octets')
    assertInvariant(typeof now !== 'number' || (now >= frameOverhead && now <= maxWholeFrame), 'an invalid frame length')
    knownLength = now
  }
}

/** Checks that a frame opens only with its own ENC flag, and that sealing it again gives the same octets. */
function readFrame(bytes: Uint8Array): string {
  checkSplitter(bytes)
  let outcome = 'no frame'
  for (const from of ['card', 'server'] as const) {
    const parsed = parseFrame(bytes, from)
    if (!parsed.ok) continue
    const frame = parsed.value
    const opened = openFrame(frame, keys, frame.enc)
    assertInvariant(!openFrame(frame, keys, !frame.enc).ok, 'a frame opens with the other ENC')
    if (opened.ok)
      assertInvariant(
        equalBytes(sealFrame(frame, frame.clear, opened.value, keys), bytes),
        'the frame sealed again differs from the opened one',
      )
    outcome = opened.ok ? 'frame opened' : `frame refused: ${opened.reason}`
  }
  return outcome
}

const codecs: ReadonlyMap<string, Codec<unknown>> = new Map<string, Codec<unknown>>([
  ['clear part of POLL', pollClear],
  ...Object.entries(messageBodies).map(([code, body]) => [messageNames[Number(code) as MessageCode], body] as const),
])

function readBody(body: Uint8Array): string {
  let read = 0
  for (const [name, { encode, decode }] of codecs) {
    const written = readOrNull(() => encode(decode(body)))
    if (!written) continue
    read++
    assertInvariant(equalBytes(written, body), `${name}: the encoded octets differ from the decoded ones`)
  }
  const poll = readOrNull(() => pollBody.decode(body))
  if (poll) {
    const encodedAgain = (tlvs: readonly PollTlv[]): readonly PollTlv[] => telemetryTlvs.encode(telemetryTlvs.decode(tlvs))
    assertInvariant(
      JSON.stringify(encodedAgain(encodedAgain(poll.tlvs))) === JSON.stringify(encodedAgain(poll.tlvs)),
      'telemetry changes when it is encoded and decoded again',
    )
    assertInvariant(
      JSON.stringify(pollFields({ iccid, cardNonce: new Uint8Array(8), pollCounter: 0 }, poll)).length > 0,
      'a POLL without fields',
    )
  }
  return `body read as ${read} messages`
}

/** Frames and messages of the device session, and each end of it against a peer that has the keys and breaks the rules. */
export const frameTarget: FuzzTarget = {
  make,
  run(input) {
    const feed = new Feed(input)
    switch (feed.octet() % 4) {
      case inputKind.body:
        return readBody(feed.rest())
      case inputKind.device:
        return runDevice(feed)
      case inputKind.server:
        return runServer(feed)
      default:
        return readFrame(feed.rest())
    }
  },
}
