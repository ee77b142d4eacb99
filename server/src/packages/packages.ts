import { ApiError } from '@simdeck/contract/errors.ts'
import type { CapFacts, OtaPackage, PackageKey } from '@simdeck/contract/packages.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import { fixedManagedAids } from '../platform/db/fixed-managed-aids.ts'
import type { Audit } from '../platform/http/handler.ts'
import { storeFiles } from './package-files.ts'
import { packageShape } from './package-shape.ts'
import { insertPackage, keepManagedAid, managedLabel, type PackageRow, selectPackage } from './queries.ts'
import { labelFrom, readUpload } from './read-upload.ts'

/** The facts with the display name: the label of the AID for a package of a fixed type, otherwise the name of the Java package. */
async function withName(db: Db, facts: CapFacts): Promise<CapFacts> {
  if (facts.type === 'custom') return { ...facts, name: firstLabel(facts) }
  return { ...facts, name: (await managedLabel(db, facts.packageAID)) ?? firstLabel(facts) }
}

/** The label of a managed AID that an upload adds. */
function firstLabel({ packageAID, name }: CapFacts): string {
  return fixedManagedAids.find((fixed) => fixed.package_aid === packageAID)?.label ?? labelFrom(name, packageAID)
}

/** The facts that a CAP file contains. Throws `ApiError('invalidZip')`. */
export async function capFactsOf(db: Db, bytes: Uint8Array): Promise<CapFacts> {
  const { facts } = await readUpload(bytes)
  return withName(db, facts)
}

/** `packageAid`: the AID that the package must have. */
export type PackageToStore = {
  bytes: Uint8Array
  packageAid?: string | undefined
  label: string | undefined
  createdBy: number | null
  audit: Audit
}

/** The database, and the key under which files are sealed. */
export type Storing = { db: Db; sealer: Sealer }

const aidOfFile = (aid: string) => ({ ja: `ファイルのAIDは${aid}です`, en: `the AID of the file is ${aid}` })

/**
 * Stores a CAP file, with the label of its AID if none is given; a new AID becomes a managed AID. Throws `ApiError('invalidZip' |
 * 'otherPackageAid' | 'packageExists')` with nothing stored.
 */
export async function storePackage(
  { db, sealer }: Storing,
  { bytes, packageAid, label, createdBy, audit }: PackageToStore,
): Promise<PackageKey> {
  const { facts: read, loadFile } = await readUpload(bytes)
  if (packageAid !== undefined && packageAid !== read.packageAID)
    throw new ApiError('otherPackageAid', { detail: aidOfFile(read.packageAID) })
  return db.transaction().execute(async (transaction) => {
    const { packageAID, otaVersion, type } = read
    const aidLabel = await keepManagedAid(transaction, { packageAID, label: firstLabel(read), type })
    const facts = await withName(transaction, read)
    const usedLabel = label ?? aidLabel
    const id = await insertPackage(transaction, { facts, label: usedLabel, createdBy })
    if (id === undefined) throw new ApiError('packageExists')
    await storeFiles(transaction, sealer, id, { capFile: bytes, loadFile })
    await audit(transaction, undefined, packageSubject({ packageAID, otaVersion, label: usedLabel, id }))
    return { packageAID, otaVersion, label: usedLabel }
  })
}

/** The stored package as the API shows it. Throws `ApiError('packageNotFound')`. */
export async function shownPackage(db: Db, key: PackageKey): Promise<OtaPackage> {
  const row = await selectPackage(db, key)
  if (!row) throw new ApiError('packageNotFound')
  return packageShape(row)
}

/** The stored package, without its bytes. Throws `ApiError('packageNotFound')`. */
export async function packageByKey(db: Db, key: PackageKey): Promise<PackageRow> {
  const row = await selectPackage(db, key)
  if (!row) throw new ApiError('packageNotFound')
  return row
}

/** A package as the subject of an action. */
export const packageSubject = ({ id, packageAID, otaVersion, label }: PackageKey & { id: number }) => ({
  subjects: [`package:${id}` as const],
  name: `${packageAID} ${otaVersion} ${label}`,
})
