import type { CapContents } from '@simdeck/contract/packages.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import { lockUnsealed, putFiles, selectFiles, selectUnsealed } from './file-queries.ts'
import { readUpload } from './read-upload.ts'

type PackageFiles = { capFile: Uint8Array; loadFile: Uint8Array }
type Column = 'cap_file' | 'load_file'

const sealContext = (id: number, column: Column) => ({ table: 'packages', row: String(id), column })

/** A file as it is stored, for the package with that id only. */
const sealFile = (sealer: Sealer, id: number, column: Column, file: Uint8Array): Buffer => sealer.seal(file, sealContext(id, column))

/** Throws if the stored file is not sealed for this package. */
const openFile = (sealer: Sealer, id: number, column: Column, stored: Uint8Array): Uint8Array =>
  sealer.open(stored, sealContext(id, column))

/** Stores the files of a package, sealed. */
export async function storeFiles(trx: Db, sealer: Sealer, id: number, { capFile, loadFile }: PackageFiles): Promise<void> {
  await putFiles(trx, id, { cap_file: sealFile(sealer, id, 'cap_file', capFile), load_file: sealFile(sealer, id, 'load_file', loadFile) })
}

/** Stores the files of one package for another, sealed. */
export async function copyFiles(trx: Db, sealer: Sealer, { from, to }: { from: number; to: number }): Promise<void> {
  const stored = await selectFiles(trx, from)
  if (!stored?.cap_file || !stored.load_file) throw new Error(`package ${from} has no files`)
  await storeFiles(trx, sealer, to, {
    capFile: openFile(sealer, from, 'cap_file', stored.cap_file),
    loadFile: openFile(sealer, from, 'load_file', stored.load_file),
  })
}

/** The load file of a package; undefined if the package was deleted. */
export async function loadFileOf(db: Db, sealer: Sealer, id: number): Promise<Uint8Array | undefined> {
  const stored = await selectFiles(db, id)
  return stored?.load_file ? openFile(sealer, id, 'load_file', stored.load_file) : undefined
}

/**
 * Seals the files that an earlier version stored, and reads their contents, each package in a transaction of its own. After a stop the
 * next call continues. Several nodes may call it at once: each returns when all files are sealed.
 */
export async function sealStoredFiles(db: Db, sealer: Sealer): Promise<void> {
  for (const id of await selectUnsealed(db))
    await db.transaction().execute(async (trx) => {
      const found = await lockUnsealed(trx, id)
      if (!found?.cap_file || !found.load_file) return
      const { cap_file: capFile, load_file: loadFile } = found
      await storeFiles(trx, sealer, id, { capFile, loadFile })
      await putFiles(trx, id, { contents: JSON.stringify(await contentsOf(capFile)) })
    })
}

/** Null for a file that cannot be read. */
async function contentsOf(capFile: Uint8Array): Promise<CapContents | null> {
  return readUpload(capFile).then(
    ({ facts }) => facts.contents,
    () => null,
  )
}
