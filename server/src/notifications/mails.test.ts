import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startSmtp } from '../testing/smtp.ts'
import type { NewNotification } from '../platform/notifications/notify.ts'
import { lastDigestTime } from './digest-time.ts'
import { choose, happenedAt, mailWorld, paused, subjects, textsOf } from './mails.fixture.ts'
import { mailAtOnce, mailDigests } from './mails.ts'
import { idOf, titlesOf } from './notifications.fixture.ts'
import { deleteOld } from './queries.ts'

test('those who want mails at once get one for all that is new, in their language, once, also with two nodes; others get none', async () => {
  await using smtp = await startSmtp()
  await using given = await mailWorld({ SMTP_URL: smtp.url })
  const { server, dependencies, tell } = given
  const root = await server.signIn('ROOT')
  const [eager, quiet] = [await server.signIn('ADMIN'), await server.signIn('ADMIN')]
  await choose(eager, { pausedCampaigns: 'now' })
  await eager(endpoints.postLanguage, { body: { language: 'en' } })
  await tell(paused('night\r\nBcc: x'))
  await tell({ kind: 'imeiChanged', params: { name: 'm' }, ownerId: null, simIds: [1] })
  await tell(paused('day'))
  await Promise.all([mailAtOnce(dependencies), mailAtOnce(dependencies)])
  await mailAtOnce(dependencies)
  expect(await subjects(root, eager)).toEqual(['[Simdeck] 2 notifications'])
  const [text = ''] = await textsOf(root, eager)
  expect(text).toMatch(
    /\n\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Asia\/Tokyo\)\n {2}Campaign paused: too many failures\n {2}night Bcc: x · 2 SIMs · 1 of 1 failed\n {2}https:\/\/console\.example\.com\/otas\/campaigns\/7\n/,
  )
  expect(text).not.toContain('IMEI')
  expect(await subjects(root, quiet)).toEqual([])
})

test('a sign-in from a new place is always mailed, a request for approval has its own mail, and without a mail server there is none', async () => {
  await using smtp = await startSmtp()
  await using given = await mailWorld({ SMTP_URL: smtp.url })
  const { server, dependencies, tell } = given
  const root = await server.signIn('ROOT')
  const member = await server.signIn('ADMIN')
  await choose(member, { signIns: 'none', approvals: 'now' })
  await tell({ kind: 'approvalAsked', params: { name: 'big', sims: 5, asker: 'Ken' }, ownerId: null, campaignId: 3 })
  await tell({ kind: 'newSignIn', params: { ip: '192.0.2.1' }, ownerId: await idOf(server, member) })
  await mailAtOnce(dependencies)
  expect(await subjects(root, member)).toEqual(['【Simdeck】新しい場所からのログイン'])

  await using without = await mailWorld({})
  const alone = await without.server.signIn('ADMIN')
  await without.tell({ kind: 'newSignIn', params: { ip: '192.0.2.1' }, ownerId: await idOf(without.server, alone) })
  await mailAtOnce(without.dependencies)
  expect(await subjects(await without.server.signIn('ROOT'), alone)).toEqual([])
})

test('an alert goes by the ways that its rule names, and its mail waits for the end of quiet hours', async () => {
  await using smtp = await startSmtp()
  await using given = await mailWorld({ SMTP_URL: smtp.url })
  const { server, dependencies, tell } = given
  const root = await server.signIn('ROOT')
  const member = await server.signIn('ADMIN', 'ja')
  const ownerId = await idOf(server, member)
  const params = { value: 214, comparison: 'over', threshold: 50, holdMinutes: 10, again: false, minutes: 0 } as const
  const alert = (rule: string, ways: NonNullable<NewNotification['ways']>) =>
    tell({ kind: 'alert', params: { rule, ...params }, ownerId, alertRuleId: 3, ways })
  await alert('ベルだけ', { bell: true, mail: false, mailAfter: null })
  await alert('夜間', { bell: false, mail: true, mailAfter: new Date(Date.now() + 3_600_000) })
  await mailAtOnce(dependencies)
  expect(await subjects(root, member)).toEqual([])
  expect(await titlesOf(member, 'sim')).toEqual(['【注意】ベルだけ: 今は214台（50台超が10分）'])
  await server.db.updateTable('notifications').set({ mail_after: new Date() }).where('mail_after', 'is not', null).execute()
  await mailAtOnce(dependencies)
  await mailAtOnce(dependencies)
  expect(await subjects(root, member)).toEqual(['【Simdeck】【注意】夜間'])
  expect((await textsOf(root, member))[0]).toContain('https://console.example.com/alerts/3')
})

test('the daily mail has what happened since the last one, comes once a day at its time, and not on a day without events', async () => {
  await using smtp = await startSmtp()
  await using given = await mailWorld({ SMTP_URL: smtp.url })
  const { server, dependencies, tell } = given
  const root = await server.signIn('ROOT')
  const member = await server.signIn('ADMIN')
  await server.db
    .updateTable('members')
    .set({ created_at: new Date('2026-01-01') })
    .execute()
  await choose(member, { pausedCampaigns: 'digest' })
  const at = (time: string) => new Date(`2026-05-${time}:00+09:00`)
  await mailDigests(dependencies, at('10T12:00'))
  await tell(paused('a'))
  await happenedAt(server, at('10T20:00'))
  await mailDigests(dependencies, at('11T08:30'))
  expect(await subjects(root, member)).toEqual([])
  await Promise.all([mailDigests(dependencies, at('11T08:32')), mailDigests(dependencies, at('11T08:32'))])
  await mailDigests(dependencies, at('11T15:00'))
  expect(await subjects(root, member)).toEqual(['【Simdeck】失敗が上限を超え、配信が一時停止しました'])
  await mailDigests(dependencies, at('12T09:00'))
  expect(await subjects(root, member)).toHaveLength(1)
})

test('the daily mail tells the number of those that were deleted before it, to each reader those that concern them, once', async () => {
  await using smtp = await startSmtp()
  await using given = await mailWorld({ SMTP_URL: smtp.url })
  const { server, dependencies } = given
  const { db } = server
  const root = await server.signIn('ROOT')
  const [ken, aoi] = [await server.signIn('ADMIN'), await server.signIn('ADMIN')]
  await aoi(endpoints.postLanguage, { body: { language: 'en' } })
  const kenId = await idOf(server, ken)
  await db
    .updateTable('members')
    .set({ created_at: new Date('2001-01-01') })
    .execute()
  // Old notifications are told by the clock of the database, so the days are recent ones.
  const dayOf = (day: number) => new Date(Date.now() + (9 + (day - 4) * 24) * 3_600_000).toISOString().slice(0, 10)
  const at = (day: 1 | 2 | 3, time: string) => new Date(`${dayOf(day)}T${time}+09:00`)
  for (const member of [ken, aoi]) await choose(member, { pausedCampaigns: 'digest', ownCampaigns: 'digest' })
  await mailDigests(dependencies, at(1, '12:00:00'))
  const store = (count: number, row: object) => {
    const rows = Array.from({ length: count }, (_, n) => ({
      kind: 'campaignPaused' as const,
      owner_id: null,
      only_for: null,
      sim_ids: [],
      campaign_id: n,
      task_id: null,
      mailed: true,
      params: JSON.stringify({ name: `c${n}`, sims: 2, failed: 1, ended: 1 }),
      ...row,
    }))
    return db.insertInto('notifications').values(rows).execute()
  }
  await store(60, { at: at(1, '20:00:00') })
  await store(23, { at: at(1, '21:00:30'), kind: 'campaignCompleted', owner_id: kenId, params: '{"name":"own","sims":2}' })
  await store(30, { at: at(1, '21:00:31'), by_mail: false })
  await deleteOld(db)
  await deleteOld(db)
  await store(25, { at: at(2, '08:30:00') })
  await store(25, { at: at(2, '08:30:01') })
  await Promise.all([deleteOld(db), mailDigests(dependencies, at(2, '08:32:00'))])
  await deleteOld(db)
  await mailDigests(dependencies, at(2, '09:00:00'))
  expect(await subjects(root, ken)).toEqual(['【Simdeck】108件の通知'])
  expect(await subjects(root, aoi)).toEqual(['[Simdeck] 85 notifications'])
  const listed = (text: string) => text.split('https://console.example.com/otas').length - 1
  const [[japanese = ''], [english = '']] = await Promise.all([textsOf(root, ken), textsOf(root, aoi)])
  expect(japanese).toContain(`ほか${108 - listed(japanese)}件（古いものは省略）`)
  expect(english).toContain(`and ${85 - listed(english)} more (older ones are not listed)`)
  await mailDigests(dependencies, at(3, '09:00:00'))
  expect(await subjects(root, ken)).toEqual(['【Simdeck】25件の通知', '【Simdeck】108件の通知'])
})

test('the time of the daily mail is that of its time zone', () => {
  const now = new Date('2026-05-10T23:29:30Z')
  expect(lastDigestTime('08:30', 'Asia/Tokyo', now)).toEqual(new Date('2026-05-09T23:30:00Z'))
  expect(lastDigestTime('08:29', 'Asia/Tokyo', now)).toEqual(new Date('2026-05-10T23:29:00Z'))
  expect(lastDigestTime('08:30', 'UTC', now)).toEqual(new Date('2026-05-10T08:30:00Z'))
})
