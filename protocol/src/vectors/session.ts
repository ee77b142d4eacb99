import { bytesOf, concat, toHex, uint } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { pollKeys, sessionKeys } from '../ota/keys.ts'
import type { FrameKeys } from '../ota/keys.ts'
import { kdf } from '../scp03/kdf.ts'
import { cryptogram, deriveSessionKeys, pseudoRandomChallenge } from '../scp03/keys.ts'
import type { VectorResult } from './result.ts'
import { VectorObject } from './session-file.ts'
import { replayDevice, replayServer, serverBefore, serverStep } from './session-engine.ts'
import { checkFrame } from './session-frames.ts'
import { deviceStep } from '../ota/device-session.ts'

function run(name: string, check: () => string | null): VectorResult {
  try {
    const why = check()
    return why === null ? { name, ok: true } : { name, ok: false, why }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return { name, ok: false, why: error.message }
  }
}

function differs(name: string, expected: string, got: Uint8Array): string | null {
  return toHex(got) === expected.toLowerCase() ? null : `${name} is ${toHex(got)}`
}

function checkDerivation(inputs: VectorObject, vector: VectorObject): string | null {
  const key = inputs.bytes(vector.text('key'))
  const constant = vector.hexNumber('constant')
  const context = vector.bytes('context')
  const bits = key.length * 8
  const input = concat(new Uint8Array(11), bytesOf(constant, 0), uint(bits, 2), bytesOf(1), context)
  return (
    (vector.has('input') ? differs('input', vector.text('input'), input) : null) ??
    differs('out', vector.text('out'), kdf(key, constant, context, bits))
  )
}

function checkScp03(inputs: VectorObject, vector: VectorObject): string | null {
  const scp03 = inputs.object('scp03')
  const enc = scp03.bytes('kEnc')
  const length = (scp03.hexNumber('i') & 1) === 0 ? 8 : 16
  const card = pseudoRandomChallenge(enc, scp03.bytes('sequenceCounter'), inputs.bytes('securityDomainAid'), length)
  const challenges = { host: inputs.bytes('hostChallenge'), card }
  const keys = deriveSessionKeys({ enc, mac: scp03.bytes('kMac') }, challenges)
  const got: Readonly<Record<string, Uint8Array>> = {
    cardChallenge: card,
    sEnc: keys.sEnc,
    sMac: keys.sMac,
    sRmac: keys.sRmac,
    cardCryptogram: cryptogram('card', keys, challenges, length),
    hostCryptogram: cryptogram('host', keys, challenges, length),
  }
  for (const name of vector.keys) {
    const bytes = got[name]
    const why = bytes ? differs(name, vector.text(name), bytes) : null
    if (why) return why
  }
  return null
}

interface FlowKeys {
  poll: FrameKeys
  session: FrameKeys
}

/** Derives the keys of a flow from its POLL and the server nonce of the answer. */
function flowKeys(flow: VectorObject): FlowKeys {
  const frames = flow.objects('frames').map((frame) => frame.object('fields'))
  const poll = frames.find((fields) => fields.has('pollCounter'))
  const answer = frames.find((fields) => fields.has('serverNonce'))
  if (!poll || !answer) throw new ProtocolError('parameters', 'a flow has a POLL and its answer')
  const keys = { capAuthKey: flow.bytes('CAP_AUTH_KEY'), encryptKey: flow.bytes('ENCRYPT_KEY') }
  const context = {
    cardNonce: poll.bytes('cardNonce'),
    serverNonce: answer.bytes('serverNonce'),
    pollCounter: poll.number('pollCounter'),
  }
  return { poll: pollKeys(keys, poll.bytes('iccid')), session: sessionKeys(keys, context) }
}

function checkFlowKeys(flow: VectorObject): string | null {
  const { poll, session } = flowKeys(flow)
  const expected = flow.object('keys')
  return (
    differs('pollMac', expected.text('pollMac'), poll.mac) ??
    differs('pollEnc', expected.text('pollEnc'), poll.enc) ??
    differs('sessionMac', expected.text('sessionMac'), session.mac) ??
    differs('sessionEnc', expected.text('sessionEnc'), session.enc)
  )
}

function flowResults(flow: VectorObject): VectorResult[] {
  const name = flow.text('name')
  const frames = flow.objects('frames').map((frame, i) =>
    run(`${name} ${i} ${frame.text('message')}`, () => {
      const keys = flowKeys(flow)
      return checkFrame(frame, frame.text('message') === 'POLL' ? keys.poll : keys.session)
    }),
  )
  return [run(`${name} keys`, () => checkFlowKeys(flow)), ...frames]
}

/** Replays the flow at both ends: each end gets the other's frames and must send its own, byte for byte. */
function replayResults(file: VectorObject, flow: VectorObject): VectorResult[] {
  const name = flow.text('name')
  return [
    run(`${name} server`, () => replayServer(file, flow, serverBefore(file, flow)).why),
    run(`${name} card`, () => replayDevice(flow).why),
  ]
}

/** Sends each refused frame after COMMAND_DATA of the install flow: none gets an answer or changes the state. */
function checkRefused(file: VectorObject, install: VectorObject, vector: VectorObject): string | null {
  const bytes = vector.bytes('frame')
  if (vector.text('end') === 'card') {
    const { state, env } = replayDevice(install, 5)
    const step = deviceStep(state, { type: 'frame', bytes }, env)
    return step.refused && step.state === state && step.effects.length === 0 ? null : 'the card accepts it'
  }
  const { end } = replayServer(file, install, serverBefore(file, install), 4)
  const keys = { capAuthKey: install.bytes('CAP_AUTH_KEY'), encryptKey: install.bytes('ENCRYPT_KEY') }
  return serverStep(file.object('inputs'), keys, end, bytes, null).kind === 'refused' ? null : 'the server accepts it'
}

function refusedResults(file: VectorObject): VectorResult[] {
  if (!file.has('refused')) return []
  const install = file.objects('flows').find((flow) => flow.text('name') === 'install')
  if (!install) return [{ name: 'refused', ok: false, why: 'no flow named install' }]
  return file
    .object('refused')
    .objects('frames')
    .map((vector) => run(`refused ${vector.text('end')}: ${vector.text('why')}`, () => checkRefused(file, install, vector)))
}

/**
 * Runs a file in the format of `session-vectors.json`: the key derivations, every frame of every flow in both directions, a replay of
 * every flow at both ends, and the frames that both ends must refuse.
 */
export function runSessionVectors(json: unknown): VectorResult[] {
  const file = new VectorObject(json)
  const inputs = file.object('inputs')
  const derivation = file.object('derivation')
  const flows = file.objects('flows')
  const derived = ['pollMac', 'pollEnc', 'sessionMac', 'sessionEnc']
    .filter((name) => derivation.has(name))
    .map((name) => run(`derivation ${name}`, () => checkDerivation(inputs, derivation.object(name))))
  const scp03 = derivation.has('scp03') ? [run('derivation scp03', () => checkScp03(inputs, derivation.object('scp03')))] : []
  return [
    ...derived,
    ...scp03,
    ...flows.flatMap(flowResults),
    ...flows.flatMap((flow) => replayResults(file, flow)),
    ...refusedResults(file),
  ]
}
