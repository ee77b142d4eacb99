import { ApiError } from '@simdeck/contract/errors.ts'
import type { CapFacts, PackageKey } from '@simdeck/contract/packages.ts'
import type { Db } from '../platform/db/database.ts'
import type { Audit } from '../platform/http/handler.ts'
import { insertManagedAid, insertPackage, managedLabel, type PackageRow, selectPackage } from './queries.ts'
import { labelFrom, readUpload } from './read-upload.ts'

/** The facts with the display name: the label of the AID for a package of a fixed type, otherwise the name of the Java package. */
async function withName(db: Db, facts: CapFacts): Promise<CapFacts> {
  const label = facts.type === 'custom' ? null : await managedLabel(db, facts.packageAID)
  return { ...facts, name: label ?? labelFrom(facts.name, facts.packageAID) }
}

/** The facts that a CAP file contains. Throws `ApiError('invalidZip')`. */
export async function capFactsOf(db: Db, bytes: Uint8Array): Promise<CapFacts> {
  const { facts } = await readUpload(bytes)
  return withName(db, facts)
}

/**
 * Stores a CAP file, with the label of its AID if none is given; a new AID becomes a managed AID. Throws `ApiError('invalidZip' |
 * 'packageExists')` with nothing stored.
 */
export async function storePackage(
  db: Db,
  { bytes, label, createdBy, audit }: { bytes: Uint8Array; label: string | undefined; createdBy: number | null; audit: Audit },
): Promise<PackageKey> {
  const { facts: read, loadFile } = await readUpload(bytes)
  return db.transaction().execute(async (transaction) => {
    const facts = await withName(transaction, read)
    const { packageAID, otaVersion, type } = facts
    await insertManagedAid(transaction, { packageAID, label: labelFrom(read.name, packageAID), type })
    const usedLabel = label ?? labelFrom((await managedLabel(transaction, packageAID)) ?? '', packageAID)
    const stored = await insertPackage(transaction, { facts, label: usedLabel, capFile: bytes, loadFile, createdBy })
    if (!stored) throw new ApiError('packageExists')
    await audit(transaction)
    return { packageAID, otaVersion, label: usedLabel }
  })
}

/** The stored package, without its bytes. Throws `ApiError('packageNotFound')`. */
export async function packageByKey(db: Db, key: PackageKey): Promise<PackageRow> {
  const row = await selectPackage(db, key)
  if (!row) throw new ApiError('packageNotFound')
  return row
}
