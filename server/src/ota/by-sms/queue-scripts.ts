import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { lockJobsBySms } from '../ota-jobs.ts'
import type { OtaJobRow } from '../../ota-kinds/kind.ts'
import { partToSend, rfmFor, scriptToSend } from '../../package-scripts/send.ts'
import { messageScript } from '../../platform/sms-script.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Ended, endOta } from './end-ota.ts'
import { insertScripts, lockSims, type ScriptToQueue, selectNextOtas } from './queries.ts'

/**
 * Queues the scripts of the next SIMs of a campaign, with the values of each SIM, in a transaction. An OTA without a value, or whose script
 * does not fit a message with it, ends. Returns the number of SIMs, and the OTAs that have ended.
 */
export async function queueScripts(trx: Db, campaignId: number, limit: number): Promise<{ simIds: number[]; ended: Ended[] }> {
  const next = await selectNextOtas(trx, campaignId, limit)
  if (next.length === 0) return { simIds: [], ended: [] }
  const simIds = next.map(({ sim_id }) => sim_id)
  await lockSims(trx, simIds)
  const rows = await lockJobsBySms(
    trx,
    next.map(({ id }) => id),
  )
  const scripts: ScriptToQueue[] = []
  const ended: Ended[] = []
  for (const row of rows) {
    if (row.status !== 'Ready' || row.held) continue
    const script = await scriptOf(trx, row)
    if ('tar' in script) scripts.push({ otaId: row.id, simId: row.sim_id, campaignId, ...script })
    else ended.push(await endOta(trx, row, { status: 'Failed', code: script.code }))
  }
  if (scripts.length > 0) await insertScripts(trx, scripts)
  return { simIds, ended }
}

/** The script of an OTA in the compact format, or the code with which it fails (OTA protocol §5.8). */
async function scriptOf(trx: Db, row: OtaJobRow): Promise<{ tar: Uint8Array; script: Uint8Array } | { code: number }> {
  const parameters = otaKinds.rfm.otaParameters.safeParse(row.params).data
  const whole = parameters && (await scriptToSend(trx, 'rfm', parameters.scriptId))
  const stored = whole && partToSend(whole, parameters.scriptLines)
  const filled = stored && (await rfmFor(trx, stored, { simId: row.sim_id, valuesId: parameters.valuesId }))
  if (!filled || parameters.smsTAR === undefined) return { code: sessionCode.parameterNotRegistered }
  const script = messageScript(filled.lines.map(({ apdu }) => apdu))
  return script ? { tar: fromHex(parameters.smsTAR), script } : { code: sessionCode.notConfigured }
}
