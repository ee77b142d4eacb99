import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { makeDatabase } from '../../../testing/databases.ts'
import { type CountedEvent, SecurityLog } from './security-log.ts'

const wrong = (email: string, ip: string): CountedEvent => ({
  event: 'signIn',
  outcome: 'failure',
  subject: { email },
  ip,
  source: 'WEB_UI',
})

async function withLog(
  use: (log: SecurityLog, rows: () => Promise<{ count: number; ip: string | null; detail: string | null }[]>) => Promise<void>,
) {
  const { url, drop } = await makeDatabase(inject('postgresUrl'))
  const database = openDatabase(url)
  try {
    const log = new SecurityLog(database.db, '0'.repeat(64))
    await use(log, async () => {
      await log.flush()
      return database.db.selectFrom('security_events').select(['count', 'ip', 'detail']).orderBy('id').execute()
    })
  } finally {
    await database.close()
    await drop()
  }
}

test('a flood from many addresses creates a thousand rows an hour, and one a minute that counts the rest', async () => {
  await withLog(async (log, rows) => {
    const at = new Date('2026-03-01T10:00:05Z')
    for (let n = 0; n < 3000; n++) log.count(wrong(`a${n}@example.com`, `198.51.${n >> 8}.${n & 255}`), at)
    const first = await rows()
    expect(first.length).toBe(1001)
    expect(first.at(-1)).toEqual({ count: 2000, ip: null, detail: 'tooMany' })
    for (let n = 0; n < 50; n++) log.count(wrong(`b${n}@example.com`, '203.0.113.1'), new Date('2026-03-01T10:30:00Z'))
    expect((await rows()).length).toBe(1002)
    log.count({ ...wrong('', '203.0.113.2'), subject: { memberId: 7 } }, new Date('2026-03-01T10:30:01Z'))
    expect((await rows()).at(-1)).toMatchObject({ count: 1, ip: '203.0.113.2' })
    log.count(wrong('c@example.com', '203.0.113.1'), new Date('2026-03-01T11:00:00Z'))
    expect((await rows()).at(-1)).toMatchObject({ count: 1, ip: '203.0.113.1' })
  })
})

test('equal events within a minute are one row, even if they are written in parts or come from one IPv6 network', async () => {
  await withLog(async (log, rows) => {
    const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, second))
    for (let second = 0; second < 5; second++) {
      log.count(wrong('Taro@example.com', `2001:db8:1:2::${second + 1}`), at(second))
      await log.flush()
    }
    log.count(wrong('taro@example.com', '2001:db8:1:3::1'), at(6))
    log.count(wrong('taro@example.com', '2001:db8:1:2::1'), at(61))
    expect((await rows()).map(({ count }) => count)).toEqual([5, 1, 1])
  })
})
