import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { SimSession } from '@simdeck/contract/sims.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { parseFrame } from '@simdeck/protocol/ota/frame.ts'
import { openTcpLink, type OpenLink } from '@simdeck/simulator/link.ts'
import type { Misbehaviour } from '@simdeck/simulator/misbehaviour.ts'
import { customAid, customCap } from './testing/recipes.ts'
import { fastClock } from './testing/fast-clock.ts'
import { startWorld } from './testing/start-world.ts'
import { until } from '@simdeck/server/testing/until.ts'

/** Expected end of an OTA on a SIM with a fault. Omitted fields equal those of a SIM without a fault. */
type Outcome = {
  status: 'Succeeded' | 'Failed'
  code: number | null
  sw: string | null
  interruptions: number
  /** Codes of CLOSE_SESSION, in order, of the sessions with a frame after the POLL; null if the session was not closed. */
  closed: (number | null)[]
}
const good: Outcome = { status: 'Succeeded', code: null, sw: null, interruptions: 0, closed: [0] }
const failed = (code: number, sw: string | null = null) => ({ ...good, status: 'Failed' as const, code, sw, closed: [code] })

const powerLostInRemoval = 'the power fails between the removal of the applet and its answer'
const load = { ins: 0xe8, block: 3 }
const cases: Record<string, [Misbehaviour, Outcome]> = {
  'a frame of the card is lost': [{ kind: 'drop', from: 'card', afterBlock: 2 }, good],
  'an answer is lost, three times': [{ kind: 'drop', from: 'server', afterBlock: 2, times: 3 }, good],
  'the connection breaks in place of an answer': [{ kind: 'loseConnection', from: 'server', afterBlock: 2 }, good],
  'an answer arrives after the card has repeated its frame': [{ kind: 'delay', from: 'server', ms: 35_000, afterBlock: 2 }, good],
  'a frame of the card is sent twice': [{ kind: 'double', from: 'card', message: 'resCommandApdu', afterBlock: 1 }, good],
  'two frames of the card change places': [{ kind: 'reorder', from: 'card', afterBlock: 2 }, good],
  'a frame of the card is truncated': [{ kind: 'truncate', from: 'card', octets: 5, afterBlock: 2 }, good],
  'an octet of a frame of the card is changed': [{ kind: 'changeOctet', from: 'card', at: 14, afterBlock: 2 }, good],
  'an octet of an answer is changed': [{ kind: 'changeOctet', from: 'server', at: 14, afterBlock: 2 }, good],
  'a frame of the card has a wrong MAC': [{ kind: 'wrongMac', from: 'card', afterBlock: 2 }, good],
  'a POLL has a wrong MAC': [{ kind: 'wrongMac', from: 'card', message: 'poll' }, good],
  'the POLL of the session is replayed': [{ kind: 'replayPoll', poll: 'latest', afterBlock: 2 }, good],
  'the card ends the session after four lost answers': [
    { kind: 'drop', from: 'server', afterBlock: 2, times: 4 },
    { ...good, interruptions: 1, closed: [null, 0] },
  ],
  'the poller ends the session': [
    { kind: 'giveUp', ...load },
    { ...good, interruptions: 1, closed: [401, 0] },
  ],
  'the poller ends every session at the same command': [
    { kind: 'giveUp', ...load, times: 'always' },
    { ...failed(402), interruptions: 6, closed: [401, 401, 401, 401, 401, 401] },
  ],
  'the card sends a second POLL while the session is open': [
    { kind: 'secondPoll', skip: 3 },
    { ...good, interruptions: 1, closed: [null, 0] },
  ],
  'the card is reset between two blocks': [
    { kind: 'cardReset', ...load },
    { ...good, interruptions: 1, closed: [null, 0] },
  ],
  'the power fails between a block and its answer': [
    { kind: 'powerLoss', ...load },
    { ...good, interruptions: 1, closed: [null, 0] },
  ],
  'the card receives a wrong index': [
    { kind: 'wrongIndex', skip: 1 },
    { ...good, interruptions: 1, closed: [201, 0] },
  ],
  'the poll counter is lost': [{ kind: 'lostCounter', skip: 1 }, good],
  'the card repeats its frame too early': [{ kind: 'clockJump', ms: 60_000, timer: 'answer', skip: 3 }, good],
  'the card cryptogram is wrong': [{ kind: 'wrongCryptogram' }, failed(300)],
  'the memory of the card is full': [{ kind: 'outOfMemory', block: 3 }, failed(500, '6A84')],
  'the card refuses the installation': [{ kind: 'statusWord', sw: 0x6985, ins: 0xe6, skip: 1 }, failed(500, '6985')],
  [powerLostInRemoval]: [{ kind: 'powerLoss', ins: 0xe4 }, good],
  'the card reports a pending proactive command (91XX)': [{ kind: 'statusWord', sw: 0x9110, ...load }, good],
}

/**
 * Minimum number of frames without an answer, by reason: changed or truncated frames (whose rest runs into the next frame), a replayed
 * POLL, a lost counter.
 */
const expectedRefusals = { mac: 4, double: 1, counter: 1 }

/** SIMs that need the same answer at least twice. */
const repeats = [
  'an answer is lost, three times',
  'a frame of the card is sent twice',
  'the connection breaks in place of an answer',
  'an octet of an answer is changed',
]

/** True if a frame of the card followed its POLL. A slow machine leaves sessions in which none did. */
const wasAnswered = ({ messages }: SimSession): boolean => messages.some(({ direction, code }) => direction === 'card' && code > 1)

/** Collects every answer of the server by session and sequence, and reports the repeated and the changed ones. */
function answersOf(): { openLink: OpenLink; of: (sessionId: number) => { repeated: boolean; changed: boolean } } {
  const answers = new Map<string, string[]>()
  return {
    openLink: (to, listener) =>
      openTcpLink(to, {
        ...listener,
        frame: (bytes) => {
          const parsed = parseFrame(bytes, 'server')
          if (!parsed.ok) throw new Error(`the server sent an invalid frame: ${parsed.reason}`)
          const { sessionId, sequence } = parsed.value
          const key = `${sessionId}/${sequence}`
          if (sessionId !== 0) answers.set(key, [...(answers.get(key) ?? []), toHex(bytes)])
          listener.frame(bytes)
        },
      }),
    of(sessionId) {
      const matching = [...answers].filter(([key]) => key.startsWith(`${sessionId}/`)).map(([, bytes]) => bytes)
      return { repeated: matching.some(({ length }) => length > 1), changed: matching.some((bytes) => new Set(bytes).size > 1) }
    },
  }
}

test('every fault of a SIM or its network ends as the OTA protocol requires, on the card and in the database', async () => {
  const names = Object.keys(cases)
  const answers = answersOf()
  await using world = await startWorld({
    sims: names.length,
    profile: (index) => ({ receiveBuffer: 255, misbehaviours: [Object.values(cases)[index]![0]] }),
    fleet: { speed: 36, clock: fastClock(10), openLink: answers.openLink },
  })
  const { id } = await world.install(await world.upload(customCap()), world.simIds, { maxFailedPercent: null, retries: 0 })
  await world.finished(id)
  const logs = new Map<number, OtaLog>((await world.logsOf(id)).map((log) => [log.sim_id, log]))

  const ended: Record<string, Outcome> = {}
  for (const [index, name] of names.entries()) {
    const simId = world.simIds[index]!
    const { progress, interruptions } = logs.get(simId)!
    // The log of a session is written within a second of its end.
    const sessions = await until(async () => {
      const all = await world.admin(endpoints.listSimSessions, { params: { id: simId }, query: { take: 20 } })
      const answered = all.filter(wasAnswered)
      return answered[0]?.close_code !== null && answered
    })
    const answersOfSessions = sessions.map(({ session_id }) => answers.of(Number.parseInt(session_id, 16)))
    expect([name, answersOfSessions.some(({ changed }) => changed)]).toEqual([name, false])
    if (repeats.includes(name)) expect([name, answersOfSessions.some(({ repeated }) => repeated)]).toEqual([name, true])
    ended[name] = {
      status: progress.status as Outcome['status'],
      code: progress.code,
      sw: progress.sw?.toUpperCase() ?? null,
      interruptions,
      closed: sessions
        .filter(wasAnswered)
        .map(({ close_code }) => close_code)
        .toReversed(),
    }
    const installed = world.fleet.sims[index]!.registry().applications.some(({ aid }) => aid === customAid.module)
    expect([name, installed]).toEqual([name, progress.status === 'Succeeded'])
  }
  expect(ended).toEqual(Object.fromEntries(Object.entries(cases).map(([name, [, outcome]]) => [name, outcome])))

  const index = names.indexOf(powerLostInRemoval)
  const removal = await world.campaign({ appletType: 1, active: false }, [world.simIds[index]!])
  await world.finished(removal.id)
  expect(await world.logsOf(removal.id)).toMatchObject([{ progress: { status: 'Succeeded' }, interruptions: 1 }])
  expect(world.fleet.sims[index]!.registry().loadFiles.map(({ aid }) => aid)).not.toContain(customAid.package)

  const metrics = await (await fetch(world.server.metricsUrl)).text()
  for (const [reason, least] of Object.entries(expectedRefusals)) {
    const [, count] = new RegExp(`^simdeck_device_refused_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(metrics) ?? []
    expect([reason, Number(count) >= least]).toEqual([reason, true])
  }
})
