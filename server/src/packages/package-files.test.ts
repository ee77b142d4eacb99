import { createHash } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { addPackage } from '../campaigns/testing.ts'
import { Sealer } from '../platform/crypto/seal.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { makeEarlierDatabase } from '../platform/db/testing.ts'
import { makeCapFile } from '../testing/cap-file.ts'
import { startTestServer } from '../testing/server.ts'
import { loadFileOf, sealStoredFiles } from './package-files.ts'
import { readUpload } from './read-upload.ts'

const { telemetry } = fixedAids
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const capFile = await makeCapFile({ packageAid: fromHex(telemetry.packageAid), packageVersion: { major: 1, minor: 0 }, applets: [] })
const { facts, loadFile } = await readUpload(capFile)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
/** Three packages of an earlier version, the last with a file that cannot be read. */
const earlier = ['one', 'two', 'broken']
  .map(
    (label) => `
  insert into packages (package_aid, ota_version, label, type, name, applets, imports, load_length, load_sha256, cap_file, load_file)
    values ('${facts.packageAID}', '1.0', '${label}', 'Telemetry', 'Telemetry', '{}', '{}', ${loadFile.length}, '${facts.loadSha256}',
      '\\x${label === 'broken' ? '00' : hex(capFile)}', '\\x${hex(loadFile)}');`,
  )
  .join('')
const makeEarlier = (url: string) => makeEarlierDatabase(url, '0030-package-edits', earlier)

test('the files of a package are stored sealed, each for its package alone, and a card still gets the right octets', async () => {
  await using server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const { id, key } = await addPackage(call, telemetry)
  const copy = await call(endpoints.duplicatePackage, { body: { ...key, newLabel: 'copy' } })
  const rows = await server.db.selectFrom('packages').select(['id', 'cap_file', 'load_file', 'sealed']).orderBy('id').execute()
  expect(rows.map(({ sealed }) => sealed)).toEqual([true, true])
  // A load file begins with the Header component, which contains DECAFFED; a CAP file is a zip.
  for (const { cap_file, load_file } of rows) {
    expect(load_file!.includes(Buffer.from('DECAFFED', 'hex'))).toBe(false)
    expect(cap_file!.subarray(0, 2).toString()).not.toBe('PK')
  }
  const sealer = new Sealer(server.masterKey)
  for (const of of [id, copy.id]) expect(sha256((await loadFileOf(server.db, sealer, of))!)).toBe(copy.loadSha256)
  await server.db.updateTable('packages').set({ load_file: rows[1]!.load_file }).where('id', '=', id).execute()
  await expect(loadFileOf(server.db, sealer, id)).rejects.toThrow()
})

test('the first start seals the files of an earlier version and reads their contents', async () => {
  await using server = await startTestServer({}, null, inject('postgresUrl'), makeEarlier)
  const call = await server.signIn('ADMIN')
  const { data } = await call(endpoints.listPackages, { query: { sort: 'label:DESC' } })
  expect(data.map(({ label, contents }) => [label, contents === null])).toEqual([
    ['two', false],
    ['one', false],
    ['broken', true],
  ])
  expect(data[0]?.contents).toEqual(facts.contents)
  const rows = await server.db.selectFrom('packages').select(['id', 'cap_file', 'sealed']).execute()
  for (const { id, cap_file, sealed } of rows) {
    expect([sealed, cap_file!.equals(capFile)]).toEqual([true, false])
    expect(sha256((await loadFileOf(server.db, new Sealer(server.masterKey), id))!)).toBe(facts.loadSha256)
  }
})

test('sealing continues after a stop half-way, and two nodes may seal at once', async () => {
  const made = await makeEarlier(inject('postgresUrl'))
  const database = openDatabase(made.url)
  const { db } = database
  try {
    await migrate(db)
    const sealer = new Sealer('5a'.repeat(32))
    let calls = 0
    const stopped = Object.assign(Object.create(sealer) as Sealer, {
      seal: (...of: Parameters<Sealer['seal']>) => {
        if (++calls === 4) throw new Error('stopped')
        return sealer.seal(...of)
      },
    })
    await expect(sealStoredFiles(db, stopped)).rejects.toThrow('stopped')
    const sealed = async () => (await db.selectFrom('packages').select('sealed').orderBy('id').execute()).map((row) => row.sealed)
    expect(await sealed()).toEqual([true, false, false])
    const first = await db.selectFrom('packages').select('cap_file').orderBy('id').executeTakeFirst()
    await Promise.all([sealStoredFiles(db, sealer), sealStoredFiles(db, sealer)])
    expect(await sealed()).toEqual([true, true, true])
    expect(await db.selectFrom('packages').select('cap_file').orderBy('id').executeTakeFirst()).toEqual(first)
    for (const id of [1, 2, 3]) expect(sha256((await loadFileOf(db, sealer, id))!)).toBe(facts.loadSha256)
  } finally {
    await database.close()
    await made.drop()
  }
})
