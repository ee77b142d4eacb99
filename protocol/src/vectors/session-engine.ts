import { decodeCommand } from '../apdu.ts'
import { concat, equalBytes, toHex } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { install } from '../gp/install.ts'
import { deviceStep } from '../ota/device-session.ts'
import { newDevice } from '../ota/device-state.ts'
import type { DeviceEnvironment, DeviceState } from '../ota/device-state.ts'
import { parseFrame } from '../ota/frame.ts'
import type { Job } from '../ota/kinds/kinds.ts'
import { pollKeys, sessionKeys } from '../ota/keys.ts'
import type { SimKeys } from '../ota/keys.ts'
import { defaultSettings, newProgress } from '../ota/server-state.ts'
import type { ServerSession, ServerStep, OtaJob } from '../ota/server-state.ts'
import { answerFrame } from '../ota/server-frame.ts'
import { answerPoll, openPoll } from '../ota/server-poll.ts'
import type { SecurityDomain } from '../ota/security-domain.ts'
import { unwrapCommand } from '../scp03/channel.ts'
import { openScp03Host } from '../scp03/host.ts'
import { checkSecurityLevel } from '../scp03/level.ts'
import type { VectorObject } from './session-file.ts'

/** The server's state between two frames of a flow. */
export interface ServerEnd {
  storedCounter: number
  session: ServerSession | null
  jobs: OtaJob[]
}

function framesOf(flow: VectorObject): VectorObject[] {
  return flow.objects('frames')
}

function simKeysOf(flow: VectorObject): SimKeys {
  return { capAuthKey: flow.bytes('CAP_AUTH_KEY'), encryptKey: flow.bytes('ENCRYPT_KEY') }
}

function securityDomainOf(inputs: VectorObject): SecurityDomain {
  const scp03 = inputs.object('scp03')
  const enc = scp03.bytes('kEnc')
  return {
    aid: inputs.bytes('securityDomainAid'),
    keyVersionNumber: 0,
    keys: { enc, mac: scp03.bytes('kMac'), dek: enc },
    level: checkSecurityLevel(scp03.hexNumber('level')),
    challengeLength: (scp03.hexNumber('i') & 1) === 0 ? 8 : 16,
  }
}

/** The job of the install flow: module, privileges and parameters are read from the INSTALL that the flow wraps. */
function jobOf(inputs: VectorObject, installFlow: VectorObject): Job {
  const { keys, level } = securityDomainOf(inputs)
  const answers = framesOf(installFlow).map((frame) => frame.object('fields'))
  const results = answers.find((fields) => fields.has('results'))?.objects('results')[0]
  if (!results) throw new ProtocolError('parameters', 'no answer to INITIALIZE UPDATE')
  const opened = openScp03Host({
    keys,
    level,
    hostChallenge: inputs.bytes('hostChallenge'),
    initializeUpdateResponse: results.bytes('data'),
  })
  let { position } = opened.channel
  const commands = answers.flatMap((fields) => (fields.has('commands') ? fields.bytesList('commands') : []))
  for (const wrapped of commands.slice(1)) {
    const unwrapped = unwrapCommand(opened.channel.parameters, position, decodeCommand(wrapped))
    position = unwrapped.position
    if (unwrapped.command.ins !== 0xe6 || unwrapped.command.p1 !== 0x0c) continue
    const parsed = install.decode(unwrapped.command)
    if (parsed.kind !== 'install') break
    const { loadFileAid, moduleAid, instanceAid, privileges, parameters } = parsed
    return { kind: 'install', loadFile: inputs.bytes('loadFile'), packageAid: loadFileAid, moduleAid, instanceAid, privileges, parameters }
  }
  throw new ProtocolError('parameters', 'no INSTALL [for install] in the flow')
}

/** The server's state at the beginning of a flow, read from the first answer of the flow. */
export function serverBefore(file: VectorObject, flow: VectorObject): ServerEnd {
  const inputs = file.object('inputs')
  const installFlow = file.objects('flows').find((one) => one.text('name') === 'install')
  const fields = framesOf(flow)[1]!.object('fields')
  if (fields.has('code')) {
    const storedCounter = fields.number('code') === 300 ? fields.number('detail') : -1
    return { storedCounter, session: null, jobs: [] }
  }
  if (!installFlow) throw new ProtocolError('parameters', 'no flow named install')
  const job = jobOf(inputs, installFlow)
  const keyVersionNumber = framesOf(installFlow)[1]!.object('fields').bytes('initializeUpdate')[2]!
  const securityDomain = { ...securityDomainOf(inputs), keyVersionNumber }
  const fresh: ServerEnd = {
    storedCounter: -1,
    session: null,
    jobs: [{ jobId: 1, job, progress: newProgress(), securityDomain, refusal: null, stop: null }],
  }
  return framesOf(flow)[0]!.object('fields').number('resume') === 0 ? fresh : replayServer(file, installFlow, fresh, 4).end
}

/** Feeds the card's frames to the server. Returns the first answer that differs from the flow's, or null. */
export function replayServer(
  file: VectorObject,
  flow: VectorObject,
  before: ServerEnd,
  frames = Number.POSITIVE_INFINITY,
): { end: ServerEnd; why: string | null } {
  let end = before
  for (const [i, frame] of framesOf(flow).entries()) {
    const answer = framesOf(flow)[i + 1]
    if (frame.text('from') !== 'card' || !answer || i >= frames) continue
    const step = serverStep(file.object('inputs'), simKeysOf(flow), end, frame.bytes('frame'), answer.object('fields'))
    if (step.kind === 'refused') return { end, why: `frame ${i} is refused: ${step.reason}` }
    if (toHex(step.answer) !== answer.text('frame').toLowerCase()) return { end, why: `answer ${i + 1} is ${toHex(step.answer)}` }
    end = stored(end, step, frame)
  }
  return { end, why: null }
}

function stored(end: ServerEnd, step: ServerStep, frame: VectorObject): ServerEnd {
  if (step.kind !== 'advance') return end
  const progress = new Map(step.progress.map((one) => [one.jobId, one.progress]))
  const jobs = end.jobs.map((item) => ({ ...item, progress: progress.get(item.jobId) ?? item.progress }))
  const fields = frame.object('fields')
  return { storedCounter: fields.has('pollCounter') ? fields.number('pollCounter') : end.storedCounter, session: step.session, jobs }
}

/** Gives one frame to the server, with the fresh values that the expected answer shows. */
export function serverStep(
  inputs: VectorObject,
  simKeys: SimKeys,
  end: ServerEnd,
  bytes: Uint8Array,
  expected: VectorObject | null,
): ServerStep {
  const parsed = parseFrame(bytes, 'card')
  if (!parsed.ok) return { kind: 'refused', reason: parsed.reason }
  const frame = parsed.value
  const fresh = {
    sessionId: expected?.number('session') ?? 1,
    serverNonce: expected?.has('serverNonce') ? expected.bytes('serverNonce') : new Uint8Array(8),
    hostChallenge: inputs.bytes('hostChallenge'),
    scriptId: inputs.bytes('scriptId'),
  }
  const common = { jobs: end.jobs, fresh, settings: defaultSettings, nowMs: 0, script: null }
  if (frame.sessionId === 0) {
    const iccid = inputs.bytes('iccidBytes')
    if (!equalBytes(frame.clear.subarray(0, 10), iccid)) return { kind: 'refused', reason: 'session' }
    const opened = openPoll(frame, pollKeys(simKeys, iccid), expected?.number('enc') !== 0)
    if (!opened.ok) return { kind: 'refused', reason: opened.reason }
    return answerPoll({ poll: opened.value, simKeys, storedCounter: end.storedCounter, previous: end.session, ...common })
  }
  if (frame.sessionId !== end.session?.id) return { kind: 'refused', reason: 'session' }
  return answerFrame({ frame, session: end.session, keys: sessionKeys(simKeys, end.session), ...common })
}

/** Feeds the server's frames to a card whose results are those of the flow. Returns the first frame of the card that differs, or null. */
export function replayDevice(
  flow: VectorObject,
  frames = Number.POSITIVE_INFINITY,
): { state: DeviceState; env: DeviceEnvironment; why: string | null } {
  const list = framesOf(flow)
  const first = list[0]!.object('fields')
  const env = deviceEnvironment(flow)
  const resume = first.number('resume')
  const counterReserve = first.number('pollCounter') - 1
  const script = resume === 0 ? null : { id: first.bytes('script'), next: first.number('next'), lastSw: first.hexNumber('lastSw') }
  let state: DeviceState = { ...newDevice({ counterReserve, script }), alive: resume === 2 }
  for (const [i, frame] of list.entries()) {
    const input = i === 0 ? ({ type: 'poll' } as const) : ({ type: 'frame', bytes: list[i - 1]!.bytes('frame') } as const)
    if (frame.text('from') !== 'card' || i >= frames) continue
    const step = deviceStep(state, input, env)
    state = step.state
    const sent = step.effects.find((effect) => effect.type === 'send')
    const got = sent ? toHex(sent.bytes) : (step.refused ?? 'nothing')
    if (got !== frame.text('frame').toLowerCase()) return { state, env, why: `frame ${i} is ${got}` }
  }
  return { state, env, why: null }
}

function deviceEnvironment(flow: VectorObject): DeviceEnvironment {
  const fields = framesOf(flow).map((frame) => frame.object('fields'))
  const poll = fields[0]!
  const results = fields.flatMap((one) => (one.has('results') ? one.objects('results') : []))
  return {
    config: {
      keys: simKeysOf(flow),
      iccid: poll.bytes('iccid'),
      enc: poll.number('enc') === 1,
      pollerVersion: poll.number('pollerVersion'),
      receiveBuffer: poll.number('receiveBuffer'),
      sendBuffer: 1500,
      instanceAid: poll.bytes('instanceAid'),
      intervalMs: 3_600_000,
    },
    newNonce: () => poll.bytes('cardNonce'),
    retryPauseMs: () => 45_000,
    telemetry: () => poll.objects('tlvs').map((tlv) => ({ tag: tlv.number('tag'), value: tlv.bytes('value') })),
    persist: () => undefined,
    beginScript: () => undefined,
    execute: (command) => {
      if (equalBytes(command.subarray(0, 2), Uint8Array.of(0x00, 0xa4))) return { sw: 0x9000, data: new Uint8Array() }
      const result = results.shift()
      return result ? { sw: result.hexNumber('sw'), data: concat(result.bytes('data')) } : null
    },
  }
}
