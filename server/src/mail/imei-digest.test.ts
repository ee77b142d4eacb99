import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import { sealFrame } from '@simdeck/protocol/ota/frame.ts'
import { pollKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { pollBody, pollClear, telemetryTlvs } from '@simdeck/protocol/ota/messages.ts'
import { readConfig } from '../config.ts'
import { Sealer } from '../platform/crypto/seal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'
import { reportImeiChanges } from './imei-digest.ts'
import { MailServers } from './trust/mail-servers.ts'
import { Outbox } from './outbox.ts'
import { SystemMail } from './system-mail.ts'
import { outboxOf } from './testing.ts'

const key = '000102030405060708090a0b0c0d0e0f'
const imeis = ['490154203237518', '356938035643809'] as const
let pollCounter = 0

/** A SIM polls from a device with that IMEI; the promise resolves once the server has stored it. */
async function pollFrom(server: TestServer, iccid: string, imei: string) {
  const clear = { iccid: iccidToBytes(iccid), cardNonce: new Uint8Array(randomBytes(8)), pollCounter: ++pollCounter }
  const body = pollBody.encode({
    pollerVersion: 0x0104,
    receiveBuffer: 255,
    instanceAid: fromHex('F053494D4445434B0001010000000002'),
    resume: { state: 0 },
    tlvs: telemetryTlvs.encode({ imei }),
  })
  const keys = pollKeys({ capAuthKey: fromHex(key), encryptKey: fromHex(key) }, clear.iccid)
  const frame = sealFrame(
    { from: 'card', enc: true, code: messageCode.poll, sessionId: 0, sequence: 0 },
    pollClear.encode(clear),
    body,
    keys,
  )
  const headers = { 'content-type': 'application/octet-stream' }
  await until(async () => {
    await fetch(`http://127.0.0.1:${server.devicePort}/ota`, { method: 'POST', headers, body: Buffer.from(frame) })
    const sim = await server.db.selectFrom('sims').select('imei').where('iccid', '=', iccid).executeTakeFirst()
    return sim?.imei === imei
  })
}

test('SIMs with a changed IMEI are reported once, together, at most every ten minutes, and only while system mail is on', async () => {
  await using server = await startTestServer({ SERVICES: 'console,device' })
  const root = await server.signIn('ROOT')
  const iccids = ['8981100023451420176', '8981100023451420184', '8981100023451420192']
  const lines = iccids.map((iccid) => [iccid, ...Array.from({ length: 5 }, () => key)].join(','))
  const csv = ['iccid,cap_auth_key,encrypt_key,scp03_enc,scp03_mac,scp03_dek', ...lines, ''].join('\n')
  await root(endpoints.importSims, { body: {}, file: new File([csv], 'sims.csv') })
  const [first = '', second = '', third = ''] = iccids

  const sealer = new Sealer(server.masterKey)
  const systemMail = new SystemMail(new Outbox(sealer, new MailServers(readConfig({}), sealer)))
  const digest = () => reportImeiChanges({ db: server.db, systemMail })
  const mails = async () => (await outboxOf(root)).map(({ body }) => body ?? '')
  const tenMinutesPass = () =>
    server.db
      .updateTable('system_mail_events')
      .set({ since: new Date(Date.now() - 601_000) })
      .execute()

  // A change while system mail is off is not reported later.
  for (const imei of imeis) await pollFrom(server, first, imei)
  await digest()
  await root(endpoints.postUserConfig, { body: [{ key: 'system_mail', value: '1' }] })
  await root(endpoints.putMailDestinations, { body: { destinations: ['ops@example.com'] } })
  await tenMinutesPass()
  await pollFrom(server, second, imeis[0])
  await digest()
  expect(await mails()).toEqual([])

  // The status shows the change until the next poll only; the digest still contains it.
  await pollFrom(server, second, imeis[1])
  await pollFrom(server, second, imeis[1])
  for (const imei of imeis) await pollFrom(server, third, imei)
  await Promise.all([digest(), digest()])
  const [digested] = await mails()
  expect(digested).toContain(`内容：IMEIが変わったSIM：2台\n  ${second}\n  ${third}\n`)
  expect(digested).toContain(`Event: SIMs whose IMEI changed: 2\n  ${second}\n  ${third}\n`)

  await pollFrom(server, first, imeis[0])
  await digest()
  expect(await mails()).toHaveLength(1)
  await tenMinutesPass()
  await digest()
  await digest()
  expect(await mails()).toHaveLength(2)
  expect((await mails())[0]).toContain(`：1台\n  ${first}\n`)
  expect(server.logged()).not.toMatch(new RegExp([...iccids, ...imeis].join('|')))
})
