import { expect, test } from 'vitest'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { resBody } from '@simdeck/protocol/ota/messages.ts'
import { createLog } from '../platform/log.ts'
import { rawFrame, rawPoll } from '../testing/raw-card.ts'
import { secondPort, withOpenOta } from '../testing/raw-world.ts'
import { deviceEngine } from './engine.ts'
import type { DeviceNode } from './node.ts'

const present = { address: () => '127.0.0.1', isGone: () => false }
const limits = { claims: 400, answerWithinMs: 20_000 }
const placesOf = 6

/** Takes every place of a node, so that frames wait. `freeOne` gives a place back. */
async function occupied({ limit }: DeviceNode) {
  const ends: (() => void)[] = []
  const all = Array.from({ length: placesOf }, () => limit.run(() => new Promise<void>((end) => ends.push(end))))
  while (ends.length < placesOf) await new Promise((next) => setImmediate(next))
  return {
    freeOne: () => ends.pop()!(),
    async freeAll() {
      for (const end of ends.splice(0)) end()
      await Promise.all(all)
    },
  }
}

test('a frame of an open session is answered before a POLL that arrived earlier', async () => {
  await using server = await withOpenOta()
  await using second = await secondPort(server)
  const answer = deviceEngine(second.node, limits)
  const first = rawPoll(1)
  const session = first.session((await answer(first.frame, present))!.bytes)
  const places = await occupied(second.node)
  const poll = answer(rawPoll(2).frame, present)
  const frame = answer(rawFrame(session, {}, resBody.encode({ status: 201, next: 0, results: [] })), present)
  places.freeOne()
  expect((await frame)?.bytes[3]).toBeGreaterThan(0)
  expect(await poll).not.toBeNull()
  await places.freeAll()
})

test('a POLL or frame whose card has gone before its turn changes nothing', async () => {
  await using server = await withOpenOta()
  await using second = await secondPort(server)
  const answer = deviceEngine(second.node, limits)
  const sessions = () => server.db.selectFrom('ota_sessions').select(['session_id', 'sequence']).execute()
  let isGone = false
  const peer = { ...present, isGone: () => isGone }
  const places = await occupied(second.node)
  const lost = answer(rawPoll(1).frame, peer)
  isGone = true
  await places.freeAll()
  expect(await lost).toBeNull()
  expect(await sessions()).toEqual([])

  const poll = rawPoll(2)
  const session = poll.session((await answer(poll.frame, present))!.bytes)
  const before = await sessions()
  const res = rawFrame(session, {}, resBody.encode({ status: 201, next: 0, results: [] }))
  expect(await answer(res, peer)).toBeNull()
  expect(await sessions()).toEqual(before)
  expect(await answer(res, present)).not.toBeNull()
})

test('a POLL whose turn does not come in time is told to come later, opens no session, and is no failure in the log', async () => {
  const lines: string[] = []
  await using server = await withOpenOta()
  await using second = await secondPort(server, {}, createLog('warn', { write: (line: string) => void lines.push(line) }))
  const answer = deviceEngine(second.node, { ...limits, answerWithinMs: 50 })
  const places = await occupied(second.node)
  const poll = rawPoll(1)
  const told = poll.read((await answer(poll.frame, present))!.bytes)
  expect(told).toMatchObject({ code: messageCode.closeSession, close: { code: 400 } })
  expect(told.close.waitSeconds).toBeGreaterThanOrEqual(5)
  await places.freeAll()
  expect(await server.db.selectFrom('ota_sessions').selectAll().execute()).toEqual([])
  expect(lines).toEqual([])
})
