import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from './administration.ts'
import { openDatabase } from './database.ts'
import { migrate, migrations } from './migrate.ts'
import * as path from './migrations/0001-path.ts'

test('a database of the first version is migrated to the newest one, and its members are confirmed and still signed in', async () => {
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

test('a mail server and templates from a version without their roles count as those of an ADMIN, and waiting mails get their member', async () => {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await createDatabase(serverUrl, name)
  const database = openDatabase(Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString())
  const { db } = database
  try {
    const before = {
      '0001-path': path,
      '0002-people': await import('./migrations/0002-people.ts'),
      '0003-fleet': await import('./migrations/0003-fleet.ts'),
      '0004-sim-list': await import('./migrations/0004-sim-list.ts'),
      '0005-sim-imports': await import('./migrations/0005-sim-imports.ts'),
      '0006-tasks': await import('./migrations/0006-tasks.ts'),
      '0007-hot-updates': await import('./migrations/0007-hot-updates.ts'),
      '0008-index-only-lists': await import('./migrations/0008-index-only-lists.ts'),
    }
    const first = new Migrator({ db, provider: { getMigrations: async () => before } })
    expect((await first.migrateToLatest()).error).toBeUndefined()
    await sql`
      insert into roles values (1, 'ROOT');
      insert into members (email, name, role_id, password_hash) values ('Root@example.com', 'Root', 1, 'x');
      insert into mail_settings (host, port, security, username, password, from_address, from_name)
        values ('mail.example.com', 587, 'starttls', 'u', 'sealed', 'a@example.com', '');
      insert into settings (key, value, type, updated_at) values
        ('notify_password_authentication', 'older', 1, '2026-01-01'), ('notify_password_authentication', 'newer', 1, '2026-01-02');
      insert into mails (recipient, subject, state) values ('root@example.com', 'Code', 'queued'), ('ops@example.com', 'System', 'queued');
    `.execute(db)

    await migrate(db)

    // The password is sealed under the row's id, which was 1 for the only row.
    const servers = await db.selectFrom('mail_settings').select(['id', 'host', 'trusted_by', 'removed']).execute()
    expect(servers).toEqual([{ id: 1, host: 'mail.example.com', trusted_by: 2, removed: false }])
    const words = await db.selectFrom('mail_words').select(['name', 'trusted_by', 'words']).execute()
    expect(words).toEqual([{ name: 'authentication', trusted_by: 2, words: 'newer' }])
    const root = await db.selectFrom('members').select('id').executeTakeFirstOrThrow()
    const mails = await db.selectFrom('mails').select(['recipient', 'member_id']).orderBy('id').execute()
    expect(mails).toEqual([
      { recipient: 'root@example.com', member_id: root.id },
      { recipient: 'ops@example.com', member_id: null },
    ])
  } finally {
    await database.close()
    await dropDatabase(serverUrl, name)
  }
})

test('a session in the middle of a script keeps its position when positions move into the row of the session', async () => {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await createDatabase(serverUrl, name)
  const database = openDatabase(Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString())
  const { db } = database
  try {
    const before = Object.fromEntries(Object.entries(migrations).filter(([version]) => version <= '0020-inventories'))
    const first = new Migrator({ db, provider: { getMigrations: async () => before } })
    expect((await first.migrateToLatest()).error).toBeUndefined()
    await sql`
      insert into sims (iccid) values ('8981100000000000011'), ('8981100000000000029');
      insert into campaigns (name, state, action, targets, total, excluded) values ('', 'running', 'remove', '[]', 2, 0);
      insert into ota_jobs (campaign_id, sim_id, applet_type, action_type, step, package_aid, instance_aid, status, acked, total, knowledge)
        select 1, id, 1, 2, 0, 'A000000001', 'A00000000101', 'Started', 3, 9,
          '{"plan": "first", "reached": 2, "script": {"acked": 3, "sent": 5, "total": 9}}' from sims;
      insert into ota_sessions (session_id, sim_id, job_id, sequence, answer, frame_mac, state, expires_at) values
        (7, 1, 1, 4, '', '', '{"state": "script", "enc": true, "asked": "loadCommand", "chunkEnd": 5, "lastFrameAtMs": 1790000000123}',
          to_timestamp(1790000180.123)),
        (8, 2, 2, 1, '', '', '{"state": "scp", "enc": true, "asked": null, "chunkEnd": 0, "lastFrameAtMs": 1790000000123}',
          to_timestamp(1790000180.123))`.execute(db)

    await migrate(db)

    const common = { last_frame_at: new Date(1790000000123), expiry_minute: new Date(1790000160000) }
    expect(await db.selectFrom('ota_sessions').selectAll().orderBy('session_id').execute()).toMatchObject([
      { ...common, state: { state: 'script', enc: true }, asked: 'loadCommand', chunk_end: 5, acked: 3, sent: 5, reached: 2 },
      { ...common, state: { state: 'scp', enc: true }, asked: null, chunk_end: 0, acked: null, sent: null, reached: null },
    ])
  } finally {
    await database.close()
    await dropDatabase(serverUrl, name)
  }
})

test('a database that ran a migration with a higher number also runs those with lower numbers that were added later', async () => {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await createDatabase(serverUrl, name)
  const database = openDatabase(Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString())
  const { db } = database
  try {
    const late = ['0022-sim-ota', '0023-ota-jobs']
    const newer = Object.keys(migrations).filter((version) => version > '0024-session-positions')
    const before = Object.fromEntries(Object.entries(migrations).filter(([version]) => ![...late, ...newer].includes(version)))
    const first = new Migrator({ db, provider: { getMigrations: async () => before } })
    expect((await first.migrateToLatest()).error).toBeUndefined()
    expect(await migrate(db)).toEqual([...late, ...newer])
  } finally {
    await database.close()
    await dropDatabase(serverUrl, name)
  }
})

test('waiting mails and unfinished tasks are put into the queue of stored work', async () => {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await createDatabase(serverUrl, name)
  const database = openDatabase(Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString())
  const { db } = database
  try {
    const before = Object.fromEntries(Object.entries(migrations).filter(([version]) => version < '0021'))
    const first = new Migrator({ db, provider: { getMigrations: async () => before } })
    expect((await first.migrateToLatest()).error).toBeUndefined()
    await sql`
      insert into mails (recipient, subject, state, tries, next_try_at) values
        ('a@example.com', 'Code', 'queued', 2, '2026-01-02T03:04:05Z'), ('b@example.com', 'Code', 'sent', 1, now()),
        ('c@example.com', 'Code', 'failed', 5, now()), ('d@example.com', 'Code', 'kept', 0, now());
      insert into tasks (kind, state, created_by_name) select 'simAlias', state, '' from unnest(array['waiting', 'running', 'cancelling',
        'completed', 'cancelled', 'failed', 'checking', 'checked']) as state;
    `.execute(db)

    await migrate(db)

    const jobs = await db.selectFrom('queued_jobs').selectAll().orderBy('queue').orderBy('key').execute()
    const fresh = { attempts: 0, node: null, dead_at: null }
    expect(jobs).toMatchObject([
      { queue: 'mails', key: 1, run_at: new Date('2026-01-02T03:04:05Z'), attempts: 2, node: null, dead_at: null },
      ...[1, 2, 3].map((key) => ({ queue: 'tasks', key, ...fresh })),
    ])
  } finally {
    await database.close()
    await dropDatabase(serverUrl, name)
  }
})
