import { ApiError } from '@simdeck/contract/errors.ts'
import type { BodyOf } from '@simdeck/contract/endpoint.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { maxLabelLength, type PackageKey, type updatePackage } from '@simdeck/contract/packages.ts'
import { changesBetween } from '../../platform/audit/subjects.ts'
import { type Db, isUniqueViolation } from '../../platform/db/database.ts'
import type { Audit } from '../../platform/http/handler.ts'
import { acceptsCardParameters, parametersError } from '../applet-parameters.ts'
import { copyFiles } from '../package-files.ts'
import { packageByKey, packageSubject, type Storing } from '../packages.ts'
import { packageEditText } from '../text.ts'
import { copyPackage, labelsOf, lockPackage, writePackage } from './queries.ts'

type Change = BodyOf<typeof updatePackage>

/** Changes label, notes and default parameters of a package, and returns its key. Throws `ApiError`; nothing is changed then. */
export async function changePackage(
  db: Db,
  { key, change, language, audit }: { key: PackageKey; change: Change; language: Language; audit: Audit },
): Promise<PackageKey> {
  const { label, notes, installParameters, cardParameters } = change
  if (Object.values(change).every((field) => field === undefined)) throw new ApiError('emptyParameters')
  return db
    .transaction()
    .execute(async (trx) => {
      const id = await lockPackage(trx, key)
      if (id === undefined) throw new ApiError('packageNotFound')
      const former = await packageByKey(trx, key)
      if (installParameters || cardParameters) checkParameters(former, change, language)
      const written = {
        label,
        notes,
        install_parameters: installParameters && installParameters.toUpperCase(),
        card_parameters: cardParameters && cardParameters.toUpperCase(),
      }
      await writePackage(trx, id, written)
      await audit(trx, undefined, { ...packageSubject({ ...key, id }), changes: changesBetween(former, written) })
      return { ...key, label: label ?? key.label }
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new ApiError('packageExists') : error
    })
}

/** Checks the parameters that the package gets, together with those that it keeps. */
function checkParameters(
  { type, applets, install_parameters, card_parameters }: Awaited<ReturnType<typeof packageByKey>>,
  { installParameters, cardParameters }: Change,
  language: Language,
): void {
  const refuse = (path: 'installParameters' | 'cardParameters', fault: 'library' | 'parameters') => {
    throw new ApiError('invalidInput', { fields: [{ path, message: packageEditText[fault][language] }] })
  }
  if (applets.length === 0) refuse(installParameters ? 'installParameters' : 'cardParameters', 'library')
  if (installParameters && parametersError(type, installParameters) !== null) refuse('installParameters', 'parameters')
  const kept = (given: string | null | undefined, present: string | null): string => (given === undefined ? present : given) ?? ''
  const whole = {
    installParameters: kept(installParameters, install_parameters),
    cardParameters: kept(cardParameters, card_parameters),
  }
  if (!acceptsCardParameters(whole)) refuse(cardParameters ? 'cardParameters' : 'installParameters', 'parameters')
}

/** Stores a copy of a package, and returns its key. Throws `ApiError('packageNotFound' | 'packageExists')`. */
export async function duplicate(
  { db, sealer }: Storing,
  { key, newLabel, createdBy, audit }: { key: PackageKey; newLabel: string | undefined; createdBy: number | null; audit: Audit },
): Promise<PackageKey> {
  return db.transaction().execute(async (trx) => {
    const id = await lockPackage(trx, key)
    if (id === undefined) throw new ApiError('packageNotFound')
    const label = newLabel ?? copyLabel(key.label, await labelsOf(trx, key))
    const copy = await copyPackage(trx, { id, label, createdBy })
    if (copy === undefined) throw new ApiError('packageExists')
    await copyFiles(trx, sealer, { from: id, to: copy })
    await audit(trx, undefined, packageSubject({ ...key, label, id: copy }))
    return { ...key, label }
  })
}

/** The first free one of `stable copy`, `stable copy 2` and so on, with the label cut if it is long. */
export function copyLabel(label: string, taken: readonly string[]): string {
  for (let n = 1; ; n++) {
    const end = n === 1 ? ' copy' : ` copy ${n}`
    const copy = label.slice(0, maxLabelLength - end.length) + end
    if (!taken.includes(copy)) return copy
  }
}
