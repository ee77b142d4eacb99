import { ApiError } from '@simdeck/contract/errors.ts'
import type { SimFile, SimFileDetails } from '@simdeck/contract/sim-files.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import type { Db } from '../platform/db/database.ts'
import { contentOf, type FileRow, selectFiles } from './list-queries.ts'

const at = (time: Date | null): string | null => time?.toISOString() ?? null

export function fileShape(row: FileRow): SimFile {
  return {
    id: row.id,
    simId: row.sim_id,
    iccid: row.iccid,
    label: row.label,
    objectId: row.object_id.toUpperCase(),
    slotId: null,
    octets: row.octets,
    capacity: row.capacity,
    status: row.status,
    managementStatus: row.management_status,
    isCurrent: row.is_current,
    isQueued: row.is_queued,
    deliveryType: row.delivery,
    activeAt: at(row.active_at),
    dataType: 'file',
    deviceType: 'SIM',
    last_polled_at: at(row.last_poll),
    campaignId: row.campaign_id,
    createdBy: row.author,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** Throws `ApiError('fileNotFound')`. */
async function rowById(db: Db, id: number): Promise<FileRow> {
  const [row] = await selectFiles(db, [id])
  if (!row) throw new ApiError('fileNotFound')
  return row
}

/** Throws `ApiError('fileNotFound')`. */
export const fileById = async (db: Db, id: number): Promise<SimFile> => fileShape(await rowById(db, id))

/** Throws `ApiError('fileNotFound')`. */
export async function fileDetails(db: Db, id: number): Promise<SimFileDetails> {
  const [row, content] = [await rowById(db, id), await contentOf(db, id)]
  if (!content) throw new ApiError('fileNotFound')
  const { code, sw, reason } = row
  return {
    ...fileShape(row),
    content: textOf(content),
    hexContent: toHex(content).toUpperCase(),
    failure: row.status === 'Failed' ? { code, sw, reason } : null,
  }
}

function textOf(octets: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets)
    return /^[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]*$/u.test(text.replaceAll(/[\t\r\n]/g, '')) ? text : null
  } catch {
    return null
  }
}
