import { ApiError } from '@simdeck/contract/errors.ts'
import type { ScriptValues } from '@simdeck/contract/script-values.ts'
import type { CsvVariable } from '@simdeck/protocol/card-files/template.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/handler.ts'
import { insertUse, isUsed, selectCells, selectValues, type Uploader, type ValuesFileRow } from './queries.ts'

export type { ValuesFileRow }

export const uploaderOf = (caller: Caller): Uploader => ({
  memberId: caller.memberId,
  credentialId: caller.kind === 'apiId' ? caller.credentialId : null,
})

export const valuesShape = ({ id, file_name: fileName, columns, rows, created_at: createdAt }: ValuesFileRow): ScriptValues => ({
  id,
  fileName,
  columns,
  rows,
  createdAt: createdAt.toISOString(),
})

function isOwn({ created_by: memberId, api_credential_id: credentialId }: ValuesFileRow, caller: Caller): boolean {
  return caller.kind === 'apiId' ? credentialId === caller.credentialId : memberId === caller.memberId
}

/** An uploaded file of the caller. Throws `ApiError('scriptValuesNotFound')`. */
export async function ownValues(db: Db, id: number, caller: Caller): Promise<ValuesFileRow> {
  const row = await selectValues(db, id)
  if (!row || !isOwn(row, caller)) throw new ApiError('scriptValuesNotFound')
  return row
}

/**
 * A file that the caller may send to SIMs with a script: their own, or one that a campaign has sent with the same script. Otherwise someone
 * could let another script show the values of a file that they may not read. Throws `ApiError('scriptValuesNotFound')`.
 */
export async function usableValues(
  db: Db,
  { id, scriptId }: { id: number; scriptId: number | null },
  caller: Caller,
): Promise<ValuesFileRow> {
  const row = await selectValues(db, id)
  if (!row || (!isOwn(row, caller) && !(await isUsed(db, id, scriptId)))) throw new ApiError('scriptValuesNotFound')
  return row
}

/** The file by its id; null if it does not exist any more. */
export async function valuesById(db: Db, id: number): Promise<ValuesFileRow | null> {
  return (await selectValues(db, id)) ?? null
}

/** Keeps a file as long as a campaign needs it. Throws `ApiError('scriptValuesNotFound')` if it is gone. */
export async function useValues(
  trx: Db,
  { valuesId, campaignId, scriptId }: { valuesId: number; campaignId: number; scriptId: number },
): Promise<void> {
  if (!(await selectValues(trx, valuesId))) throw new ApiError('scriptValuesNotFound')
  await insertUse(trx, { values_id: valuesId, campaign_id: campaignId, script_id: scriptId })
}

/** The values of a SIM by the variables of their columns; empty for a SIM without a line, or for a file that is gone. */
export async function csvValuesOf(db: Db, valuesId: number, simId: number): Promise<Record<CsvVariable, string | null>> {
  const file = await selectValues(db, valuesId)
  const cells = file && (await selectCells(db, valuesId, simId))
  return Object.fromEntries((cells ? file.columns : []).map((name, at) => [`csv.${name}`, cells?.[at] ?? null]))
}
