import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { lockJobsBySms } from '../ota-jobs.ts'
import type { OtaJobRow } from '../../ota-kinds/kind.ts'
import { partToSend, rfmFor, type ScriptToSend, scriptToSend } from '../../package-scripts/send.ts'
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
  const stored = new StoredScripts(trx)
  for (const row of rows) {
    if (row.status !== 'Ready' || row.held) continue
    const script = await scriptOf(trx, row, stored)
    if ('tar' in script) scripts.push({ otaId: row.id, simId: row.sim_id, campaignId, ...script })
    else ended.push(await endOta(trx, row, { status: 'Failed', code: script.code }))
  }
  if (scripts.length > 0) await insertScripts(trx, scripts)
  return { simIds, ended }
}

/** The scripts of the OTAs of a campaign, each read once. */
class StoredScripts {
  readonly #trx: Db
  readonly #known = new Map<string, Promise<ScriptToSend | null>>()

  constructor(trx: Db) {
    this.#trx = trx
  }

  /** Null for an unknown script, and for lines that cannot be sent without others. */
  get(id: number, lines: readonly number[] | undefined): Promise<ScriptToSend | null> {
    const key = JSON.stringify([id, lines])
    const known = this.#known.get(key) ?? scriptToSend(this.#trx, 'rfm', id).then((whole) => whole && partToSend(whole, lines))
    this.#known.set(key, known)
    return known
  }
}

/** The script of an OTA in the compact format, or the code with which it fails (OTA protocol §5.8). */
async function scriptOf(
  trx: Db,
  row: OtaJobRow,
  scripts: StoredScripts,
): Promise<{ tar: Uint8Array; script: Uint8Array } | { code: number }> {
  const parameters = otaKinds.rfm.otaParameters.safeParse(row.params).data
  const stored = parameters && (await scripts.get(parameters.scriptId, parameters.scriptLines))
  const filled = stored && (await rfmFor(trx, stored, { simId: row.sim_id, valuesId: parameters.valuesId }))
  if (!filled || parameters.smsTAR === undefined) return { code: sessionCode.parameterNotRegistered }
  const script = messageScript(filled.lines.map(({ apdu }) => apdu))
  return script ? { tar: fromHex(parameters.smsTAR), script } : { code: sessionCode.notConfigured }
}
