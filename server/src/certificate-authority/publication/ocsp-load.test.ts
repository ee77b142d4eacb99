import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { addSims } from '../../campaigns/testing.ts'
import { OpenSsl } from '../../testing/openssl.ts'
import { startTestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'

/** More requests than may wait at once, and than the database has connections for this server. */
const requests = 300
const mayWait = 256
const tryLater = '30030a0103'

test('OCSP requests that wait for the database leave it to the console, and beyond a number are asked to try later', async () => {
  await using server = await startTestServer({ SERVICES: 'console' })
  const admin = await server.signIn('ADMIN')
  await addSims(server, [{}, {}])
  const root = await admin(endpoints.createAuthority, { body: { name: 'Root', confirmedName: 'Root', validDays: 3650 } })
  const name = 'Devices'
  const ca = await admin(endpoints.createAuthority, { body: { name, confirmedName: name, validDays: 1825, parentId: root.id } })
  using openssl = new OpenSsl()
  openssl.file('root.pem', root.chain!)
  openssl.file('device.pem', ca.chain!)
  const request = (...by: string[]) => {
    openssl.run('ocsp', '-issuer', 'root.pem', ...by, '-no_nonce', '-reqout', 'request.der')
    return Buffer.from(openssl.read('request.der'))
  }
  const [known, unknown] = [request('-cert', 'device.pem'), request('-serial', '0x4711')]
  const headers = { 'content-type': 'application/ocsp-request' }
  const ask = async (body: Buffer) => {
    const answer = await fetch(`${server.url}/ocsp`, { method: 'POST', headers, body: new Uint8Array(body) })
    return Buffer.from(await answer.arrayBuffer())
  }
  const stateIn = (answer: Buffer, at: number) => {
    openssl.file('answer.der', answer)
    const [asked, wanted] = at % 2 === 0 ? [['-cert', 'device.pem'], 'device.pem: good'] : [['-serial', '0x4711'], '0x4711: unknown']
    const { text } = openssl.run('ocsp', '-respin', 'answer.der', '-issuer', 'root.pem', '-CAfile', 'root.pem', '-no_nonce', ...asked)
    return text.includes('Response verify OK') && text.includes(wanted)
  }
  // The first answer loads the keys of the CAs.
  expect(stateIn(await ask(known), 0)).toBe(true)

  const locking = openDatabase(server.databaseUrl, { max: 2 })
  const holder = await locking.pool.connect()
  await holder.query('begin')
  await holder.query('lock table certificates in access exclusive mode')
  let refused = 0
  const answers = Array.from({ length: requests }, async (_, at) => {
    const answer = await ask(at % 2 === 0 ? known : unknown)
    if (answer.toString('hex') === tryLater) refused++
    return answer
  })
  await until(() => refused === requests - mayWait)
  const { rows } = await locking.pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and query like '%unnest%'`,
  )
  expect(rows).toEqual([{ waiting: 1 }])
  expect((await admin(endpoints.listSims, { query: {} })).totalItems).toBe(2)
  expect(refused).toBe(requests - mayWait)
  await holder.query('rollback')
  holder.release()
  const all = await Promise.all(answers)
  expect(refused).toBe(requests - mayWait)
  const answered = all.flatMap((answer, at) => (answer.toString('hex') === tryLater ? [] : [{ answer, at }]))
  expect(answered).toHaveLength(mayWait)
  for (const { answer, at } of answered.slice(0, 6)) expect([at, stateIn(answer, at)]).toEqual([at, true])
  expect(stateIn(await ask(unknown), 1)).toBe(true)
  await locking.close()
})
