import { ApiError, type Uses } from '@simdeck/contract/errors.ts'
import type { Words } from '@simdeck/contract/languages.ts'
import type { PackageKey } from '@simdeck/contract/packages.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Audit } from '../../platform/http/handler.ts'
import { packageByKey, packageSubject } from '../packages.ts'
import { packageEditText } from '../text.ts'
import { keepPackage, lockPackage, removeFiles, usesOf } from './queries.ts'

/** Keeps the package from being deleted until the transaction ends; false if it is deleted. */
export const isKept = keepPackage

/** Throws `ApiError('packageNotFound')`. */
export async function usesOfPackage(db: Db, key: PackageKey): Promise<Uses> {
  return usesOf(db, (await packageByKey(db, key)).id)
}

/**
 * Deletes a package that nothing uses, and returns its id. Throws `ApiError('packageNotFound' | 'packageInUse')`. A campaign that starts at
 * the same time has either started before, and the package is in use, or does not find the package.
 */
export async function removePackage(db: Db, key: PackageKey, audit: Audit): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const id = await lockPackage(trx, key)
    if (id === undefined) throw new ApiError('packageNotFound')
    await removeUnused(trx, id)
    await audit(trx, undefined, packageSubject({ ...key, id }))
    return id
  })
}

/** Deletes a locked package. Throws `ApiError('packageInUse')` with its uses. */
export async function removeUnused(trx: Db, id: number): Promise<void> {
  const uses = await usesOf(trx, id)
  if (isUsed(uses)) throw new ApiError('packageInUse', { uses, detail: usesInWords(uses) })
  await removeFiles(trx, id)
}

const isUsed = ({ simsHolding, simsAwaiting, campaigns }: Uses): boolean => simsHolding + simsAwaiting + campaigns.length > 0

function usesInWords({ simsHolding, simsAwaiting, campaigns, moreCampaigns }: Uses): Words {
  const { holding, awaiting, open } = packageEditText
  const count = campaigns.length + moreCampaigns
  const in_ = (language: keyof Words, between: string): string =>
    [
      ...(simsHolding > 0 ? [holding[language](simsHolding)] : []),
      ...(simsAwaiting > 0 ? [awaiting[language](simsAwaiting)] : []),
      ...(count > 0 ? [open[language](count)] : []),
    ].join(between)
  return { ja: in_('ja', '、'), en: in_('en', ', ') }
}
