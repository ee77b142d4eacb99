import { usableValues, useValues } from '../../package-scripts/values/access.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/handler.ts'

type Parameters = { scriptId?: number | undefined; valuesId?: number | undefined }

/** Checks that the caller may use the CSV that a request names. Throws `ApiError('scriptValuesNotFound')`. */
export async function checkValues(db: Db, { valuesId, scriptId = 0 }: Parameters, caller: Caller): Promise<void> {
  if (valuesId !== undefined) await usableValues(db, { id: valuesId, scriptId }, caller)
}

/** Keeps the CSV of a campaign, in the transaction of its start. */
export const keepValues =
  ({ valuesId, scriptId }: Parameters) =>
  async (trx: Db, { id }: { id: number }): Promise<void> => {
    if (valuesId !== undefined && scriptId !== undefined) await useValues(trx, { valuesId, campaignId: id, scriptId })
  }
