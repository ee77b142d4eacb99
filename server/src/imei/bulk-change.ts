import type { Words } from '@simdeck/contract/languages.ts'
import { errorCatalogue } from '@simdeck/contract/errors.ts'
import type { ImeiLock } from '@simdeck/contract/sim-values.ts'
import type { Db } from '../platform/db/database.ts'
import type { BulkChange } from '../sims/bulk/bulk-task-handler.ts'
import type { TaskCreator } from '../tasks/task-handler.ts'
import type { TaskRow } from '../tasks/tables.ts'
import { lockImeis, writeConfirmed, writeLocks } from './queries.ts'

export type ImeiParams = { confirm: boolean; lock: ImeiLock | null }

const reasons = {
  imeiNotChanged: errorCatalogue.imeiNotChanged,
  imeiUnknown: errorCatalogue.imeiUnknown,
} satisfies Record<string, Words>

const creatorOf = ({ created_by: memberId, api_credential_id: credentialId, created_by_name: name }: TaskRow): TaskCreator =>
  credentialId === null || memberId !== null
    ? { kind: 'member', memberId: memberId ?? 0, name }
    : { kind: 'apiId', memberId: null, credentialId, name }

/** Confirms the devices of these SIMs, or changes their locks. Returns the existing ones, locked, and the refused ones with the reason. */
export async function changeImeis(trx: Db, ids: readonly number[], { confirm, lock }: ImeiParams, by: TaskCreator) {
  const sims = await lockImeis(trx, ids)
  const refused = new Map<number, keyof typeof reasons>()
  for (const { id, imei, imei_status: status } of sims) {
    if (confirm && status !== 'changed') refused.set(id, 'imeiNotChanged')
    else if (lock !== null && lock !== 'off' && imei === null) refused.set(id, 'imeiUnknown')
  }
  const changed = sims.flatMap(({ id }) => (refused.has(id) ? [] : [id]))
  if (confirm) await writeConfirmed(trx, changed, by.name)
  if (lock !== null) await writeLocks(trx, changed, lock, by)
  return { sims, refused }
}

/** Confirms the devices of SIMs, or changes their locks. */
export const imeiChange: BulkChange = {
  needs: 'SIM_UPDATE',
  locks: 'no key update',
  reasons,
  async change(trx, task, sims) {
    const { refused } = await changeImeis(
      trx,
      sims.map(({ id }) => id),
      task.params as ImeiParams,
      creatorOf(task),
    )
    return refused
  },
  changed: (sims) => ({ sims }),
}
