import { expect, test } from 'vitest'
import { fromHex } from '../bytes.ts'
import { type CommandApdu, decodeCommand } from '../apdu.ts'
import { expandedScript } from '../scp80/scripts.ts'
import { adminScript, type AdminResult, type AdminStep, answerAdminResult, openAdminSession, runsInAdminSession } from './admin-session.ts'
import type { Job } from './kinds/kinds.ts'
import { messageCode } from './message-codes.ts'
import { defaultSettings, newProgress, sessionExpiryMs } from './server-state.ts'
import type { OtaJob, ServerSession } from './server-state.ts'

const octets = (length: number, fill: number): Uint8Array => new Uint8Array(length).fill(fill)
const keys = { enc: octets(16, 1), mac: octets(16, 2), dek: octets(16, 3) }
const securityDomain = { aid: fromHex('a000000151000000'), keyVersionNumber: 0x30, keys, level: 0x33, challengeLength: 8 } as const
const install: Job = {
  kind: 'install',
  loadFile: octets(2500, 0xc4),
  packageAid: fromHex('a00000099901'),
  moduleAid: fromHex('a0000009990101'),
  instanceAid: fromHex('a0000009990102'),
  privileges: octets(1, 0),
  parameters: octets(0, 0),
}
const from = { secureElement: '1', agent: '2' }
const instruction = { delete: 0xe4, install: 0xe6, load: 0xe8 } as const

/** The server's side of one SIM, in memory. */
class Server {
  jobs: OtaJob[]
  session: ServerSession | null = null
  nowMs = 0
  filesAid: Uint8Array | null = null
  ended: unknown[] = []
  #count = 0

  constructor(...jobs: Job[]) {
    this.jobs = jobs.map((job, jobId) => ({ jobId, job, progress: newProgress(), securityDomain, refusal: null, stop: null }))
  }

  get #input() {
    const count = ++this.#count
    const fresh = { sessionId: count, serverNonce: octets(8, count), hostChallenge: octets(16, count), scriptId: octets(8, count) }
    return { jobs: this.jobs, fresh, settings: defaultSettings, nowMs: this.nowMs, script: null, filesAid: this.filesAid }
  }

  open(): AdminStep {
    return this.#keep(openAdminSession({ ...this.#input, previous: this.session, from }))
  }

  answer(request: Partial<AdminResult>): AdminStep {
    const whole = { sequence: this.session!.sequence + 1, digest: octets(4, 0), status: 'ok', result: null, ...request } as const
    return this.#keep(answerAdminResult({ ...this.#input, session: this.session!, request: whole }))
  }

  /** Answers each command of the script with this status word; `count` commands ran. */
  results(sent: readonly CommandApdu[], sw = 0x9000, count = sent.length): AdminStep {
    const responses = Array.from({ length: count }, (_, at) => ({ data: octets(0, 0), sw: at === count - 1 ? sw : 0x9000 }))
    return this.answer({ digest: octets(4, this.#count), result: { isIndefinite: true, executed: count, responses } })
  }

  #keep(step: AdminStep): AdminStep {
    if (step.kind !== 'advance') return step
    this.session = step.session
    const changed = new Map(step.progress.map(({ jobId, progress }) => [jobId, progress]))
    this.jobs = this.jobs.map((item) => ({ ...item, progress: changed.get(item.jobId) ?? item.progress }))
    for (const effect of step.effects) {
      if (effect.type !== 'ended') continue
      this.ended.push([effect.status, effect.code, effect.sw])
      this.jobs = this.jobs.filter(({ jobId }) => jobId !== effect.jobId)
    }
    return step
  }
}

function sentBy(step: AdminStep): readonly CommandApdu[] {
  if (step.kind !== 'advance' && step.kind !== 'repeat') throw new Error(step.kind)
  return step.answer.length === 0 ? [] : expandedScript.decode(adminScript.decode(step.answer).script).commands
}

test('an install runs to its end in plain commands of full length, and the last answer is empty', () => {
  const server = new Server(install)
  const sent: CommandApdu[] = []
  let step = server.open()
  for (let commands = sentBy(step); commands.length > 0; commands = sentBy(step)) {
    sent.push(...commands)
    step = server.results(commands)
  }
  expect(sent.map(({ ins }) => ins)).toEqual([
    instruction.install,
    ...Array.from({ length: 10 }, () => instruction.load),
    instruction.install,
  ])
  expect(sent[1]!.data).toHaveLength(255)
  expect(sent.every(({ cla }) => cla === 0x80)).toBe(true)
  expect(server.ended).toEqual([['Succeeded', null, null]])
  expect(server.session).toMatchObject({ state: 'ending' })
})

test('a request that arrives again gets the same answer, and another one with its number is refused', () => {
  const server = new Server(install)
  const first = server.open()
  const second = server.results(sentBy(first))
  const { sequence, frameMac } = server.session!
  expect(server.answer({ sequence, digest: frameMac })).toEqual({ kind: 'repeat', answer: second.kind === 'advance' && second.answer })
  expect(server.answer({ sequence, digest: octets(4, 99) })).toEqual({ kind: 'refused' })
  expect(server.answer({ sequence: sequence + 2 })).toEqual({ kind: 'refused' })
  server.nowMs += sessionExpiryMs + 1
  expect(server.answer({})).toEqual({ kind: 'gone' })
})

test('a session that begins again deletes first what the lost script may have left', () => {
  const server = new Server(install)
  server.results(sentBy(server.open()))
  expect(sentBy(server.open())[0]).toMatchObject({ ins: instruction.delete })
})

test.each([
  ['an unknown application', { status: 'unknown-application' as const }, ['Failed', 101, null]],
  ['a security error', { status: 'security-error' as const }, ['Failed', 300, null]],
  ['a body that cannot be decoded', {}, ['Failed', 100, null]],
])('%s ends the OTA', (_, request, ended) => {
  const server = new Server(install)
  server.open()
  expect(sentBy(server.answer(request))).toEqual([])
  expect(server.ended).toEqual([ended])
})

test('a command that the card refuses ends the OTA with its status word', () => {
  const server = new Server(install)
  server.results(sentBy(server.open()), 0x6a84, 2)
  expect(server.ended).toEqual([['Failed', 500, 0x6a84]])
})

test('a count that differs from the answers interrupts the OTA', () => {
  const server = new Server(install)
  server.open()
  const step = server.answer({ result: { isIndefinite: false, executed: 2, responses: [{ data: octets(0, 0), sw: 0x9000 }] } })
  expect(step).toMatchObject({ effects: expect.arrayContaining([expect.objectContaining({ type: 'interrupted', code: 201 })]) })
})

test('an agent waits for the session of a poller until that expires', () => {
  const server = new Server(install)
  server.open()
  server.session = { ...server.session!, instanceAid: fromHex('f053494d4445434b'), asked: 'commandData', sequence: 3 }
  expect(server.open()).toEqual({ kind: 'busy' })
  server.nowMs += sessionExpiryMs + 1
  const step = server.open()
  expect(step).toMatchObject({ kind: 'advance' })
  expect(step.kind === 'advance' && step.trace[0]).toMatchObject({ code: messageCode.poll, fields: { transport: 'SCP81', agent: '2' } })
})

test('an inventory whose pages never end is given up', () => {
  const server = new Server({ kind: 'inventory' })
  const isFirst = ({ p2 }: CommandApdu): boolean => p2 === 0x02
  let scripts = 0
  for (let sent = sentBy(server.open()); sent.length > 0; scripts++) {
    expect(scripts).toBeLessThan(200)
    const responses = sent.map((command) => ({ data: octets(0, 0), sw: isFirst(command) ? 0x6310 : 0x6985 }))
    sent = sentBy(server.answer({ digest: octets(4, scripts), result: { isIndefinite: true, executed: sent.length, responses } }))
  }
  expect(scripts).toBeGreaterThan(1)
  expect(server.ended).toEqual([['Failed', 100, null]])
})

test('new keys and, without an application for files, scripts on files are left to the poller', () => {
  const one = (job: Job): OtaJob => new Server(job).jobs[0]!
  const rotation: Job = {
    kind: 'key-rotation',
    old: { keyVersionNumber: 0x30, dek: keys.dek },
    next: { keyVersionNumber: 0x31, keys },
    inDoubt: false,
  }
  const files: Job = { kind: 'script', secured: false, commands: [] }
  expect(runsInAdminSession(one(install), null)).toBe(true)
  expect(runsInAdminSession(one(rotation), securityDomain.aid)).toBe(false)
  expect(runsInAdminSession(one(files), null)).toBe(false)
  expect(runsInAdminSession(one(files), securityDomain.aid)).toBe(true)
})

test('a script on files goes to the application that manages files', () => {
  const command = decodeCommand(fromHex('00a40804022fe2'))
  const server = new Server({ kind: 'script', secured: false, commands: [{ command, tolerated: [] }] })
  server.filesAid = fromHex('a00000055910100001')
  const step = server.open()
  expect(step.kind === 'advance' && adminScript.decode(step.answer).target).toEqual(server.filesAid)
  expect(sentBy(server.results(sentBy(step)))).toEqual([])
  expect(server.ended).toEqual([['Succeeded', null, null]])
})
