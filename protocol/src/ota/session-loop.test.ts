import { expect, test } from 'vitest'
import { toHex } from '../bytes.ts'
import { securityLevels } from '../scp03/level.ts'
import { installJob, instanceAid, packageAid, removeJob, SessionLoop } from './session-loop.fixture.ts'
import type { LoopOptions, Tamper } from './session-loop.fixture.ts'

const install = installJob(1500)

function runLoop(options: LoopOptions): SessionLoop {
  const loop = new SessionLoop(options)
  loop.run()
  return loop
}

function expectInstalled(loop: SessionLoop): void {
  expect(toHex(loop.card.loadFiles.get(toHex(packageAid)) ?? new Uint8Array())).toBe(toHex(install.loadFile))
  expect([...loop.card.instances]).toEqual([[toHex(instanceAid), toHex(packageAid)]])
}

/** Changes the n-th frame that `from` sends, once, by `what`. */
function once(from: 'card' | 'server', n: number, what: (bytes: Uint8Array, hold: (bytes: Uint8Array) => void) => Uint8Array[]): Tamper {
  let count = 0
  return (sender, bytes, hold) => (sender === from && count++ === n ? what(bytes, hold) : [bytes])
}

test.each(securityLevels)('an install is complete at security level %i, with one final state', (level) => {
  const loop = runLoop({ jobs: [install], level })
  expect(loop.status.get(0)).toBe('Succeeded')
  expect(loop.effects.filter(({ type }) => type === 'started')).toHaveLength(1)
  expectInstalled(loop)
})

test.each([
  { enc: false },
  { keyLength: 32 },
  { challengeLength: 16, level: 0x33 },
  { receiveBuffer: 320 },
  { receiveBuffer: 512 },
  { receiveBuffer: 1024, sendBuffer: 1500 },
  { receiveBuffer: 65535 },
] as const)('an install is complete with %j', (options) => {
  const loop = runLoop({ jobs: [install], ...options })
  expect(loop.status.get(0)).toBe('Succeeded')
  expectInstalled(loop)
})

test('a removal and then an install run in one session', () => {
  const loop = runLoop({ jobs: [install] })
  const next = new SessionLoop({ jobs: [removeJob, install] })
  for (const [aid, file] of loop.card.loadFiles) next.card.loadFiles.set(aid, file)
  for (const [aid, file] of loop.card.instances) next.card.instances.set(aid, file)
  next.run()
  expect([...next.status.values()]).toEqual(['Succeeded', 'Succeeded'])
  expect(next.frames.filter(({ bytes }) => bytes[3] === 1)).toHaveLength(1)
  expectInstalled(next)
})

test('the removal of an applet that the card does not hold ends Not found', () => {
  expect(runLoop({ jobs: [removeJob] }).status.get(0)).toBe('NotFound')
})

test('a first attempt sends no DELETE', () => {
  expect(runLoop({ jobs: [install] }).card.executed.filter((name) => name.startsWith('delete'))).toEqual([])
})

const frameCount = runLoop({ jobs: [install] }).frames.length / 2

test.each(Array.from({ length: frameCount }, (_, n) => n))('an install succeeds in spite of any one fault at frame %i', (n) => {
  for (const from of ['card', 'server'] as const) {
    const faults: Record<string, Tamper> = {
      drop: once(from, n, () => []),
      double: once(from, n, (bytes) => [bytes, bytes]),
      late: once(from, n, (bytes, hold) => {
        hold(bytes)
        return []
      }),
      truncate: once(from, n, (bytes) => [bytes.subarray(0, bytes.length - 1)]),
      flip: once(from, n, (bytes) => [bytes.map((octet, i) => (i === 12 ? octet ^ 1 : octet))]),
    }
    for (const [name, tamper] of Object.entries(faults)) {
      const loop = runLoop({ jobs: [install], tamper })
      expect(`${from} ${name}: ${loop.status.get(0)}`).toBe(`${from} ${name}: Succeeded`)
      expectInstalled(loop)
    }
  }
})

test('a duplicate frame gets the stored answer, byte for byte', () => {
  const loop = runLoop({ jobs: [install], tamper: once('card', 3, (bytes) => [bytes, bytes]) })
  const answers = loop.frames.filter(({ from }) => from === 'server').map(({ bytes }) => toHex(bytes))
  expect(answers[3]).toBe(answers[answers.lastIndexOf(answers[3]!)])
  expect(answers.length - new Set(answers).size).toBe(1)
})

test.each(Array.from({ length: 26 }, (_, n) => n))(
  'after a loss of power at write %i of the card, the install succeeds in a new channel',
  (n) => {
    for (const moment of ['before', 'after'] as const) {
      let writes = 0
      const loop = runLoop({ jobs: [install], powerFails: (now) => now === moment && writes++ === n })
      expect(loop.status.get(0)).toBe('Succeeded')
      expectInstalled(loop)
    }
  },
)

test('after a loss of power right after the last LOAD was counted, only INSTALL [for install] is sent again', () => {
  let writes = 0
  const options: LoopOptions = { jobs: [install], powerFails: (moment) => moment === 'after' && writes++ === 11 }
  const loop = runLoop(options)
  expect(loop.status.get(0)).toBe('Succeeded')
  expect(loop.card.executed.filter((name) => name === 'install load')).toHaveLength(1)
  expectInstalled(loop)
})

test.each(['lost', 'unsent'] as const)('a node that dies at any commit (%s) loses nothing', (fate) => {
  for (let n = 0; n < frameCount; n++) {
    let commits = 0
    const loop = runLoop({ jobs: [install], nodeFails: () => (commits++ === n ? fate : null) })
    expect(loop.status.get(0)).toBe('Succeeded')
    expect(loop.effects.some(({ type }) => type === 'interrupted')).toBe(false)
    expectInstalled(loop)
  }
})

test('a removal whose answer was lost in a reset of the card ends Succeeded, not Not found', () => {
  const before = runLoop({ jobs: [install] })
  let writes = 0
  const loop = new SessionLoop({ jobs: [removeJob], powerFails: (moment) => moment === 'before' && writes++ === 3 })
  for (const [aid, file] of before.card.loadFiles) loop.card.loadFiles.set(aid, file)
  loop.run()
  expect(loop.card.executed).toHaveLength(2)
  expect(loop.status.get(0)).toBe('Succeeded')
})

test.each([
  ['load 2', 0x6a84, 'Failed 500'],
  ['install load', 0x6438, 'Failed 500'],
  ['INITIALIZE UPDATE', 0x6a88, 'Failed 500'],
  ['EXTERNAL AUTHENTICATE', 0x6300, 'Failed 300'],
] as const)('%s answered %i ends %s', (name, sw, status) => {
  const loop = new SessionLoop({ jobs: [install] })
  loop.card.forcedStatusWords.set(name, sw)
  loop.run()
  expect(loop.status.get(0)).toBe(status)
})

test('a card with other keys fails the job with 300', () => {
  const loop = new SessionLoop({ jobs: [install] })
  loop.jobs = loop.jobs.map((item) => ({
    ...item,
    securityDomain: { ...loop.domain, keys: { ...loop.domain.keys, mac: new Uint8Array(16) } },
  }))
  loop.run()
  expect(loop.status.get(0)).toBe('Failed 300')
})

test('a card that loses its power at the same block again and again ends Failed 402', () => {
  let failedAt = 0
  const loop: SessionLoop = new SessionLoop({
    jobs: [install],
    powerFails: () => {
      const { length } = loop.card.executed
      if (length === failedAt || loop.card.executed.at(-1) !== 'load 3') return false
      failedAt = length
      return true
    },
  })
  loop.run()
  expect(loop.status.get(0)).toBe('Failed 402')
  expect(loop.effects.filter(({ type }) => type === 'interrupted')).toHaveLength(6)
})

test('a card that lost its counter polls again and continues', () => {
  const loop = new SessionLoop({ jobs: [install] })
  loop.storedCounter = 70_000
  loop.run()
  expect(loop.status.get(0)).toBe('Succeeded')
  expect(loop.frames.filter(({ bytes }) => bytes[3] === 1)).toHaveLength(2)
})

test('a cancelled job ends at the next frame of the card', () => {
  const loop = new SessionLoop({
    jobs: [install],
    tamper: once('card', 4, (bytes) => {
      loop.jobs = loop.jobs.map((item) => ({ ...item, stop: 'cancelled' }))
      return [bytes]
    }),
  })
  loop.run()
  expect(loop.effects.at(-1)).toMatchObject({ type: 'ended', status: 'Failed', reason: 'cancelled' })
})

/** A loop whose job is paused in the middle of its script. */
function pausedLoop(): SessionLoop {
  let answers = 0
  const loop: SessionLoop = new SessionLoop({
    jobs: [installJob(1500)],
    tamper(from, bytes) {
      if (from === 'server' && ++answers === 4) loop.jobs = loop.jobs.map((item) => ({ ...item, stop: 'paused' }))
      return [bytes]
    },
  })
  loop.give({ type: 'poll' })
  expect(loop.status.get(0)).toBe('Interrupted')
  return loop
}

test('a card that polls during a pause keeps its script, and continues with the same command', () => {
  const loop = pausedLoop()
  const { script } = loop.device.nvm
  for (let polls = 0; polls < 3; polls++) loop.give({ type: 'poll' })
  expect(loop.device.nvm.script).toEqual(script)
  loop.jobs = loop.jobs.map((item) => ({ ...item, stop: null }))
  loop.run()
  expect(loop.status.get(0)).toBe('Succeeded')
  expect(loop.effects.filter(({ type }) => type === 'scriptPinned')).toHaveLength(1)
})

test('a card that polls during a pause forgets a script that no OTA needs', () => {
  const loop = pausedLoop()
  loop.jobs = loop.jobs.map((item) => ({ ...item, progress: { ...item.progress, script: null } }))
  loop.give({ type: 'poll' })
  expect(loop.device.nvm.script).toBeNull()
})
