import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { desEncrypt } from '@simdeck/protocol/crypto/des.ts'
import { until } from '../../../testing/until.ts'
import { codeOf, iccid } from '../imports.fixture.ts'
import { five, keyImports, keysOf, newKey, transportKey, valueOf, valuesOf, wrapped } from './key-imports.fixture.ts'

const { imports, check, start, imported, addSim, setsOf, scp03Of, stored } = keyImports()

test('each line of a CSV sets the keys of its SIM or has its reason, and KI is left out', async () => {
  const before = keysOf()
  const [known, bare, other] = [await addSim(1, before), await addSim(2), await addSim(3, before)]
  const [first, second] = [keysOf(), keysOf()]
  const ki = newKey()
  const header = ['ICCID', 'KI', 'Auth', 'Encrypt', 'ENC', 'MAC', 'DEK', 'Version', 'Check']
  const columns = ['iccid', null, ...five, 'kvn', 'scp03_enc_kcv']
  const line = (n: number, keys: Record<(typeof five)[number], string>, kvn = '', value = '') => [
    iccid(n),
    ki,
    ...five.map((name) => keys[name]),
    kvn,
    value,
  ]
  const scp03Only = { ...first, cap_auth_key: '', encrypt_key: '' }
  const { task, results } = await imported(
    [
      header,
      line(1, scp03Only, '0x33', valueOf(first.scp03_enc)),
      line(2, second),
      line(9, second),
      line(3, second, '', '000000'),
      line(3, { ...second, scp03_enc: 'XYZ' }),
      line(2, second),
      ['12', ki, ...five.map(() => ''), '', ''],
      ['one cell'],
    ],
    { columns, kvn: 49 },
  )
  expect(task).toMatchObject({ kind: 'keyImport', state: 'completed', total: 8, done: 8, succeeded: 2, refused: 6, title: 'vendor.csv' })
  const lines = results.map((result) => [result.line, result.column, result.outcome, result.message])
  expect(lines).toEqual([
    [2, null, 'done', null],
    [3, null, 'done', null],
    [4, 'iccid', 'refused', 'There is no SIM with this ICCID'],
    [5, 'scp03_enc_kcv', 'refused', 'The key check value is not that of the key'],
    [6, 'iccid', 'refused', 'This ICCID stands in the file more than once'],
    [6, 'scp03_enc', 'refused', 'An SCP03 key has 16, 24 or 32 bytes, in hex'],
    [7, 'iccid', 'refused', 'This ICCID stands in the file more than once'],
    [8, 'iccid', 'refused', 'An ICCID has 19 or 20 digits'],
    [9, null, 'refused', 'The number of columns is not that of the header'],
  ])
  expect([await scp03Of(known), await scp03Of(bare), await scp03Of(other)]).toEqual([
    [0x33, ...valuesOf(first)],
    [49, ...valuesOf(second)],
    [0x30, ...valuesOf(before)],
  ])
  expect((await setsOf(bare))[0]?.written.by).toBe('ADMIN')
  const sims = await imports.sims({ has_keys: 'true' })
  expect(sims.map((sim) => sim.id)).toEqual([known, bare, other])
  for (const key of [ki, ...Object.values(first), ...Object.values(second)]) expect(await stored()).not.toContain(key)
})

test('an output file with keys under a transport key sets SCP03 and SCP80 keys, and no counter falls', async () => {
  const id = await addSim(1, keysOf())
  await imports.call(endpoints.putSimSmsKeys, {
    params: { id },
    body: { key_set: 2, algorithm: 'aes', tar: '534D01', kic: newKey(), kid: newKey(), counter: 40 },
  })
  const keys = keysOf()
  const [kic, kid] = [newKey(), newKey()]
  const swapped = iccid(1)
    .concat('F')
    .replaceAll(/(.)(.)/g, '$2$1')
  const desValue = toHex(desEncrypt('ecb', 16, fromHex(kic), new Uint8Array(8)).subarray(0, 3))
  const lines = (under: string) =>
    [
      '* Output of a card vendor',
      'Customer: Example',
      'Quantity: 1',
      'Type: SIM',
      'Transport_key: 4',
      '',
      'Var_Out: ICCID/IMSI/KI/KENC30/KMAC30/KDEK30/KIC1/KIC1_KCV/KID1',
      `${swapped} 440100000000001 ${newKey()} ${[keys.scp03_enc, keys.scp03_mac, keys.scp03_dek].map((key) => wrapped(key, under)).join(' ')} ${wrapped(kic, under)} ${desValue} ${wrapped(kid, under)}`,
      '# end',
    ].join('\r\n')
  const columns = ['iccid', null, null, 'scp03_enc', 'scp03_mac', 'scp03_dek', 'kic', 'kic_kcv', 'kid']
  const fields = { format: 'varOut', columns, transport_key: transportKey, kvn: 48, key_set: 2, algorithm: '3des' }

  const wrong = await check(lines(newKey(32)), fields)
  expect([wrong.import?.good, wrong.import?.bad]).toEqual([0, 1])
  const problems = await imports.problems(wrong.id)
  expect(problems.map(({ column, message }) => [column, message])).toEqual(
    ['scp03_enc', 'scp03_mac', 'scp03_dek', 'kic', 'kid'].map((column) => [
      column,
      'The transport key does not open this key: one of them is wrong',
    ]),
  )
  expect(await codeOf(start(wrong.id))).toBe('importNothing')
  const short = await check(lines(transportKey).replace(wrapped(keys.scp03_enc), keys.scp03_enc), fields)
  expect((await imports.problems(short.id))[0]).toMatchObject({
    column: 'scp03_enc',
    message: 'A key under a transport key is a multiple of 8 bytes, from 24, in hex',
  })

  const { task } = await imported(lines(transportKey), fields)
  expect(task).toMatchObject({ state: 'completed', succeeded: 1, refused: 0 })
  expect(await scp03Of(id)).toEqual([48, ...valuesOf(keys)])
  const sms = await imports.call(endpoints.getSimSms, { params: { id } })
  expect(sms.keys).toMatchObject({ key_set: 2, algorithm: '3des', tar: '534D01', counter: 40 })
  const text = await stored()
  for (const key of [transportKey, kic, kid, ...Object.values(keys)]) expect(text).not.toContain(key.toUpperCase())
})

test('keys that a SIM had before find the counter of their polls', async () => {
  const keys = keysOf()
  const id = await addSim(1, keys)
  const print = async () =>
    (await imports.server.db.selectFrom('sim_keys').select('cap_auth_fingerprint').where('sim_id', '=', id).executeTakeFirstOrThrow())
      .cap_auth_fingerprint!
  const before = await print()
  const set = (capAuthKey: string) =>
    imported(
      [
        ['ICCID', 'KEY'],
        [iccid(1), capAuthKey],
      ],
      { columns: ['iccid', 'cap_auth_key'] },
    )
  await set(newKey())
  const between = await print()
  await set(keys.cap_auth_key)
  expect([before.equals(between), before.equals(await print())]).toEqual([false, true])
  expect(await scp03Of(id)).toEqual([0x30, ...valuesOf(keys)])
})

test('a SIM in an OTA session, or with unproven keys, keeps its keys; its SCP80 keys are set', async () => {
  const before = keysOf()
  const [busy, rotating] = [await addSim(1, before), await addSim(2, before)]
  const now = new Date()
  const session = {
    session_id: 1,
    sim_id: busy,
    job_id: null,
    sequence: 1,
    answer: Buffer.alloc(1),
    frame_mac: Buffer.alloc(1),
    asked: null,
  }
  const { db } = imports.server
  await db
    .insertInto('ota_sessions')
    .values({
      ...session,
      state: JSON.stringify({ state: 'script' }),
      chunk_end: 0,
      last_frame_at: now,
      expiry_minute: new Date(Date.now() + 60_000),
    })
    .execute()
  const sealed = Buffer.alloc(1)
  await db
    .insertInto('sim_key_rotations')
    .values({
      sim_id: rotating,
      ota_id: 1,
      security_domain_aid: 'A000000151000000',
      key_version_number: 49,
      scp03_enc: sealed,
      scp03_mac: sealed,
      scp03_dek: sealed,
    })
    .execute()
  const scp03 = ['scp03_enc', 'scp03_mac', 'scp03_dek'] as const
  const lineOf = (n: number) => [iccid(n), newKey(), newKey(), newKey()]
  const { task, results } = await imported([['ICCID', 'A', 'B', 'C'], lineOf(1), lineOf(2)], { columns: ['iccid', ...scp03] })
  expect([task.succeeded, task.refused]).toEqual([0, 2])
  expect(results.map(({ message }) => message)).toEqual([
    'The SIM is in an OTA session. Import this line again once it has ended',
    expect.stringContaining('proven'),
  ])
  expect(await scp03Of(busy)).toEqual([0x30, ...valuesOf(before)])
  const smsOnly = await imported(
    [
      ['ICCID', 'A', 'B'],
      [iccid(1), newKey(), newKey()],
    ],
    { columns: ['iccid', 'kic', 'kid'] },
  )
  expect(smsOnly.task.succeeded).toBe(1)
  await db
    .updateTable('ota_sessions')
    .set({ state: JSON.stringify({ state: 'ending' }) })
    .execute()
  expect((await imported([['ICCID', 'A', 'B', 'C'], lineOf(1)], { columns: ['iccid', ...scp03] })).task.succeeded).toBe(1)
})

test('a large file is written in parts: what a cancelled import has set stays, and every result is there once', async () => {
  const rows = Array.from({ length: 1200 }, (_, n) => ({ iccid: iccid(n + 1), imsi: `44010${String(n + 1).padStart(10, '0')}` }))
  const added = await imports.server.db.insertInto('sims').values(rows).returning(['id', 'iccid']).execute()
  const keys = keysOf()
  const file = [['ICCID', ...five], ...added.map((sim) => [sim.iccid, ...five.map((name) => keys[name])])]
  const fields = { columns: ['iccid', ...five] }
  const { id } = await check(file, fields)
  const isLocked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const held = imports.server.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sims').select('id').where('id', '=', added[700]!.id).forUpdate().execute()
    isLocked.resolve()
    await release.promise
  })
  await isLocked.promise
  try {
    await start(id)
    await until(async () => (await imports.getTask(id)).done === 500)
    expect(await codeOf(start(id))).toBe('importNotChecked')
    await imports.call(endpoints.cancelTask, { params: { id } })
  } finally {
    release.resolve()
    await held
  }
  const task = await imports.ended(id)
  expect(task).toMatchObject({ state: 'cancelled', total: 1200, done: 1000, succeeded: 1000 })
  const keyed = async () => (await imports.call(endpoints.listSims, { query: { take: 1, has_keys: 'true' } })).totalItems
  expect(await keyed()).toBe(1000)
  const again = await check(file, fields)
  await start(again.id)
  expect(await imports.ended(again.id)).toMatchObject({ state: 'completed', done: 1200, succeeded: 1200 })
  const results = await imports.call(endpoints.listTaskResults, { params: { id: again.id }, query: { take: 1, outcome: 'done' } })
  expect([await keyed(), results.totalItems]).toEqual([1200, 1200])
  expect(await imports.server.db.selectFrom('key_import_lines').select('line').where('task_id', '=', again.id).execute()).toEqual([])
})
