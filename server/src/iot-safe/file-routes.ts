import { createHash } from 'node:crypto'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { SafeFileStep } from '@simdeck/contract/ota-kinds/safe-file.ts'
import { maxFileOctets } from '@simdeck/contract/sim-files.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import type { StartForSims, StartingCall } from '../campaigns/targets/start-for-sims.ts'
import type { Db } from '../platform/db/database.ts'
import { type Handlers, signedIn } from '../platform/http/handler.ts'
import { fileById } from '../safe-files/file-shape.ts'
import { addFile, changeIdleFile, dropFile, expectNoOpenOta, lockFileOf, queuedCampaign, restoreFile } from '../safe-files/changes.ts'
import type { SimFileRow } from '../safe-files/tables.ts'
import { lockIotSafeSim } from './queries.ts'

type Change = { field: string; before: unknown; after: unknown }
type Former = Pick<SimFileRow, 'content' | 'management_status'>

/** The id on the card of a file with that label: `F` and seven hex digits of its SHA-256. */
const objectIdOf = (label: string): string =>
  toHex(new TextEncoder().encode(`F${createHash('sha256').update(label).digest('hex').slice(0, 7).toUpperCase()}`))

/** Throws `ApiError('contentRequired' | 'fileTooLarge')`. */
function octetsOf({ content, hexContent }: { content?: string | undefined; hexContent?: string | undefined }): Buffer {
  if ((content === undefined) === (hexContent === undefined)) throw new ApiError('contentRequired')
  const octets = Buffer.from(hexContent === undefined ? new TextEncoder().encode(content) : fromHex(hexContent))
  if (octets.length === 0) throw new ApiError('contentRequired')
  if (octets.length > maxFileOctets) throw new ApiError('fileTooLarge')
  return octets
}

/** Calls that add, change and delete files of SIMs. Each change on a card is a campaign of one SIM. */
export function fileStartRoutes({
  db,
  start,
}: {
  db: Db
  start: StartForSims
}): Handlers<'createFile' | 'updateFile' | 'deliverFile' | 'removeFile'> {
  /** Starts a campaign for a file. If it cannot start, `undo` takes back the change that the call has made. */
  async function begin(
    call: StartingCall,
    { id, sim_id: simId, label }: Pick<SimFileRow, 'id' | 'sim_id' | 'label'>,
    { step, changes, undo }: { step: SafeFileStep; changes: readonly Change[]; undo: () => Promise<unknown> },
  ) {
    const audit: StartingCall['audit'] = (trx, by, details) =>
      call.audit(trx, by, { ...details, subjects: [`file:${id}`, ...(details?.subjects ?? [])], name: label, changes })
    try {
      await expectNoOpenOta(db, simId)
      const parameters = { safeFile: { step, fileId: id } }
      const campaignId = await start({ ...call, audit }, { simIds: [simId], kind: 'safe-file', parameters })
      return { file: await fileById(db, id), campaignId }
    } catch (error) {
      await undo()
      throw error
    }
  }
  const restore = ({ id, content, management_status }: SimFileRow, made: Partial<Former>) => {
    const former = { content, management_status }
    return restoreFile(db, id, { former, made: { ...former, ...made } })
  }
  return {
    async createFile(call) {
      const { params, body } = call
      const content = octetsOf(body)
      const capacity = body.capacity ?? content.length
      if (content.length > capacity) throw new ApiError('fileTooLarge')
      const { memberId, name } = signedIn(call)
      const isManual = body.deliveryType === 'Manual'
      const row = {
        sim_id: params.simId,
        label: body.label,
        object_id: objectIdOf(body.label),
        content,
        capacity,
        delivery: body.deliveryType,
        created_by: memberId,
        created_by_name: name,
      }
      const changes = [{ field: 'octets', before: null, after: content.length }]
      const id = await db.transaction().execute(async (trx) => {
        if (!(await lockIotSafeSim(trx, params.simId))) throw new ApiError('iotSafeSimNotFound')
        const made = await addFile(trx, row)
        if (isManual) await call.audit(trx, undefined, { subjects: [`file:${made}`], name: body.label, changes })
        return made
      })
      if (isManual) return { file: await fileById(db, id), campaignId: null }
      return begin(call, { ...row, id }, { step: 'write', changes, undo: () => dropFile(db, id) })
    },

    async updateFile(call) {
      const content = octetsOf(call.body)
      const { row, changes, changed, campaignId, needsStart } = await db.transaction().execute(async (trx) => {
        const before = await lockFileOf(trx, call.params.fileId)
        if (before.management_status === 'NeedDelete') throw new ApiError('fileState')
        if (content.length > before.capacity) throw new ApiError('fileTooLarge')
        const changed = { content, management_status: before.status === 'None' ? null : ('NeedUpdate' as const) }
        await changeIdleFile(trx, before.id, changed)
        const made = [{ field: 'octets', before: before.content.length, after: content.length }]
        const campaignId = await queuedCampaign(trx, before)
        const needsStart = before.delivery === 'Auto' && campaignId === null
        if (!needsStart) await call.audit(trx, undefined, { subjects: [`file:${before.id}`], name: before.label, changes: made })
        return { row: before, changes: made, changed, campaignId, needsStart }
      })
      if (!needsStart) return { file: await fileById(db, row.id), campaignId }
      return begin(call, row, { step: 'write', changes, undo: () => restore(row, changed) })
    },

    async deliverFile(call) {
      const row = await db.transaction().execute((trx) => lockFileOf(trx, call.params.fileId))
      const { status, management_status: mark } = row
      if (mark === 'NeedDelete' || (status === 'Active' && mark === null)) throw new ApiError('fileState')
      return begin(call, row, { step: 'write', changes: [], undo: () => Promise.resolve() })
    },

    async removeFile(call) {
      const row = await db.transaction().execute(async (trx) => {
        const found = await lockFileOf(trx, call.params.fileId)
        if (found.status === 'None') {
          await changeIdleFile(trx, found.id, { status: 'Deleted', management_status: null })
          await call.audit(trx, undefined, { subjects: [`file:${found.id}`], name: found.label })
        } else await changeIdleFile(trx, found.id, { management_status: 'NeedDelete' })
        return found
      })
      if (row.status === 'None') return { file: await fileById(db, row.id), campaignId: null }
      return begin(call, row, { step: 'remove', changes: [], undo: () => restore(row, { management_status: 'NeedDelete' }) })
    },
  }
}
