import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { bytesOf, concat, fromHex, toHex, uint } from '@simdeck/protocol/bytes.ts'
import { aesCbcEncrypt, aesEcb } from '@simdeck/protocol/crypto/aes.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { resBody } from '@simdeck/protocol/ota/messages.ts'
import { newProgress } from '@simdeck/protocol/ota/server-state.ts'
import { posted, rawFrame, rawFrameAround, rawPoll, talk } from '../testing/raw-card.ts'
import { secondPort, withOpenOta } from '../testing/raw-world.ts'
import type { TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'
import { openDatabase } from '../platform/db/database.ts'
import { openDevicePort } from './device-port.ts'
import { toStored } from './stored.ts'

/** Polls until the device port knows the SIM and its OTA and opens the session. By then the data of that POLL is stored. */
async function openSession(server: TestServer, counters: { next: number }) {
  const open = await until(async () => {
    const poll = rawPoll(counters.next++)
    const at = new Date()
    const answer = await posted(server.devicePort, poll.frame)
    if (!answer || answer[3] !== messageCode.scpInit) return null
    return { at, poll, answer, ...poll.session(answer) }
  })
  await until(async () => {
    const contact = await server.db.selectFrom('sim_contacts').select('last_poll').executeTakeFirstOrThrow()
    return contact.last_poll && contact.last_poll >= open.at
  })
  return open
}

/** Every row that a device session may write, except rows of the raw log. */
async function rowsOf({ db }: TestServer): Promise<string> {
  const rows = await Promise.all([
    db.selectFrom('sims').selectAll().orderBy('id').execute(),
    db.selectFrom('sim_contacts').selectAll().orderBy('sim_id').execute(),
    db.selectFrom('poll_counters').selectAll().orderBy('cap_auth_fingerprint').execute(),
    db.selectFrom('ota_sessions').selectAll().orderBy('sim_id').execute(),
    db.selectFrom('ota_jobs').selectAll().orderBy('id').execute(),
    db.selectFrom('campaigns').selectAll().orderBy('id').execute(),
  ])
  return JSON.stringify(rows)
}

/** Makes the last frame of the session older than 180 s. `swept`: the sweep of expired sessions finds the session, too. */
async function age({ db }: TestServer, change: { swept: boolean; sequence?: number }): Promise<void> {
  const { sequence, expiry_minute } = await db.selectFrom('ota_sessions').selectAll().executeTakeFirstOrThrow()
  const [last_frame_at, swept] = [new Date(Date.now() - 180_001), new Date(Date.now() - 1_000)]
  await db
    .updateTable('ota_sessions')
    .set({ last_frame_at, expiry_minute: change.swept ? swept : expiry_minute, sequence: change.sequence ?? sequence })
    .execute()
}

/** Sends each frame over TCP and over HTTP: there must be no answer, the connection must end, and no row may change. */
async function expectRefused(server: TestServer, frames: Record<string, Uint8Array>): Promise<void> {
  const before = await rowsOf(server)
  for (const [why, frame] of Object.entries(frames)) {
    expect([why, toHex(await talk(server.devicePort, [frame]))]).toEqual([why, ''])
    expect([why, await posted(server.devicePort, frame)]).toEqual([why, null])
  }
  expect(await rowsOf(server)).toBe(before)
}

const octetChanged = (frame: Uint8Array, at: number, to: (octet: number) => number): Uint8Array =>
  Uint8Array.from(frame, (octet, index) => (index === (at < 0 ? frame.length + at : at) ? to(octet) : octet))

test('a refused frame gets no answer: the connection is closed, or HTTP answers 204, and no row changes', async () => {
  await using server = await withOpenOta()
  const counters = { next: 1 }
  const open = await openSession(server, counters)
  const res = resBody.encode({ status: 201, next: 0, results: [] })
  const good = rawFrame(open, {}, res)
  const unpadded = aesCbcEncrypt(
    open.keys.enc,
    aesEcb(open.keys.enc, concat(bytesOf(0x14, 6), open.answer.subarray(4, 8), fromHex('0001'), new Uint8Array(8))),
    new Uint8Array(16),
  )
  const poll = (change: Parameters<typeof rawPoll>[1]) => rawPoll(900, change).frame

  await expectRefused(server, {
    '1: a length over 1498': concat(fromHex('05db'), good.subarray(2)),
    '1: a length under 16': concat(fromHex('000f'), good.subarray(2)),
    '2: another version': octetChanged(good, 2, () => 0x24),
    '2: a reserved flag': octetChanged(good, 2, (flags) => flags | 1),
    '2: the other reserved flag': octetChanged(good, 2, (flags) => flags | 2),
    '2: code 0': octetChanged(good, 3, () => 0),
    '2: code 8': octetChanged(good, 3, () => 8),
    '3: the direction of the server': rawFrame(open, { from: 'server' }, res),
    '3: COMMAND_DATA': rawFrame(open, { code: messageCode.commandData }, res),
    '3: LOAD_COMMAND': rawFrame(open, { code: messageCode.loadCommand }, res),
    '3: SCP_INIT': rawFrame(open, { code: messageCode.scpInit }, res),
    '4: a wrong MAC': octetChanged(good, -1, (octet) => octet ^ 1),
    '4: a changed body': octetChanged(good, 12, (octet) => octet ^ 1),
    '4: a wrong MAC on a POLL': octetChanged(poll({}), -1, (octet) => octet ^ 1),
    '5: no ENC in an encrypted session': rawFrame(open, { enc: false }, res),
    '5: an encrypted part whose length is no multiple of 16': rawFrameAround(open, 1, new Uint8Array(17)),
    '5: nothing encrypted': rawFrameAround(open, 1, new Uint8Array(0)),
    '5: wrong padding': rawFrameAround(open, 1, unpadded),
    '6: an unknown ICCID': poll({ iccid: '8981100000000000009' }),
    '6: a POLL under another key': poll({ key: new Uint8Array(16) }),
    '6: a POLL under session keys': poll({ keys: open.keys }),
    '6: a POLL without ENC': poll({ enc: false }),
    '6: a POLL with a sequence': poll({ sequence: 1 }),
    '6: a POLL with a session id': poll({ sessionId: open.id }),
    '7: an unknown session id': rawFrame({ ...open, id: (open.id ^ 1) >>> 0 }, {}, res),
    '7: session id 0': rawFrame({ ...open, id: 0 }, {}, res),
    '8: sequence 0 in a frame other than a POLL': rawFrame(open, { sequence: 0 }, res),
    '8: a skipped sequence': rawFrame(open, { sequence: 2 }, res),
    '8: the highest sequence': rawFrame(open, { sequence: 0xffff }, res),
  })
  const cut = Object.entries({
    'one octet too few': good.subarray(0, -1),
    'one octet too many': concat(good, bytesOf(0)),
    'no octet': new Uint8Array(),
    'far too many': new Uint8Array(70_000),
  })
  for (const [why, frame] of cut) expect([why, await posted(server.devicePort, frame)]).toEqual([why, null])

  const answered = await posted(server.devicePort, good)
  expect(answered?.[3]).toBe(messageCode.closeSession)
  const closed = await rowsOf(server)
  expect(closed).toContain('"status":"Interrupted"')
  await expectRefused(server, {
    '8: the answered sequence with other bytes': rawFrame(open, {}, resBody.encode({ status: 202, next: 0, results: [] })),
    '9: the next sequence after CLOSE_SESSION': rawFrame(open, { sequence: 2 }, res),
    'the POLL of the session, once a frame followed it': open.poll.frame,
  })
  expect([toHex((await posted(server.devicePort, good))!), await rowsOf(server)]).toEqual([toHex(answered!), closed])

  const second = await openSession(server, counters)
  await expectRefused(server, {
    '7: a replaced session': rawFrame(open, { sequence: 2 }, res),
    '8: another POLL’s MAC': octetChanged(second.poll.frame, -1, (octet) => octet ^ 1),
  })
  await age(server, { swept: false })
  await expectRefused(server, { '7: an expired session': rawFrame(second, {}, res) })
  expect(
    (await fetch(server.metricsUrl).then((response) => response.text())).match(/device_refused_total\{reason="\w+"\}/g)?.length,
  ).toBeGreaterThan(8)
})

test('a session without a frame for 180 s ends: the OTA is Interrupted with 401, once', async () => {
  await using server = await withOpenOta()
  const open = await openSession(server, { next: 1 })
  const jobs = () => server.db.selectFrom('ota_jobs').select(['status', 'code', 'interruptions']).execute()
  const gone = () => until(async () => (await server.db.selectFrom('ota_sessions').select('session_id').execute()).length === 0)
  await age(server, { swept: true })
  await gone()
  expect(await jobs()).toEqual([{ status: 'Ready', code: null, interruptions: 0 }])
  expect(await posted(server.devicePort, rawFrame(open, {}, new Uint8Array()))).toBeNull()

  const counters = { next: 900 }
  const next = await openSession(server, counters)
  const initialized = resBody.encode({ status: 0, next: 0, results: [{ sw: 0x6982, data: new Uint8Array() }] })
  await age(server, { swept: true, sequence: 1 })
  await gone()
  expect(await jobs()).toEqual([{ status: 'Interrupted', code: 401, interruptions: 1 }])
  expect(await posted(server.devicePort, rawFrame(next, { sequence: 2 }, initialized))).toBeNull()
})

test('a session that ends leaves the position of its script in the row of its OTA', async () => {
  await using server = await withOpenOta()
  await openSession(server, { next: 1 })
  const { db } = server
  const script = { id: bytesOf(1, 8), digest: bytesOf(2, 32), plan: 'first', cut: { receiveBuffer: 255, enc: true }, channel: null }
  const position = { acked: 0, sent: 1, total: 9 }
  const knowledge = toStored({ ...newProgress(), script: { ...script, ...position } })
  await db.updateTable('ota_jobs').set({ status: 'Started', total: 9, knowledge }).execute()
  const { state } = await db.selectFrom('ota_sessions').select('state').executeTakeFirstOrThrow()
  const moved = { acked: 5, sent: 6, reached: 4, state: JSON.stringify({ ...state, state: 'script' }) }
  await db.updateTable('ota_sessions').set(moved).execute()
  await age(server, { swept: true, sequence: 5 })
  const ended = await until(() => db.selectFrom('ota_jobs').selectAll().where('status', '=', 'Interrupted').executeTakeFirst())
  expect(ended).toMatchObject({ acked: 5, total: 9, knowledge: { reached: 4, script: { acked: 5, sent: 6, total: 9 } } })
})

test('the raw log has one row of refused frames per SIM or address and minute, with a count for each reason', async () => {
  await using server = await withOpenOta()
  await using second = await secondPort(server)
  const { port, node } = second
  const poll = rawPoll(1)
  const open = poll.session((await posted(port, poll.frame))!)
  for (let n = 0; n < 3; n++)
    await posted(
      port,
      octetChanged(rawPoll(50).frame, -1, (octet) => octet ^ 1),
    )
  const replayed = rawPoll(1)
  expect(replayed.read((await posted(port, replayed.frame))!).close).toEqual({ code: 300, detail: 1, waitSeconds: 0 })
  await posted(port, rawFrame(open, { sequence: 7 }, new Uint8Array()))
  for (let n = 0; n < 2; n++) await posted(port, rawPoll(1, { iccid: '8981100000000000009' }).frame)
  await posted(port, new Uint8Array(randomBytes(1600)))
  expect(node.refused.take(new Date())).toEqual([])
  node.batch.logRows(node.refused.take(new Date(Date.now() + 60_000)), true)
  await node.batch.flush()
  const rows = await server.db
    .selectFrom('raw_ota_service_logs')
    .select(['sim_id', 'fields'])
    .where('code', '=', 0)
    .orderBy('sim_id')
    .execute()
  expect(rows).toEqual([
    { sim_id: expect.any(Number), fields: { frames: 5, mac: 3, counter: 1, sequence: 1 } },
    { sim_id: null, fields: { frames: 3, unknownIccid: 2, length: 1, address: '127.0.0.1' } },
  ])
  expect(node.refused.take(new Date(Date.now() + 120_000))).toEqual([])
  const member = await server.signIn('MEMBER')
  const shown = await member(endpoints.getSimRefusals, { params: { id: rows[0]!.sim_id! } })
  expect(shown).toEqual({ frames: 5, reasons: { mac: 3, counter: 1, sequence: 1 }, last_at: expect.any(String) })
})

test('a POLL is answered with 400 if too many are in progress or the database is too slow, and is served later', async () => {
  await using server = await withOpenOta()
  await using second = await secondPort(server, { claims: 1, answerWithinMs: 1500 })
  const closeOf = async (poll: ReturnType<typeof rawPoll>) => poll.read((await posted(second.port, poll.frame))!).close
  const other = openDatabase(server.databaseUrl)
  await other.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sims').select('id').forUpdate().execute()
    const answers = await Promise.all([closeOf(rawPoll(1)), closeOf(rawPoll(2))])
    for (const { code, waitSeconds } of answers) expect([code, waitSeconds >= 5 && waitSeconds <= 120]).toEqual([400, true])
  })
  await other.close()
  let counter = 3
  await until(async () => (await posted(second.port, rawPoll(counter++).frame))?.[3] === messageCode.scpInit)
})

test('a connection that sends nothing is closed in time, and one that is between two frames stays open', async () => {
  const port = await openDevicePort({ host: '127.0.0.1', port: 0, completeFrameMs: 150, answer: (bytes) => ({ bytes, last: false }) })
  const frame = bytesOf(0, 16, ...new Uint8Array(16))
  const talking = connect(port.port, '127.0.0.1', () => talking.write(frame))
  const answered = () => new Promise((done) => talking.once('data', done))
  await answered()
  const silent = connect(port.port, '127.0.0.1')
  await new Promise((done) => silent.on('error', () => undefined).on('close', done))
  const again = answered()
  talking.write(frame)
  await again
  talking.destroy()
  await port.close()
})

test('many frames that arrive together are answered in order', async () => {
  const port = await openDevicePort({ host: '127.0.0.1', port: 0, answer: (bytes) => ({ bytes: bytes.slice(-4), last: false }) })
  const count = 3_500
  const frames = Array.from({ length: count }, (_, at) => concat(bytesOf(0, 16), new Uint8Array(12), uint(at, 4)))
  const answers = await talk(port.port, [concat(...frames)], 4 * count)
  expect(answers).toEqual(concat(...Array.from({ length: count }, (_, at) => uint(at, 4))))
  await port.close()
})

test('the connection of a frame or request that is not complete in time is closed, even if octets still arrive', async () => {
  const port = await openDevicePort({ host: '127.0.0.1', port: 0, completeFrameMs: 150, answer: () => Promise.resolve(null) })
  const trickle = (start: Uint8Array): Promise<string> =>
    new Promise((done) => {
      const parts: Buffer[] = []
      let drops: NodeJS.Timeout | undefined
      const socket = connect(port.port, '127.0.0.1', () => {
        socket.write(start)
        drops = setInterval(() => socket.write(' '), 20)
      })
      socket.on('data', (data) => parts.push(data))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearInterval(drops)
        done(Buffer.concat(parts).toString())
      })
    })
  const head = 'POST /ota HTTP/1.1\r\nhost: a\r\ncontent-type: application/octet-stream\r\n'
  const starts = ['\x01\x00', `${head}x: `, `${head}content-length: 1000\r\n\r\n`]
  expect(await Promise.all(starts.map((start) => trickle(Buffer.from(start, 'latin1'))))).toEqual(['', '', ''])
  await port.close()
})
