import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { concat, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import { openFrame, parseFrame, sealFrame } from '@simdeck/protocol/ota/frame.ts'
import { pollKeys, sessionKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { decodeCloseSession, encodePoll, encodePollClear } from '@simdeck/protocol/ota/messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

const iccid = '8981100023451420176'
const simKeys = { capAuthKey: fromHex('000102030405060708090a0b0c0d0e0f'), encryptKey: fromHex('101112131415161718191a1b1c1d1e1f') }

async function withSim(): Promise<TestServer> {
  const server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const scp03 = ['40', '50', '60'].map((first) => first.repeat(16))
  const csv = `iccid,cap_auth_key,encrypt_key,scp03_enc,scp03_mac,scp03_dek\n${[iccid, toHex(simKeys.capAuthKey), toHex(simKeys.encryptKey), ...scp03].join(',')}\n`
  await admin(endpoints.importSims, { body: {}, file: new File([csv], 'sims.csv') })
  // The device port learns of new SIMs a moment after the import.
  await until(async () => (await talk(server.devicePort, [poll(0).frame], closeLength)).length > 0)
  return server
}

/** A POLL with nothing to resume, and how its answer is read. */
function poll(pollCounter: number, options: { enc?: boolean; iccid?: string; key?: Uint8Array; sessionId?: number } = {}) {
  const clear = { iccid: iccidToBytes(options.iccid ?? iccid), cardNonce: new Uint8Array(randomBytes(8)), pollCounter }
  const body = encodePoll({
    pollerVersion: 0x0104,
    receiveBuffer: 255,
    instanceAid: fromHex('F053494D4445434B0001010000000002'),
    resume: { state: 0 },
    tlvs: [],
  })
  const keys = pollKeys({ ...simKeys, capAuthKey: options.key ?? simKeys.capAuthKey }, clear.iccid)
  const enc = options.enc ?? true
  const header = { from: 'card', enc, code: messageCode.poll, sessionId: options.sessionId ?? 0, sequence: 0 } as const
  return {
    frame: sealFrame(header, encodePollClear(clear), body, keys),
    read(answer: Uint8Array) {
      const parsed = parseFrame(answer, 'server')
      if (!parsed.ok) throw new Error(parsed.reason)
      const opened = openFrame(parsed.value, sessionKeys(simKeys, { ...clear, serverNonce: parsed.value.clear }), enc)
      if (!opened.ok) throw new Error(opened.reason)
      return { code: parsed.value.code, sessionId: parsed.value.sessionId, close: decodeCloseSession(opened.value) }
    },
  }
}

/** Sends octets on a fresh connection and tells what came back until the peer closed, or `frames` octets strings were there. */
function talk(port: number, chunks: Uint8Array[], wanted = Infinity): Promise<Uint8Array> {
  return new Promise((done, failed) => {
    const parts: Uint8Array[] = []
    const socket = connect(port, '127.0.0.1', () => {
      for (const chunk of chunks) socket.write(chunk)
    })
    socket.on('data', (data) => {
      parts.push(new Uint8Array(data))
      if (concat(...parts).length >= wanted) socket.destroy()
    })
    socket.on('close', () => done(concat(...parts)))
    socket.on('error', failed)
  })
}

const post = (port: number, frame: Uint8Array, type = 'application/octet-stream') =>
  fetch(`http://127.0.0.1:${port}/ota`, { method: 'POST', headers: { 'content-type': type }, body: Buffer.from(frame) })

const closeLength = 42

test('an idle POLL gets CLOSE_SESSION(0), over TCP in pieces and over HTTP on the same port', async () => {
  await using server = await withSim()
  const first = poll(1)
  const answer = await talk(
    server.devicePort,
    [first.frame.subarray(0, 1), first.frame.subarray(1, 40), first.frame.subarray(40)],
    closeLength,
  )
  expect(first.read(answer)).toEqual({ code: 7, sessionId: 0, close: { code: 0, detail: 0, waitSeconds: 0 } })
  const second = poll(2)
  const response = await post(server.devicePort, second.frame)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  expect(second.read(new Uint8Array(await response.arrayBuffer())).close.code).toBe(0)
})

test('two frames sent at once are answered one after the other; a counter that is not higher gets 300 with the stored one', async () => {
  await using server = await withSim()
  const [high, low] = [poll(9), poll(5)]
  const answers = await talk(server.devicePort, [concat(high.frame, low.frame)], 2 * closeLength)
  expect(high.read(answers.subarray(0, closeLength)).close.code).toBe(0)
  expect(low.read(answers.subarray(closeLength)).close).toEqual({ code: 300, detail: 9, waitSeconds: 0 })
})

test('what must be refused gets no answer: the connection is closed, over HTTP 204, and the SIM is untouched', async () => {
  await using server = await withSim()
  const good = poll(1).frame
  const flipped = Uint8Array.from(good, (octet, index) => (index === good.length - 1 ? octet ^ 1 : octet))
  const refused: Record<string, Uint8Array> = {
    'a wrong MAC': flipped,
    'another version': Uint8Array.from(good, (octet, index) => (index === 2 ? 0x24 : octet)),
    'an unknown code': Uint8Array.from(good, (octet, index) => (index === 3 ? 9 : octet)),
    'no encryption where it is required': poll(1, { enc: false }).frame,
    'an unknown ICCID': poll(1, { iccid: '8981100000000000009' }).frame,
    'another key': poll(1, { key: new Uint8Array(16) }).frame,
    'a POLL with a session id': poll(1, { sessionId: 5 }).frame,
    'a length that is too large': concat(Uint8Array.of(0x05, 0xff), good.subarray(2)),
    'a length that is too small': concat(Uint8Array.of(0x00, 0x0f), good.subarray(2)),
  }
  for (const [why, frame] of Object.entries(refused)) {
    expect([why, toHex(await talk(server.devicePort, [frame]))]).toEqual([why, ''])
    expect([why, (await post(server.devicePort, frame)).status]).toEqual([why, 204])
  }
  const later = poll(1)
  expect(later.read(await talk(server.devicePort, [later.frame], closeLength)).close.code).toBe(0)
  const metrics = await (await fetch(server.metricsUrl)).text()
  expect(metrics).toContain('simdeck_device_refused_total{reason="mac"}')
})

test('HTTP on the device port serves nothing but frames', async () => {
  await using server = await withSim()
  const base = `http://127.0.0.1:${server.devicePort}`
  expect((await fetch(`${base}/`)).status).toBe(404)
  expect((await fetch(`${base}/ota`)).status).toBe(404)
  expect((await post(server.devicePort, poll(1).frame, 'text/plain')).status).toBe(415)
  expect((await post(server.devicePort, new Uint8Array(2000))).status).toBe(413)
  expect((await post(server.devicePort, new Uint8Array(0))).status).toBe(204)
})

test('what a POLL tells is in the SIM a moment later: poller, last poll, and online', async () => {
  await using server = await withSim()
  const member = await server.signIn('MEMBER')
  await talk(server.devicePort, [poll(1).frame], closeLength)
  const sim = await until(async () => {
    const { data } = await member(endpoints.listSims, { query: {} })
    return data[0]?.last_poll && data[0]
  })
  expect(sim).toMatchObject({ connection: 1, poller_name: 'Poller', poller_version: '1.4', has_keys: true })
})

test('a POLL without encryption is answered as soon as the setting allows it, for a SIM told so, and no longer when it does not', async () => {
  await using server = await withSim()
  const root = await server.signIn('ROOT')
  let pollCounter = 0
  const answers = async (enc: boolean) => (await talk(server.devicePort, [poll(++pollCounter, { enc }).frame], 1)).length > 0
  const allow = (value: string) => root(endpoints.postUserConfig, { body: [{ key: 'system_ota_allow_plain_polls', value }] })
  await allow('2')
  expect(await answers(false)).toBe(false)
  await server.db.updateTable('sims').set({ poller_encryption: false }).execute()
  await allow('2')
  await until(() => answers(false))
  expect(await answers(true)).toBe(true)
  await allow('1')
  await until(async () => !(await answers(false)))
  expect(await answers(true)).toBe(true)
})
