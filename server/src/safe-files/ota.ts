import type { SafeFileStep } from '@simdeck/contract/ota-kinds/safe-file.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import type { SafeFileParameters } from '@simdeck/protocol/ota/kinds/safe-file.ts'
import type { Db } from '../platform/db/database.ts'
import { publishAtCommit } from '../platform/events/publish-at-commit.ts'
import { changeFile, endWithApplet, fileOfOta, waitingFile } from './queries.ts'
import type { SimFileRow } from './tables.ts'
import { sha256 } from './written.ts'

/** An OTA on a file, locked by the transaction. `fileId` is the only file that it may work on; null for the oldest that waits. */
export type FileOta = { otaId: number; simId: number; step: SafeFileStep; fileId: number | null }

const changed = (trx: Db, ids: readonly number[]) => publishAtCommit(trx, { files: ids })

/** The file that the OTA works on; the first call chooses it. Null if none waits. */
async function fileOf(trx: Db, { otaId, simId, step, fileId }: FileOta): Promise<SimFileRow | null> {
  const present = await fileOfOta(trx, otaId)
  if (present) return present
  const waiting = await waitingFile(trx, simId, step, fileId)
  if (!waiting) return null
  await changed(trx, [waiting.id])
  return changeFile(trx, waiting.id, { ota_id: otaId, is_open: true, written_sha256: null, ...(step === 'write' && { status: 'Writing' }) })
}

/** The parameters of the job on the card; null if no file waits for the OTA. The wanted content does not change while the OTA is open. */
export async function fileParameters(trx: Db, ota: FileOta, instanceAid: Uint8Array): Promise<SafeFileParameters | null> {
  const row = await fileOf(trx, ota)
  if (!row) return null
  const { object_id: id, label, capacity, content } = row
  return { instanceAid, step: ota.step, fileId: fromHex(id), label, capacity, content }
}

/** Records that the card has done what the OTA asked for. Only this makes a file Active, or clears a mark. */
export async function recordFile(trx: Db, ota: FileOta): Promise<void> {
  const row = await fileOfOta(trx, ota.otaId)
  if (!row) return
  const end = { is_open: false, management_status: null }
  await changeFile(
    trx,
    row.id,
    ota.step === 'remove'
      ? { ...end, status: 'Deleted' }
      : { ...end, status: 'Active', active_at: new Date(), written_sha256: sha256(row.content) },
  )
  await changed(trx, [row.id])
}

/** Ends the files of a SIM whose applet was removed or replaced. */
export async function endFiles(trx: Db, simId: number): Promise<void> {
  const ids = await endWithApplet(trx, simId)
  if (ids.length > 0) await changed(trx, ids)
}
