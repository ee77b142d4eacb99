import { expect, test } from 'vitest'
import { startSmtp } from '../testing/smtp.ts'
import type { Db } from '../platform/db/database.ts'
import { choose, happenedAt, mailWorld, paused, subjects, textsOf } from './mails.fixture.ts'
import { mailAtOnce, mailDigests, mailWaiting } from './mails.ts'
import { idOf, titlesOf } from './notifications.fixture.ts'
import { deleteOld } from './queries.ts'

const quiet = { quiet: { from: '22:00', to: '07:00' } }
const clock = (time: string) => new Date(`2026-05-${time}:00+09:00`)
const [night, dawn, morning] = [clock('10T23:30'), clock('11T06:59'), clock('11T07:00')]

async function quietWorld(mail: object = { pausedCampaigns: 'now' }, more: object = quiet) {
  const smtp = await startSmtp()
  const given = await mailWorld({ SMTP_URL: smtp.url })
  const { server, dependencies, tell } = given
  const [root, member] = [await server.signIn('ROOT'), await server.signIn('ADMIN', 'ja')]
  await server.db
    .updateTable('members')
    .set({ created_at: new Date('2026-01-01') })
    .execute()
  await choose(member, mail, more)
  return {
    server,
    member,
    tell,
    root,
    dependencies,
    ownerId: await idOf(server, member),
    subjects: () => subjects(root, member),
    texts: () => textsOf(root, member),
    async [Symbol.asyncDispose]() {
      await given[Symbol.asyncDispose]()
      await smtp[Symbol.asyncDispose]()
    },
  }
}

test('mails wait for the end of the quiet hours of a member and come together, once, also with two nodes; the bell does not wait', async () => {
  await using given = await quietWorld()
  const { dependencies, tell, member, server } = given
  const other = await server.signIn('ADMIN', 'ja')
  await choose(other, { pausedCampaigns: 'now' })
  for (const name of ['a', 'b']) {
    await tell(paused(name))
    await Promise.all([mailAtOnce(dependencies, night), mailAtOnce(dependencies, night)])
  }
  await Promise.all([mailWaiting(dependencies, dawn), mailAtOnce(dependencies, dawn)])
  expect(await given.subjects()).toEqual([])
  expect(await titlesOf(member, 'ota')).toHaveLength(2)
  expect(await subjects(given.root, other)).toHaveLength(2)
  await Promise.all([mailWaiting(dependencies, morning), mailWaiting(dependencies, morning)])
  await mailWaiting(dependencies, morning)
  expect(await given.subjects()).toEqual(['【Simdeck】2件の通知'])
  expect((await given.texts())[0]).toMatch(/a・2台.*b・2台/s)
  await tell(paused('c'))
  await mailAtOnce(dependencies, morning)
  expect(await given.subjects()).toHaveLength(2)
  expect(await subjects(given.root, other)).toHaveLength(3)
})

test('a sign-in from a new place and a critical alert are mailed in quiet hours, too', async () => {
  await using given = await quietWorld({ alerts: 'now', criticalAlerts: 'now' })
  const { dependencies, tell, ownerId } = given
  const params = { value: 9, comparison: 'over', threshold: 5, holdMinutes: 1, again: false, minutes: 0 } as const
  await tell({ kind: 'alert', params: { rule: '注意の規則', ...params }, ownerId, alertRuleId: 3 })
  await tell({ kind: 'criticalAlert', params: { rule: '重大の規則', ...params }, ownerId, alertRuleId: 4 })
  await tell({ kind: 'newSignIn', params: { ip: '192.0.2.1' }, ownerId })
  await mailAtOnce(dependencies, night)
  const [text = ''] = await given.texts()
  expect(text).toContain('重大の規則')
  expect(text).toContain('新しい場所からのログイン')
  expect(text).not.toContain('注意の規則')
  await mailWaiting(dependencies, morning)
  expect(await given.subjects()).toEqual(['【Simdeck】【注意】注意の規則', '【Simdeck】2件の通知'])
})

test('a burst that joins what waits is mailed whole, and the deletion of old notifications leaves what waits', async () => {
  await using given = await quietWorld()
  const { dependencies, tell, server } = given
  for (let n = 1; n <= 4; n++) await tell(paused(`p${n}`))
  await mailAtOnce(dependencies, night)
  await tell(paused('p5'))
  await mailAtOnce(dependencies, night)
  await server.db
    .updateTable('notifications')
    .set({ first_at: new Date(Date.now() - 3_600_000) })
    .execute()
  for (let n = 1; n <= 25; n++) {
    await tell(paused(`later ${n}`))
    await server.db
      .updateTable('notifications')
      .set({ first_at: new Date(Date.now() - 3_600_000) })
      .execute()
  }
  await mailAtOnce(dependencies, night)
  await deleteOld(server.db)
  await mailWaiting(dependencies, morning)
  expect(await given.subjects()).toEqual(['【Simdeck】26件の通知'])
  expect((await given.texts())[0]).toContain('5件')
  await deleteOld(server.db)
  expect(await server.db.selectFrom('notifications').select('id').execute()).toHaveLength(20)
})

test('a node that dies while it makes the mail loses nothing, and a member who leaves gets none', async () => {
  await using given = await quietWorld()
  const { dependencies, tell, server, ownerId } = given
  await tell(paused('a'))
  await mailAtOnce(dependencies, night)
  const dying = { ...dependencies.mail, queueMail: () => Promise.reject(new Error('the node dies')) }
  await expect(mailWaiting({ ...dependencies, mail: dying }, morning)).rejects.toThrow('the node dies')
  expect(await given.subjects()).toEqual([])
  const setActive = (db: Db, status: 'active' | 'inactive') =>
    db.updateTable('members').set({ account_status: status }).where('id', '=', ownerId).execute()
  await setActive(server.db, 'inactive')
  await mailWaiting(dependencies, morning)
  await setActive(server.db, 'active')
  await mailWaiting(dependencies, morning)
  expect(await given.subjects()).toHaveLength(1)

  await tell(paused('b'))
  await mailAtOnce(dependencies, night)
  await setActive(server.db, 'inactive')
  await deleteOld(server.db)
  expect(await server.db.selectFrom('notification_waits').selectAll().execute()).toEqual([])
})

test('the daily mail waits for the end of quiet hours, and has what a member moved to it while it waited', async () => {
  await using given = await quietWorld({ pausedCampaigns: 'now' }, { quiet: { from: '22:00', to: '09:00' } })
  const { dependencies, tell, server, member } = given
  await mailDigests(dependencies, clock('10T12:00'))
  await tell(paused('a'))
  await happenedAt(server, clock('10T23:00'))
  await mailAtOnce(dependencies, night)
  await choose(member, { pausedCampaigns: 'digest' }, { quiet: { from: '22:00', to: '09:00' } })
  await mailDigests(dependencies, clock('11T08:40'))
  await mailWaiting(dependencies, clock('11T08:40'))
  expect(await given.subjects()).toEqual([])
  await mailWaiting(dependencies, clock('11T09:01'))
  await mailDigests(dependencies, clock('11T09:01'))
  await mailWaiting(dependencies, clock('11T09:02'))
  expect(await given.subjects()).toHaveLength(1)
})

test('notifications that a member moved to the daily mail after its time come at the end of quiet hours', async () => {
  await using given = await quietWorld()
  const { dependencies, tell, server, member } = given
  await tell(paused('a'))
  await happenedAt(server, clock('10T23:00'))
  await mailAtOnce(dependencies, night)
  await choose(member, { pausedCampaigns: 'digest' }, { ...quiet, digestAt: '23:10' })
  await server.db
    .insertInto('notification_digests')
    .values({ member_id: given.ownerId, sent_to: clock('10T23:10') })
    .execute()
  await mailWaiting(dependencies, morning)
  await mailDigests(dependencies, clock('11T23:30'))
  await mailDigests(dependencies, clock('12T07:10'))
  expect(await given.subjects()).toHaveLength(1)
})
