import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { outboxOf } from '../../mail/testing.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { recurringRuns } from '../../testing/recurring-runs.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { until } from '../../testing/until.ts'
import { type Approvals, approvals } from './testing.ts'

let smtp: TestSmtp
let server: TestServer
let world: Approvals
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startTestServer({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://console.example.com' })
  world = await approvals(server)
  await world.setThreshold(3)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await smtp[Symbol.asyncDispose]()
})

const ran = async () => (await recurringRuns(server, 'approval mails')).succeeded
/** Waits for a run that begins from now on. */
async function nextRun(): Promise<void> {
  const before = await ran()
  await until(async () => (await ran()) >= before + 2)
}
const mailsTo = async (address: string) => (await outboxOf(world.root)).filter(({ to }) => to === address).map(({ subject }) => subject)
const tenMinutesLater = () =>
  server.db
    .updateTable('system_mail_events')
    .set({ since: new Date(Date.now() - 600_000) })
    .where('key', '=', 'approval')
    .execute()

test('the first request is mailed to those who may approve; the further ones within ten minutes share one mail, without the withdrawn ones', async () => {
  const first = await world.start(await world.fleet(3), { approvalNote: 'agreed with the site' })
  const mail = await smtp.mailTo(world.colleague.email)
  expect(mail.text).toContain('agreed with the site')
  expect(mail.text).toContain(`https://console.example.com/otas/campaigns/${first.id}`)
  expect(await mailsTo(world.asker.email)).toEqual([])

  for (let round = 0; round < 5; round++) {
    const { id } = await world.start(await world.fleet(3))
    await world.withdraw(world.asker, id)
  }
  const names = ['East', 'West'] as const
  for (const name of names) await world.start(await world.fleet(3), { name })
  const own = await world.start(await world.fleet(3), { call: world.colleague, name: 'Own' })
  await nextRun()
  expect(await mailsTo(world.colleague.email)).toHaveLength(1)
  expect(await mailsTo(world.asker.email)).toEqual([])

  await tenMinutesLater()
  const digest = await smtp.mailTo(world.colleague.email)
  expect(digest.subject).toContain('配信が2件')
  expect(digest.text).toContain('「East」、「West」')
  expect(digest.text).toContain('/otas/campaigns?state=awaitingApproval')
  expect((await smtp.mailTo(world.asker.email)).text).toContain(`/otas/campaigns/${own.id}`)

  await tenMinutesLater()
  await nextRun()
  expect(await mailsTo(world.colleague.email)).toHaveLength(2)
})

test('a start does not wait for the mails', async () => {
  const ids = await world.fleet(3)
  const { pool, close } = openDatabase(server.databaseUrl, { max: 1 })
  await pool.query('begin; lock table mails in exclusive mode')
  expect(await world.start(ids)).toMatchObject({ state: 'awaitingApproval' })
  await pool.query('commit')
  await close()
})

test('a request that was decided before its mail is not mailed', async () => {
  await tenMinutesLater()
  await nextRun()
  const before = (await outboxOf(world.root)).length
  const { id } = await world.start(await world.fleet(3))
  await world.colleague(endpoints.cancelOta, { params: { id }, body: {} })
  await tenMinutesLater()
  await nextRun()
  expect(await outboxOf(world.root)).toHaveLength(before)
})

test('in the quiet hours of a member, mails about requests and decisions wait for their end', async () => {
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  const quiet = { from: clock(-1), to: clock(2) }
  const choices = JSON.stringify({ bell: {}, mail: {}, digestAt: '08:30', quiet, zone: 'UTC' })
  for (const call of [world.colleague, world.asker])
    await call(endpoints.postUserConfig, { body: [{ key: 'user_notifications', value: choices }] })
  const waiting = async () => {
    const mails = await server.db
      .selectFrom('queued_jobs as j')
      .innerJoin('mails as m', 'm.id', 'j.key')
      .select(['m.recipient', 'j.run_at'])
      .where('j.queue', '=', 'mails')
      .orderBy('m.id')
      .execute()
    return mails.map(({ recipient, run_at: at }) => [recipient, at.toISOString().slice(11, 16)])
  }
  await tenMinutesLater()
  const { id } = await world.start(await world.fleet(3), { name: 'at night' })
  await until(async () => (await waiting()).length === 1)
  await world.reject(world.colleague, id, 'not now')
  expect(await waiting()).toEqual([
    [world.colleague.email, quiet.to],
    [world.asker.email, quiet.to],
  ])
  await server.db.updateTable('queued_jobs').set({ run_at: new Date() }).execute()
  await until(() => smtp.received.some(({ to, text }) => to.includes(world.colleague.email) && text.includes('at night')))
  await until(() => smtp.received.some(({ to, text }) => to.includes(world.asker.email) && text.includes('not now')))
})
