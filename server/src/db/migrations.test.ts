import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from './administration.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import * as path from './migrations/0001-path.ts'

test('a filled database of the first version comes to the newest one with its members confirmed and signed in', async () => {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await createDatabase(serverUrl, name)
  const database = openDatabase(Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString())
  const { db } = database
  try {
    const first = new Migrator({ db, provider: { getMigrations: async () => ({ '0001-path': path }) } })
    expect((await first.migrateToLatest()).error).toBeUndefined()
    await sql`
      insert into roles values (1, 'ROOT');
      insert into members (email, name, role_id, password_hash, created_at) values ('root@example.com', 'Root', 1, 'x', '2026-01-02T03:04:05Z');
      insert into sign_ins (id, member_id) select '00000000-0000-4000-8000-000000000001', id from members;
      insert into settings (key, value, type, created_by) select 'user_language', 'en', 2, id from members;
    `.execute(db)

    const ran = await migrate(db)

    expect(ran).not.toContain('0001-path')
    expect(ran.length).toBeGreaterThan(0)
    const member = await db.selectFrom('members').selectAll().executeTakeFirstOrThrow()
    expect(member).toMatchObject({
      email: 'root@example.com',
      confirmed_at: member.created_at,
      must_change_password: false,
      mfa_secret: null,
    })
    const signIn = await db.selectFrom('sign_ins').selectAll().executeTakeFirstOrThrow()
    expect(signIn).toMatchObject({ member_id: member.id, revoked_at: null, ip: null })
    expect(await db.selectFrom('settings').select('value').execute()).toEqual([{ value: 'en' }])
  } finally {
    await database.close()
    await dropDatabase(serverUrl, name)
  }
})
